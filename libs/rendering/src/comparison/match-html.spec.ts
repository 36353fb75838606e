import { ValidationError } from '@almanac/errors';
import { htmlForAudience } from '../gated-blocks';
import { mobiledocToHtml } from '../mobiledoc/render-mobiledoc';
import { lexicalMatchingHtml, withoutUnknownNodes } from './lexical-parts';
import { htmlAsMobiledoc, markdownAsMobiledoc, mobiledocMatchingHtml } from './mobiledoc-parts';
import { haveEqualVisibleBlocks } from './visible-blocks';

const paragraph = (text: string): unknown[] => [1, 'p', [[0, [], 0, text]]];
const mobiledocOf = (sections: unknown[][], cards: unknown[] = []): string =>
  JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards, sections });

interface Parts {
  sections: unknown[][];
  cards: [string, Record<string, string>][];
}
const partsOf = (document: string): Parts => JSON.parse(document) as Parts;

/** The parts of a document in order: texts of paragraphs, and cards. */
function outline(document: string): string[] {
  const { sections, cards } = partsOf(document);
  return sections.map(([type, value, markers]) => {
    const [name, payload] = cards[Number(value)] ?? ['', {}];
    return type === 10 ? `${name}: ${payload.html ?? payload.markdown ?? ''}` : JSON.stringify(markers);
  });
}

describe('mobiledocMatchingHtml', () => {
  it('keeps a document that renders to what readers saw, byte for byte', async () => {
    const document = mobiledocOf([paragraph('a'), paragraph('b')]);
    const unchanged = { document, htmlCards: 0, hasOmittedParts: false, isOneHtmlCard: false };
    expect(await mobiledocMatchingHtml(document, '<p>a</p>\n<p>b</p>')).toEqual(unchanged);
  });

  it('replaces only the part that would be shown differently', async () => {
    const document = mobiledocOf([paragraph('a'), [10, 0], paragraph('b')], [['callout', { text: 'x' }]]);
    const html = '<p>a</p><div class="kg-card kg-callout-card">x</div><p>b</p>';
    const seen = await mobiledocMatchingHtml(document, html);
    expect([seen.htmlCards, seen.isOneHtmlCard]).toEqual([1, false]);
    expect(outline(seen.document)).toEqual([
      JSON.stringify([[0, [], 0, 'a']]),
      'html: <div class="kg-card kg-callout-card">x</div>',
      JSON.stringify([[0, [], 0, 'b']]),
    ]);
    expect(haveEqualVisibleBlocks(mobiledocToHtml(seen.document), html)).toBe(true);
  });

  it.each([
    ['of one part', '<p>a</p>', [JSON.stringify([[0, [], 0, 'a']])]],
    ['of all parts', '', []],
  ])('says that it leaves parts out which are not in the html %s', async (_, html, kept) => {
    const seen = await mobiledocMatchingHtml(mobiledocOf([paragraph('a'), paragraph('b')]), html);
    expect([seen.htmlCards, seen.hasOmittedParts, seen.isOneHtmlCard]).toEqual([0, true, false]);
    expect(outline(seen.document)).toEqual(kept);
  });

  it('keeps a card that shows nothing and showed nothing', async () => {
    const document = mobiledocOf([paragraph('a'), [10, 0]], [['email', { html: '<p>Hi</p>' }]]);
    expect((await mobiledocMatchingHtml(document, '<p>a</p>')).document).toBe(document);
    const changed = await mobiledocMatchingHtml(document, '<p>b</p>');
    expect(outline(changed.document)).toEqual(['html: <p>b</p>']);
  });

  it('keeps a heading with another anchor and the paywall as html', async () => {
    const document = mobiledocOf([[1, 'h2', [[0, [], 0, "It's"]]], [10, 0], paragraph('b')], [['paywall', {}]]);
    const html = '<h2 id="its-own">It\'s</h2><!--members-only--><p>b</p>';
    const seen = await mobiledocMatchingHtml(document, html);
    expect(haveEqualVisibleBlocks(mobiledocToHtml(seen.document), html)).toBe(true);
    expect(outline(seen.document)).toHaveLength(2);
  });

  it.each([
    ['text that is no mobiledoc', '{"no": "mobiledoc"}', '<p>x</p>'],
    ['text that is no JSON', 'no JSON', '<p>x</p>'],
    ['html that is too deep to compare', mobiledocOf([paragraph('a')]), `${'<div>'.repeat(600)}x`],
  ])('keeps the html of %s as one card', async (_, document, html) => {
    const seen = await mobiledocMatchingHtml(document, html);
    expect([seen.htmlCards, seen.isOneHtmlCard]).toEqual([1, true]);
    expect(outline(seen.document)).toEqual([`html: ${html}`]);
  });

  it('keeps the html where markup spans several cards and something differs', async () => {
    const cards = [
      ['html', { html: '<div class="box">' }],
      ['html', { html: '</div>' }],
    ];
    const document = mobiledocOf([[10, 0], paragraph('in the box'), [10, 1]], cards);
    const same = '<div class="box"><p>in the box</p></div>';
    expect((await mobiledocMatchingHtml(document, same)).htmlCards).toBe(0);
    const seen = await mobiledocMatchingHtml(document, '<div class="box"><p>in a box</p></div>');
    expect([seen.htmlCards, seen.isOneHtmlCard]).toEqual([1, true]);
  });
});

