import { siteUrlOf } from './ghost-client';

describe('siteUrlOf', () => {
  it.each([
    ['https://example.com', 'https://example.com'],
    ['https://example.com/', 'https://example.com'],
    ['https://example.com/ghost', 'https://example.com'],
    ['https://example.com/ghost/#/settings/integrations', 'https://example.com'],
    ['https://example.com/blog/ghost/', 'https://example.com/blog'],
    ['https://example.com/ghost-stories/', 'https://example.com/ghost-stories'],
    ['https://ghost.example.com', 'https://ghost.example.com'],
    ['https://ghost.example.com/ghost/', 'https://ghost.example.com'],
    ['http://127.0.0.1:2368/', 'http://127.0.0.1:2368'],
  ])('of %s is %s', (url, siteUrl) => expect(siteUrlOf(url)).toBe(siteUrl));
});
