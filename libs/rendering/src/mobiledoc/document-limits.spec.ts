import { ValidationError } from '@almanac/errors';
import { htmlToMobiledoc } from '../html-to-mobiledoc/html-to-mobiledoc';
import { htmlToPlaintext } from '../plaintext/html-to-plaintext';
import { htmlToAbsolute } from '../urls/html-urls';
import { HtmlBudget, documentLimits } from './document-limits';
import { markdownToHtml } from './markdown';
import { mobiledocToHtml } from './render-mobiledoc';

interface Parts {
  markups?: unknown[];
  atoms?: unknown[];
  cards?: unknown[];
  sections?: unknown[];
}

const document = (parts: Parts): string =>
  JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards: [], sections: [], ...parts });
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const cards = (list: unknown[]) => document({ cards: list, sections: list.map((_, index) => [10, index]) });
const markdown = (text: string) => cards([['markdown', { markdown: text }]]);
const paragraph = (markers: unknown[]) => [1, 'p', markers];
const link = (length: number) => ['a', ['href', 'x'.repeat(length)]];
const opened = (count: number) => paragraph(times(count, () => [0, [0], 1, 'x']));

function reasonOf(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    if (error instanceof ValidationError) return error.context;
    throw error;
  }
}

describe('a document', () => {
  const { nodes, html, markdownMarks, footnotes } = documentLimits;

  it.each([
    [
      'one card in 20,000 sections',
      document({ cards: [['html', { html: 'x' }]], sections: times(20_000, () => [10, 0]) }),
      'references the card with the index 0 more than once',
    ],
    [
      'one markdown card twice',
      document({
        cards: [['markdown', { markdown: 'x' }]],
        sections: [
          [10, 0],
          [10, 0],
        ],
      }),
      'references the card with the index 0',
    ],
    [
      'one atom twice',
      document({
        atoms: [['soft-return', '', {}]],
        sections: [
          paragraph([
            [1, [], 0, 0],
            [1, [], 0, 0],
          ]),
        ],
      }),
      'references the atom with the index 0',
    ],
    [
      'one atom in two items',
      document({ atoms: [['soft-return', '', {}]], sections: [[3, 'ul', [[[1, [], 0, 0]], [[1, [], 0, 0]]]]] }),
      'references the atom with the index 0',
    ],
    [
      'a long link in 4,000 markers',
      document({ markups: [link(2_000)], sections: [opened(4_000)] }),
      'characters of html',
    ],
    [
      'a long link in a list',
      document({ markups: [link(2_000)], sections: [[3, 'ul', times(3_000, () => [[0, [0], 1, '']])]] }),
      'characters of html',
    ],
    [
      '100 markups around each of 200 markers',
      document({ markups: [['b']], sections: [paragraph(times(200, () => [0, times(100, () => 0), 100, 'x']))] }),
      'more than 10000',
    ],
    ['too many sections', document({ sections: times(nodes + 1, () => paragraph([])) }), 'more than 10000'],
    ['too many empty list items', document({ sections: [[3, 'ul', times(nodes, () => [])]] }), 'more than 10000'],
    ['too many image sections', document({ sections: times(nodes + 1, () => [2, 'x']) }), 'more than 10000'],
    [
      'too many bookmarks',
      cards(times(2_000, () => ['bookmark', { metadata: { url: 'a', title: 'b', description: 'c' } }])),
      'more than 10000',
    ],
    ['too many embeds', cards(times(2_000, () => ['embed', { html: 'x' }])), 'more than 10000'],
    [
      'a gallery of 6,000 images',
      cards([['gallery', { images: times(6_000, () => ({ fileName: 'a', src: 'b', width: 1, height: 1 })) }]]),
      'more than 10000',
    ],
    [
      'text that escaping makes longer',
      document({ sections: [paragraph([[0, [], 0, '&'.repeat(html / 4)]])] }),
      'characters of html',
    ],
    ['html of six million characters', cards([['html', { html: 'x'.repeat(html + 1) }]]), 'characters of html'],
    [
      'captions of six million characters',
      cards(times(6, () => ['image', { src: 'x', caption: 'x'.repeat(1_000_000) }])),
      'characters of html',
    ],
    [
      'a definition named by 5,000 links',
      markdown(`[a]: /${'x'.repeat(10_000)}\n\n${'[a]\n'.repeat(5_000)}`),
      'characters of html',
    ],
    [
      'such definitions in several cards',
      cards(times(60, () => ['markdown', { markdown: `[a]: /${'x'.repeat(1_000)}\n\n${'[a]\n'.repeat(100)}` }])),
      'characters of html',
    ],
    ['2,000 footnotes', markdown('^[a] '.repeat(2_000)), `more than ${footnotes} footnotes`],
    [
      'footnotes in several cards',
      cards(times(footnotes + 1, () => ['card-markdown', { markdown: '[^1]' }])),
      'footnotes',
    ],
    ['markdown of brackets', markdown('['.repeat(markdownMarks + 1)), 'syntax characters'],
    ['a megabyte of markdown', markdown('x'.repeat(1_000_000)), 'characters of markdown'],
  ])('with %s is rejected with the reason', (_, source, reason) => {
    const seen = reasonOf(() => mobiledocToHtml(source));
    expect(seen).toContain(reason);
  });

  it('is rejected before its markdown becomes html that escaping makes too long', () => {
    const text = `${'[a] '.repeat(9_000)}\n\n[a]: http://x/${'&'.repeat(500)}`;
    expect(() => markdownToHtml(text, { budget: new HtmlBudget(), isGhost4: false })).toThrow('too large');
  });

  it('is accepted with the text of real posts', () => {
    const prose =
      'Some *words* and a [link](https://example.com/x) in a sentence. More **bold** text follows it here.\n\n';
    expect(mobiledocToHtml(markdown(prose.repeat(1_000))).length).toBeGreaterThan(100_000);
    const long = times(3_000, (index) =>
      paragraph([
        [0, [], 0, 'A sentence with '],
        [0, [0], 1, `a link ${index}`],
        [0, [], 0, '.'],
      ]),
    );
    expect(() => mobiledocToHtml(document({ markups: [link(200)], sections: long }))).toThrow('too large');
    expect(mobiledocToHtml(document({ markups: [link(200)], sections: long.slice(0, 1_900) }))).toContain(
      'a link 1899',
    );
    expect(mobiledocToHtml(cards([['html', { html: 'x'.repeat(1_000_000) }]])).length).toBeGreaterThan(1_000_000);
  });

  it('is accepted with one URL of a megabyte', () => {
    expect(mobiledocToHtml(document({ markups: [link(1_000_000)], sections: [opened(1)] })).length).toBeGreaterThan(
      1_000_000,
    );
  });

  it.each(['javascript:x', 'JavaScript:x', ' java\nscript:x', '\u0001vbscript:x'])(
    'has the prefix unsafe: in a link to %j',
    (url) => {
      const source = document({ markups: [['a', ['href', url]]], sections: [opened(1)] });
      expect(mobiledocToHtml(source)).toContain('href="unsafe:');
    },
  );
});

