import { quoteNql } from './filter.ts';

describe('quoteNql', () => {
  it.each([
    [`harbour's light`, String.raw`'harbour\'s light'`],
    ['the "Quay"', String.raw`'the \"Quay\"'`],
    [String.raw`tide\ebb`, String.raw`'tide\ebb'`],
  ])('quotes %s as %s', (text, quoted) => {
    expect(quoteNql(text)).toBe(quoted);
  });
});
