import { relativeSetting, relativeValue } from './old-site-urls';

const OLD = 'https://old.example.com/blog';

describe('a value of an old site in a subdirectory', () => {
  it.each([
    ['feature_image', `${OLD}/content/images/f.png`, '/content/images/f.png'],
    ['feature_image', '/blog/content/images/f.png', '/content/images/f.png'],
    ['feature_image', '__GHOST_URL__/content/images/f.png', '__GHOST_URL__/content/images/f.png'],
    ['canonical_url', OLD, '/'],
    ['canonical_url', `${OLD}?page=2`, '/?page=2'],
    ['canonical_url', `${OLD}//evil.example/`, '/evil.example/'],
    ['canonical_url', `${OLD}ger/about/`, `${OLD}ger/about/`],
    ['canonical_url', '/blogger/about/', '/blogger/about/'],
    ['html', `<a href="http://old.example.com/blog/a/">${OLD}/a/</a>`, `<a href="/a/">${OLD}/a/</a>`],
    ['html', `<img srcset="${OLD}/content/images/f.png 1x">`, '<img srcset="/content/images/f.png 1x">'],
    ['html', '<a href="https://other.example/blog/a/">a</a>', '<a href="https://other.example/blog/a/">a</a>'],
    ['markdown', `![f](${OLD}/content/images/f.png)`, '![f](/content/images/f.png)'],
    [
      'mobiledoc',
      JSON.stringify({ cards: [['image', { src: `${OLD}/content/images/f.png` }]] }),
      JSON.stringify({ cards: [['image', { src: '/content/images/f.png' }]] }),
    ],
    [
      'lexical',
      JSON.stringify({ root: { children: [{ type: 'image', src: `${OLD}/content/images/f.png` }] } }),
      JSON.stringify({ root: { children: [{ type: 'image', src: '/content/images/f.png' }] } }),
    ],
  ])('is relative to the root of the site, %s: %s', (column, value, relative) => {
    expect(relativeValue(column, value, OLD)).toBe(relative);
  });
});

describe('a setting of an old site', () => {
  it.each([
    ['logo', `${OLD}/content/images/a.png`, '/content/images/a.png'],
    ['logo', 'http://old.example.com/blog/content/images/a.png', '/content/images/a.png'],
    ['logo', '/blog/content/images/a.png', '/content/images/a.png'],
    ['cover_image', '__GHOST_URL__/content/images/a.png', '__GHOST_URL__/content/images/a.png'],
    ['title', OLD, OLD],
    ['navigation', `[{"url":"${OLD}//evil.example/"}]`, '[{"url":"/evil.example/"}]'],
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
