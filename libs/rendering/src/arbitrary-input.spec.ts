import { AlmanacError } from '@almanac/errors';
import fc from 'fast-check';
import {
  excerptOf,
  htmlToAbsolute,
  htmlToMobiledoc,
  htmlToPlaintext,
  htmlToRelative,
  mobiledocToAbsolute,
  mobiledocToHtml,
  mobiledocToRelative,
  readingTimeOf,
  slugFor,
} from './index';

const SITE_URL = 'https://example.com';
const scope = { siteUrl: SITE_URL, itemUrl: `${SITE_URL}/post/` };
const pieces = [
  ...['<a href="/x/">', '<a href=', '<img src="', "'", '"', '>', '<', '</a>', '<p>', '</p>', '<b>', '<!--', '-->'],
  ...['<script>', '</script>', '<ul>', '<li>', '<ol start="x">', '<pre>', '<hr>', '<br/>', '&amp;', '&#0;', '&'],
  ...[
    '\n',
    ' ',
    '\t',
    '\r\n',
    '`',
    '](',
    ')',
    '/x/',
    SITE_URL,
    '\\',
    '\ud800',
    '字',
    '<figure>',
    '<blockquote>',
    '==',
    '[^1]',
  ],
];
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })), { maxLength: 40 })
  .map((parts) => parts.join(''));

/** Runs a function that may reject its input, but only with an AlmanacError; undefined when it does. */
function unlessRejected<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof AlmanacError) return undefined;
    throw error;
  }
}

describe('arbitrary input', () => {
  it('of html is converted or rejected', () => {
    let converted = 0;
    fc.assert(
      fc.property(anyText, (text) => {
        expect(excerptOf({ plaintext: htmlToPlaintext(text) })?.length ?? 0).toBeLessThanOrEqual(500);
        expect(readingTimeOf({ html: text, hasFeatureImage: true })).toBeGreaterThanOrEqual(0);
        expect(slugFor('post', text)).toMatch(/^[^\s/?#A-Z]+$/);
        const mobiledoc = unlessRejected(() => htmlToMobiledoc(text));
        if (mobiledoc === undefined) return;
        converted += 1;
        expect(typeof mobiledocToHtml(mobiledoc)).toBe('string');
      }),
      { numRuns: 1000 },
    );
    expect(converted).toBeGreaterThan(100);
  });

  it('of html keeps its length apart from URLs, and absolute html stays the same', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const absolute = htmlToAbsolute(text, scope);
        expect(htmlToAbsolute(absolute, scope)).toBe(absolute);
        const relative = htmlToRelative(text, SITE_URL);
        expect(htmlToRelative(relative, SITE_URL)).toBe(relative);
        expect(absolute.length).toBeGreaterThanOrEqual(text.length - 40);
      }),
      { numRuns: 2000 },
    );
  });

  it('of JSON is rendered as a mobiledoc or rejected', () => {
    let rendered = 0;
    const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), anyText);
    const card = fc.tuple(
      fc.constantFrom('image', 'gallery', 'html', 'markdown', 'code', 'embed', 'bookmark', 'hr', 'x'),
      fc.oneof(
        json,
        fc.dictionary(fc.constantFrom('src', 'html', 'markdown', 'code', 'images', 'metadata', 'caption', 'url'), json),
      ),
    );
    const marker = fc.tuple(fc.constantFrom(0, 1, 7), fc.array(fc.nat(3)), fc.nat(3), fc.oneof(anyText, fc.nat(2)));
    const section = fc.oneof(
      fc.tuple(fc.constant(1), fc.constantFrom('p', 'h2', 'script', 'aside'), fc.array(marker)),
      fc.tuple(fc.constant(3), fc.constantFrom('ul', 'x'), fc.array(fc.array(marker))),
      fc.tuple(fc.constant(10), fc.nat(3)),
      fc.array(json),
    );
    const markup = fc.oneof(
      fc.tuple(fc.constant('a'), fc.tuple(fc.constant('href'), anyText)),
      fc.constant(['b']),
      json,
    );
    const document = fc.record({
      version: fc.constantFrom('0.3.1', '0.3.2', '0.2.0', 1),
      markups: fc.array(markup, { maxLength: 4 }),
      atoms: fc.array(fc.oneof(fc.constant(['soft-return', '', {}]), json), { maxLength: 2 }),
      cards: fc.array(card, { maxLength: 4 }),
      sections: fc.array(section, { maxLength: 6 }),
    });
    const validDocument = fc
      .tuple(fc.array(card, { maxLength: 4 }), fc.array(anyText, { maxLength: 4 }))
      .map(([cards, texts]) => ({
        version: '0.3.1',
        cards,
        sections: [...cards.map((_, index) => [10, index]), ...texts.map((text) => [1, 'p', [[0, [], 0, text]]])],
      }));
    fc.assert(
      fc.property(fc.oneof(validDocument, document, json), (value) => {
        const source = JSON.stringify(value);
        const html = unlessRejected(() => mobiledocToHtml(source));
        if (html !== undefined) rendered += 1;
        const absolute = mobiledocToAbsolute(source, scope);
        expect(mobiledocToAbsolute(absolute, scope)).toBe(absolute);
        expect(typeof mobiledocToRelative(source, SITE_URL)).toBe('string');
      }),
      { numRuns: 1000 },
    );
    expect(rendered).toBeGreaterThan(100);
  });

  it.each(['<', '<a ', '<a href="', "<a b='", '<!--', '<script>', '&lt;', '`', '](', '**a ', '<title', '\n', ' '])(
    'of a hundred thousand characters made of %j is processed completely',
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      const document = { version: '0.3.1', cards: [['markdown', { markdown: text }]], sections: [[10, 0]] };
      expect(htmlToAbsolute(text, { siteUrl: SITE_URL })).toHaveLength(text.length);
      expect(htmlToPlaintext(text).length).toBeLessThanOrEqual(2 * text.length);
      expect(readingTimeOf({ html: text, hasFeatureImage: false })).toBeGreaterThanOrEqual(0);
      expect(unlessRejected(() => mobiledocToHtml(JSON.stringify(document)))?.length ?? 0).toBeLessThanOrEqual(
        5_000_000,
      );
      expect(typeof mobiledocToAbsolute(JSON.stringify(document), scope)).toBe('string');
    },
  );
});
