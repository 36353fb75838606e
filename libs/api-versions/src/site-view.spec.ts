import { siteView } from './site-view';

describe('siteView', () => {
  it.each(['https://example.com/blog', 'https://example.com/blog/', 'https://example.com/blog//'])(
    'removes all slashes at the end of %s',
    (siteUrl) => {
      expect(siteView(siteUrl).url).toBe('https://example.com/blog');
    },
  );

  it.each([
    ['Europe/Berlin', 'Europe/Berlin'],
    ['', 'Etc/UTC'],
    [null, 'Etc/UTC'],
    [undefined, 'Etc/UTC'],
  ])('has for the stored time zone %j the time zone %s', (stored, timezone) => {
    expect(siteView('https://example.com', stored).timezone).toBe(timezone);
  });
});
