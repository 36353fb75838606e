import { relativeSetting } from './former-address';

const OLD = 'https://old.example.com/blog';

describe('a setting of a former site', () => {
  it.each([
    ['logo', `${OLD}/content/images/a.png`, '/content/images/a.png'],
    ['logo', 'http://old.example.com/blog/content/images/a.png', '/content/images/a.png'],
    ['title', OLD, OLD],
    ['title', `At ${OLD}/about/`, `At ${OLD}/about/`],
    ['logo', 'https://other.example.com/blog/a.png', 'https://other.example.com/blog/a.png'],
    [
      'codeinjection_head',
      '<style>p{background:url(http://old.example.com/blog/content/images/b.png)}</style>',
      '<style>p{background:url(/content/images/b.png)}</style>',
    ],
  ])('%s: %s', (key, value, relative) => {
    expect(relativeSetting(key, value, OLD)).toBe(relative);
  });

  it('has relative URLs in the navigation, by http and https and with or without a slash', () => {
    const urls = (...given: string[]): string => JSON.stringify(given.map((url) => ({ label: 'l', url })));
    const archived = `https://archive.example/${OLD}/about/`;
    const given = urls(OLD, `${OLD}/`, `${OLD}/about/`, 'http://old.example.com/blog/about/', `${OLD}ger/`, archived);
    expect(relativeSetting('navigation', given, OLD)).toBe(
      urls('/', '/', '/about/', '/about/', `${OLD}ger/`, archived),
    );
  });
});
