import { fitsFileSystem, storageKey } from './storage-key';

describe('storageKey', () => {
  it.each([
    ['images/2026/11/photo-1.png', 'images/2026/11/photo-1.png'],
    ['images/logo@2x.png', 'images/logo!402x.png'],
    ['images/a b.png', 'images/a!20b.png'],
    ['images/ü.png', 'images/!c3!bc.png'],
    ['images/u\u0308.png', 'images/!c3!bc.png'],
    ['images/a!b.png', 'images/a!21b.png'],
    ['images/🙂.png', 'images/!f0!9f!99!82.png'],
  ])('of %s is %s', (path, key) => {
    expect(storageKey(path)).toBe(key);
  });

  it('differs for different paths', () => {
    const paths = ['a b', 'a!20b', 'a!!20b', 'a@20b', 'a%20b', 'a+b'];
    expect(new Set(paths.map(storageKey)).size).toBe(paths.length);
  });

  it('fits into a file system unless a segment is long', () => {
    expect(fitsFileSystem(`${'a'.repeat(255)}/${'b'.repeat(255)}`)).toBe(true);
    expect(fitsFileSystem(storageKey('ü'.repeat(43)))).toBe(false);
  });
});
