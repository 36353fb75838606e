import { storedBytesOf } from './outcome';

describe('storedBytesOf', () => {
  it('returns a short body unchanged', () => {
    expect(storedBytesOf(Buffer.from('{"a":"é"}')).toString()).toBe('{"a":"é"}');
  });

  it('does not keep a long body in memory', () => {
    expect(storedBytesOf(Buffer.alloc(1_000_000, 'a')).buffer.byteLength).toBeLessThan(100_000);
  });

  it.each([
    ['é', 2],
    ['€', 3],
    ['😀', 4],
  ])('cuts a long body of %s before a character that does not fit', (character, bytes) => {
    for (const start of ['', 'a', 'aa', 'aaa']) {
      const stored = storedBytesOf(Buffer.from(start + character.repeat(20_000))).toString();
      expect(stored).toBe(start + character.repeat(Math.floor((20_000 - start.length) / bytes)));
    }
  });
});
