import { imageFormatOf, imageSizeOf, imageVariantOf, negotiatedFormats } from './image-variant';

describe('imageVariantOf', () => {
  it.each([
    ['size/w600/2026/11/a.jpg', { size: 'w600', original: '2026/11/a.jpg' }],
    ['size/w600h400/format/webp/a.jpg', { size: 'w600h400', format: 'webp', original: 'a.jpg' }],
    ['size/../a.jpg', { size: '..', original: 'a.jpg' }],
    ['2026/11/a.jpg', null],
    ['size/a.jpg', null],
    ['format/webp/a.jpg', null],
  ])('reads %s', (path, expected) => {
    expect(imageVariantOf(path)).toEqual(expected);
  });
});

describe('imageSizeOf', () => {
  it.each([
    ['w600', { width: 600 }],
    ['h400', { height: 400 }],
    ['w600h400', { width: 600, height: 400 }],
    ...['', 'w', 'w0', 'w12345', 'h400w600', 'w600x', 'w-1', 'w1e3'].map((size): [string, null] => [size, null]),
  ])('reads "%s"', (size, expected) => {
    expect(imageSizeOf(size)).toEqual(expected);
  });
});

describe('negotiatedFormats', () => {
  it.each([
    ['image/avif,image/webp,image/apng,image/*,*/*;q=0.8', 600, ['avif', 'webp', 'jpeg']],
    ['image/avif,image/webp', 1600, ['webp', 'jpeg']],
    ['image/avif,image/webp', undefined, ['webp', 'jpeg']],
    ['image/AVIF;q=0, image/webp;q=0.5', 600, ['webp', 'jpeg']],
    ['image/*,*/*', 600, ['jpeg']],
    [undefined, 600, ['jpeg']],
  ])('of "%s" at width %s are %j', (accept, width, expected) => {
    expect(negotiatedFormats(accept, { width }, 'jpeg')).toEqual(expected);
  });

  it('name the own format once', () => {
    expect(negotiatedFormats('image/webp', { width: 600 }, 'webp')).toEqual(['webp']);
  });
});

describe('imageFormatOf', () => {
  it.each([
    ['.JPG', 'jpeg'],
    ['png', 'png'],
    ['.svg', undefined],
    ['gif', undefined],
    ['constructor', undefined],
  ])('of %s is %s', (name, expected) => {
    expect(imageFormatOf(name)).toBe(expected);
  });
});
