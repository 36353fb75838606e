import { pageLanguageOf } from './page-language';

describe('pageLanguageOf', () => {
  it.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT,de;q=0.9,en;q=0.8', 'de'],
    ['fr-FR, de;q=0.4, en;q=0.3', 'de'],
    ['en-GB,de;q=0.9', 'en'],
    ['de;q=0, en;q=0.1', 'en'],
    ['de;q=0', 'en'],
    ['de;q=x', 'en'],
    ['*', 'en'],
    ['den', 'en'],
    [',;=,'.repeat(10_000), 'en'],
  ])('reads %s as %s', (header, language) => {
    expect(pageLanguageOf(header)).toBe(language);
  });
});
