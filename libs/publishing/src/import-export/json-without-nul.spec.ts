import { jsonWithoutNul } from './json-without-nul';

describe('jsonWithoutNul', () => {
  it('replaces NUL characters only, not a string that looks like their escape', () => {
    const value = { cards: ['a\0b', String.raw`a\u0000b`] };
    expect(JSON.parse(jsonWithoutNul(value, ''))).toEqual({ cards: ['ab', String.raw`a\u0000b`] });
    expect(JSON.parse(jsonWithoutNul(value, '\ufffd'))).toEqual({ cards: ['a\ufffdb', String.raw`a\u0000b`] });
  });
});
