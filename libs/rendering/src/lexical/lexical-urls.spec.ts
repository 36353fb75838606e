import { lexicalToAbsolute, lexicalToRelative } from './lexical-urls';

const SITE_URL = 'https://example.com/blog';
const documentOf = (...children: unknown[]) => JSON.stringify({ root: { type: 'root', children } });

const ABSOLUTE = documentOf(
  { type: 'image', src: `${SITE_URL}/content/images/a.png`, caption: `<a href="${SITE_URL}/b/">b</a>` },
  { type: 'bookmark', url: `${SITE_URL}/c/`, metadata: { icon: `${SITE_URL}/d.png`, title: `${SITE_URL}/e/` } },
  { type: 'gallery', images: [{ src: `${SITE_URL}/f.png` }] },
  { type: 'markdown', markdown: `[g](${SITE_URL}/g/)` },
  { type: 'paragraph', children: [{ type: 'link', url: `${SITE_URL}/h/`, children: [] }] },
);

describe('URLs of a lexical document', () => {
  it('of the site become relative and absolute again, but not in text', () => {
    const relative = lexicalToRelative(ABSOLUTE, SITE_URL);
    expect(relative.match(/https:[^"]*/g)).toEqual([`${SITE_URL}/e/`]);
    expect(relative).toContain('"url":"/blog/h/"');
    expect(lexicalToAbsolute(relative, { siteUrl: SITE_URL })).toBe(ABSOLUTE);
  });

  it.each(['about', 'about/', '?page=2'])('become absolute when %s is the only one', (url) => {
    const document = (link: string) =>
      documentOf({ type: 'paragraph', children: [{ type: 'link', url: link, children: [] }] });
    const itemUrl = `${SITE_URL}/post/`;
    expect(lexicalToAbsolute(document(url), { siteUrl: SITE_URL, itemUrl })).toBe(document(`${itemUrl}${url}`));
  });

  it('with the placeholder of Ghost become relative if JSON escapes their slashes', () => {
    const image = String.raw`{"root":{"children":[{"type":"image","src":"__GHOST_URL__\/content\/images\/a.png"}]}}`;
    expect(JSON.parse(lexicalToRelative(image, SITE_URL))).toMatchObject({
      root: { children: [{ src: '/blog/content/images/a.png' }] },
    });
  });

  it('with the placeholder of Ghost become relative', () => {
    const placeholder = ABSOLUTE.replaceAll(SITE_URL, '__GHOST_URL__');
    const relative = lexicalToRelative(placeholder, SITE_URL);
    expect(relative).not.toContain('__GHOST_URL__');
    expect(relative).toContain('"src":"/blog/content/images/a.png"');
  });

  it('stay as they are in a document that is nested too deeply', () => {
    const deep = ABSOLUTE.replace('{"root"', `{"unused":${'['.repeat(100_000)}${']'.repeat(100_000)},"root"`);
    expect(lexicalToRelative(deep, SITE_URL)).toBe(deep);
  });

  it.each(['no JSON /', '[]', '{"root":3,"a":"/"}'])('of %j stay as they are', (source) => {
    expect(lexicalToAbsolute(source, { siteUrl: SITE_URL })).toBe(source);
  });
});
