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
const soup = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'binary' })), { maxLength: 40 })
  .map((parts) => parts.join(''));

/** Runs an action that may refuse its input, but in no other way than with an error of the catalogue. */
function answered<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof AlmanacError) return undefined;
    throw error;
  }
}

describe('whatever the text is', () => {
  it('html is converted or refused', () => {
    fc.assert(
      fc.property(soup, (text) => {
        expect(excerptOf({ plaintext: htmlToPlaintext(text) })?.length ?? 0).toBeLessThanOrEqual(500);
        expect(readingTimeOf(text, true)).toBeGreaterThanOrEqual(0);
        expect(slugFor('post', text)).toMatch(/^[^\s/?#A-Z]+$/);
        const mobiledoc = answered(() => htmlToMobiledoc(text));
        if (mobiledoc !== undefined) expect(typeof mobiledocToHtml(mobiledoc)).toBe('string');
      }),
      { numRuns: 1000 },
    );
  });

  it('making html absolute is repeatable and changes nothing but addresses', () => {
    fc.assert(
      fc.property(soup, (text) => {
        const absolute = htmlToAbsolute(text, scope);
        expect(htmlToAbsolute(absolute, scope)).toBe(absolute);
        const relative = htmlToRelative(text, SITE_URL);
        expect(htmlToRelative(relative, SITE_URL)).toBe(relative);
        expect(absolute.length).toBeGreaterThanOrEqual(text.length - 40);
      }),
      { numRuns: 2000 },
    );
  });

  it('a mobiledoc of any shape is rendered or refused', () => {
    const json = fc.oneof(fc.jsonValue({ maxDepth: 4 }), soup);
    const card = fc.tuple(
      fc.constantFrom('image', 'gallery', 'html', 'markdown', 'code', 'embed', 'bookmark', 'hr', 'x'),
      fc.oneof(
        json,
        fc.dictionary(fc.constantFrom('src', 'html', 'markdown', 'code', 'images', 'metadata', 'caption', 'url'), json),
      ),
    );
    const marker = fc.tuple(fc.constantFrom(0, 1, 7), fc.array(fc.nat(3)), fc.nat(3), fc.oneof(soup, fc.nat(2)));
    const section = fc.oneof(
      fc.tuple(fc.constant(1), fc.constantFrom('p', 'h2', 'script', 'aside'), fc.array(marker)),
      fc.tuple(fc.constant(3), fc.constantFrom('ul', 'x'), fc.array(fc.array(marker))),
      fc.tuple(fc.constant(10), fc.nat(3)),
      fc.array(json),
    );
    const markup = fc.oneof(fc.tuple(fc.constant('a'), fc.tuple(fc.constant('href'), soup)), fc.constant(['b']), json);
    const document = fc.record({
      version: fc.constantFrom('0.3.1', '0.3.2', '0.2.0', 1),
      markups: fc.array(markup, { maxLength: 4 }),
      atoms: fc.array(fc.oneof(fc.constant(['soft-return', '', {}]), json), { maxLength: 2 }),
      cards: fc.array(card, { maxLength: 4 }),
      sections: fc.array(section, { maxLength: 6 }),
    });
    fc.assert(
      fc.property(fc.oneof(document, json), (value) => {
        const source = JSON.stringify(value);
        const html = answered(() => mobiledocToHtml(source));
        if (html !== undefined) expect(typeof html).toBe('string');
        const absolute = mobiledocToAbsolute(source, scope);
        expect(mobiledocToAbsolute(absolute, scope)).toBe(absolute);
        expect(typeof mobiledocToRelative(source, SITE_URL)).toBe('string');
      }),
      { numRuns: 1000 },
    );
  });

  it.each(['<', '<a ', '<a href="', "<a b='", '<!--', '<script>', '&lt;', '`', '](', '**a ', '<title', '\n', ' '])(
    'a text of a hundred thousand characters made of %j is read to its end',
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      const document = { version: '0.3.1', cards: [['markdown', { markdown: text }]], sections: [[10, 0]] };
      expect(htmlToAbsolute(text, { siteUrl: SITE_URL })).toHaveLength(text.length);
      expect(htmlToPlaintext(text).length).toBeLessThanOrEqual(2 * text.length);
      expect(readingTimeOf(text, false)).toBeGreaterThanOrEqual(0);
      expect(answered(() => mobiledocToHtml(JSON.stringify(document)))?.length ?? 0).toBeLessThanOrEqual(5_000_000);
      expect(typeof mobiledocToAbsolute(JSON.stringify(document), scope)).toBe('string');
    },
  );
});
