import { from, only, versionForName } from './versions';

describe('versions', () => {
  it('are taken from one on, or exactly', () => {
    expect(from('v3')).toEqual(['v3', 'v5', 'canary']);
    expect(only('v2')).toEqual(['v2']);
  });

  it.each([
    ['v2.0', 'v2'],
    ['v3.41', 'v3'],
    ['v3', 'v3'],
    ['v4.48', 'v5'],
    ['v5.0', 'v5'],
    ['v5.130', 'v5'],
    ['v6.10', 'v5'],
    ['v4', 'v5'],
    ['v7.0', undefined],
    ['v1.0', undefined],
    ['canary', 'canary'],
    [undefined, 'canary'],
    ['v9.0', undefined],
    ['nonsense', undefined],
  ])('are read from the header %p as %p', (header, version) => {
    expect(versionForName(header)).toBe(version);
  });
});
