import { srcsetOf } from './images.ts';

describe('srcsetOf', () => {
  it('lists the widths of an upload', () => {
    expect(srcsetOf('https://site.example/content/images/2026/11/a.jpg')).toMatch(
      /^https:\/\/site\.example\/content\/images\/size\/w300\/2026\/11\/a\.jpg 300w, .* 1600w$/,
    );
  });

  it.each(['https://other.example/a.jpg', '/content/images/a.svg', '/content/images/size/w600/a.jpg', ''])(
    'is undefined for %s',
    (url) => {
      expect(srcsetOf(url)).toBeUndefined();
    },
  );
});