describe('html', () => {
  it.each([
    ['10,001 tags', '<p>'.repeat(10_001), 'tags'],
    ['10,001 comments', '<!---->'.repeat(10_001), 'tags'],
    ['1,001 images', '<img src=x>'.repeat(1_001), 'images'],
    ['201 attributes in a tag', `<p ${times(201, (index) => `a${index}`).join(' ')}>x`, 'attributes'],
    ['five million characters and one', 'x'.repeat(5_000_001), 'characters'],
    ['201 levels', '<div>'.repeat(201), 'deeper'],
  ])('with %s is rejected with the reason', (_, source, reason) => {
    expect(reasonOf(() => htmlToMobiledoc(source))).toContain(reason);
  });

  it('can contain long runs of white space as entities', () => {
    const html = mobiledocToHtml(htmlToMobiledoc(`<p>a${'&nbsp;'.repeat(100_000)}b</p>`));
    expect(html.length).toBeLessThan(3_000);
  });

  it.each([
    ['lines', '<hr>'.repeat(250_000)],
    ['nested lists of many lines', `${'<ul><li>'.repeat(400)}${'a\n'.repeat(300_000)}`],
    ['nested quotes', `${'<blockquote>'.repeat(190)}${'word '.repeat(200_000)}`],
    ['references', '&lt;'.repeat(250_000)],
  ])('becomes plaintext of a bounded length: %s', (_, source) => {
    expect(htmlToPlaintext(source).length).toBeLessThan(source.length + 2_000_000);
  });

  it('keeps an image with more than a hundred sizes unchanged', () => {
    const image = `<img srcset="${'/a, '.repeat(300_000)}">`;
    expect(htmlToAbsolute(image, { siteUrl: 'https://example.com' })).toBe(image);
  });
});