describe('mobiledocMatchingHtml for markdown', () => {
  const markdownMatchingHtml = (markdown: string, html: string) =>
    mobiledocMatchingHtml(markdownAsMobiledoc(markdown), html);

  it('is one markdown card', async () => {
    const seen = await markdownMatchingHtml('# A\n\ntext', '<h1 id="a">A</h1>\n\n<p>text</p>');
    expect([seen.htmlCards, outline(seen.document)]).toEqual([0, ['markdown: # A\n\ntext']]);
  });

  it('isolates the block that would be shown differently', async () => {
    const markdown = 'one\n\n## A heading\n\n- a\n- b\n\nlast';
    const html = '<p>one</p><h2 id="another-anchor">A heading</h2><ul><li>a</li><li>b</li></ul><p>last</p>';
    const seen = await markdownMatchingHtml(markdown, html);
    expect(outline(seen.document)).toEqual([
      'markdown: one\n\n',
      'html: <h2 id="another-anchor">A heading</h2>',
      'markdown: - a\n- b\n\nlast',
    ]);
    expect(haveEqualVisibleBlocks(mobiledocToHtml(seen.document), html)).toBe(true);
  });

  it('keeps the html where blocks depend on each other', async () => {
    const html = '<p>see <a href="/x">this</a></p><p>other</p>';
    const seen = await markdownMatchingHtml('see [this][1]\n\nanother\n\n[1]: /x', html);
    expect(haveEqualVisibleBlocks(mobiledocToHtml(seen.document), html)).toBe(true);
  });
});

describe('the comparison of a large document', () => {
  it('leaves turns of the event loop to other work', async () => {
    const texts = Array.from({ length: 500 }, (_, index) => `Paragraph ${index}`);
    const sections = texts.map((text) => [1, 'p', [[0, [], 0, text]]]);
    const document = JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards: [], sections });
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const html = texts.map((text) => `<p>${text}</p>`).join('');
    const seen = await mobiledocMatchingHtml(document, html.replace('Paragraph 250', 'Another text'));
    clearImmediate(next);
    expect(seen.htmlCards).toBe(1);
    expect(turns).toBeGreaterThanOrEqual(5);
  });
});

describe('htmlAsMobiledoc', () => {
  it('is one html card', () => {
    expect(outline(htmlAsMobiledoc('<table></table>'))).toEqual(['html: <table></table>']);
  });
});

interface TextNode {
  type: string;
  html: string;
}
const lexicalOf = (...children: object[]): string => JSON.stringify({ root: { type: 'root', children } });
const nodesOf = (document: string): TextNode[] =>
  (JSON.parse(document) as { root: { children: TextNode[] } }).root.children;

/** A renderer of documents whose nodes have their html; a node of the type `unknown` is rejected. */
const tools = {
  assert: (document: string): void => {
    if (!document.startsWith('{')) throw new ValidationError('No JSON.');
    if (nodesOf(document).some(({ type }) => type === 'unknown')) throw new ValidationError('Unknown node.');
  },
  render: async (document: string): Promise<string> => {
    tools.assert(document);
    return nodesOf(document)
      .map(({ html }) => html)
      .join('');
  },
};

describe('lexicalMatchingHtml', () => {
  const text = (html: string) => ({ type: 'paragraph', html });

  it('keeps a document that renders to what readers saw, byte for byte', async () => {
    const document = lexicalOf(text('<p>a</p>'));
    expect((await lexicalMatchingHtml(document, '<p>a</p>', tools)).document).toBe(document);
  });

  it('replaces unknown nodes by the html in their place', async () => {
    const document = lexicalOf(text('<p>a</p>'), { type: 'unknown' }, text('<p>b</p>'));
    const seen = await lexicalMatchingHtml(document, '<p>a</p><aside>x</aside><p>b</p>', tools);
    expect(seen.htmlCards).toBe(1);
    expect(nodesOf(seen.document)).toEqual([
      text('<p>a</p>'),
      { type: 'html', version: 1, html: '<aside>x</aside>' },
      text('<p>b</p>'),
    ]);
  });

  it('removes unknown nodes where there is no html', () => {
    const { document, removed } = withoutUnknownNodes(lexicalOf(text('<p>a</p>'), { type: 'unknown' }), tools);
    expect([nodesOf(document), removed]).toEqual([[text('<p>a</p>')], 1]);
  });

  describe('with a card for paying members', () => {
    const gated = (html: string): string =>
      `<!--kg-gated-block:begin nonMember:false memberSegment:"status:-free" -->${html}<!--kg-gated-block:end-->`;
    const card = (html: string) => ({ type: 'call-to-action', html: gated(html) });

    it.each([
      ['the card', [text('<p>a</p>'), card('<p>old</p>'), text('<p>b</p>')], '<p>a</p>', '<p>PAID</p>'],
      ['the block before it', [text('<p>old</p>'), card('<p>PAID</p>'), text('<p>b</p>')], '<p>a</p>', '<p>PAID</p>'],
      ['a block before its equal', [text('<p>old</p>'), card('x'), card('x'), text('<p>b</p>')], gated('x'), 'PAID'],
    ])('replaces %s as a whole, so that other readers still see the rest only', async (_, nodes, before, paid) => {
      const html = `${before}\n${gated(paid)}\n<p>b</p>`;
      const { document } = await lexicalMatchingHtml(lexicalOf(...nodes), html, tools);
      const rendered = await tools.render(document);
      expect(haveEqualVisibleBlocks(rendered, html)).toBe(true);
      for (const node of nodesOf(document)) expect(htmlForAudience(node.html, 'public')).not.toContain('PAID');
      expect(htmlForAudience(rendered, 'public')).toContain('<p>b</p>');
      expect(nodesOf(document).at(-1)).toEqual(text('<p>b</p>'));
    });
  });

  it('keeps the html of text that is no lexical document', async () => {
    const seen = await lexicalMatchingHtml('no JSON', '<p>a</p>', tools);
    expect([seen.isOneHtmlCard, nodesOf(seen.document)]).toEqual([
      true,
      [{ type: 'html', version: 1, html: '<p>a</p>' }],
    ]);
  });
});
