import { from, only, versionFromHeader } from './versions';

describe('versions', () => {
  it('are taken from one on, or exactly', () => {
    expect(from('v3')).toEqual(['v3', 'canary']);
    expect(only('v2')).toEqual(['v2']);
  });

  it.each([
    ['v2.0', 'v2'],
    ['v3.41', 'v3'],
    ['v3', 'v3'],
    ['canary', 'canary'],
    [undefined, 'canary'],
    ['v9.0', undefined],
    ['nonsense', undefined],
  ])('are read from the header %p as %p', (header, version) => {
    expect(versionFromHeader(header)).toBe(version);
  });
});
