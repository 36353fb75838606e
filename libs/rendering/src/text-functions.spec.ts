import { excerptOf } from './excerpt';
import { readingTimeOf } from './reading-time';
import { slugFor } from './slugify';

describe('excerptOf', () => {
  it('is the custom excerpt, or else 500 characters of the plaintext', () => {
    expect(excerptOf({ customExcerpt: 'mine', plaintext: 'text' })).toBe('mine');
    expect(excerptOf({ customExcerpt: '', plaintext: 'x'.repeat(600) })).toBe('x'.repeat(500));
    expect(excerptOf({ customExcerpt: null, plaintext: null })).toBeNull();
    expect(excerptOf({ plaintext: '' })).toBeNull();
  });
});

describe('readingTimeOf', () => {
  const words = (count: number) => `<p>${'word '.repeat(count)}</p>`;

  it('counts 275 words a minute, rounded', () => {
    expect(readingTimeOf({ html: words(137), hasFeatureImage: false })).toBe(0);
    expect(readingTimeOf({ html: words(138), hasFeatureImage: false })).toBe(1);
    expect(readingTimeOf({ html: words(275 * 4), hasFeatureImage: false })).toBe(4);
  });

  it('counts one second less for each further image, but at least three', () => {
    const images = '<img src="x">'.repeat(12);
    expect(readingTimeOf({ html: images, hasFeatureImage: false })).toBe(
      Math.round((12 + 11 + 10 + 9 + 8 + 7 + 6 + 5 + 4 + 3 + 3 + 3) / 60),
    );
    expect(readingTimeOf({ html: words(252) + '<img src="a">'.repeat(3), hasFeatureImage: false })).toBe(1);
    expect(readingTimeOf({ html: words(252) + '<img src="a">'.repeat(3), hasFeatureImage: true })).toBe(2);
  });

  it('does not count tags, attributes and the text after an unclosed tag', () => {
    expect(readingTimeOf({ html: `<p title="${'word '.repeat(900)}">one</p>`, hasFeatureImage: false })).toBe(0);
    expect(readingTimeOf({ html: `one <b ${'word '.repeat(900)}`, hasFeatureImage: false })).toBe(0);
  });

  it('counts each ideograph as a word', () => {
    expect(readingTimeOf({ html: '字'.repeat(275 * 2), hasFeatureImage: false })).toBe(2);
    expect(readingTimeOf({ html: `<p>${'가'.repeat(275)}</p>`, hasFeatureImage: false })).toBe(1);
  });
});

describe('slugFor', () => {
  it.each([
    ['post', 'Weird Slug! Ünï & /x/', 'weird-slug-uni-x'],
    ['post', "it's   over -- now", 'its-over-now'],
    ['post', '北京 trip', 'bei-jing-trip'],
    ['post', '', 'post'],
    ['post', '!!!', 'post'],
    ['user', '…', 'user'],
    ['post', 'Ghost', 'ghost-post'],
    ['tag', 'rss', 'rss-tag'],
    ['tag', '#internal tag', 'hash-internal-tag'],
    ['post', '#internal tag', 'internal-tag'],
    ['post', '../../etc/passwd', 'etc-passwd'],
  ] as const)('of a %s with the text %j is %j', (kind, text, slug) => {
    expect(slugFor(kind, text)).toBe(slug);
  });

  it('cuts long titles, so that a number fits into the column', () => {
    expect(slugFor('post', 'word '.repeat(5000))).toHaveLength(185);
  });
});
