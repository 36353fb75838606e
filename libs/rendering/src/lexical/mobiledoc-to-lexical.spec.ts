import { mobiledocToLexical } from './mobiledoc-to-lexical';

const document = (parts: object) =>
  JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards: [], sections: [], ...parts });
const children = (mobiledoc: string | null) =>
  (JSON.parse(mobiledocToLexical(mobiledoc)) as { root: { children: unknown[] } }).root.children;

/** A JSON object of which JavaScript cannot make a string. */
const ODD = { toString: 1 };

describe('mobiledocToLexical', () => {
  it.each([null, '', 'no JSON', '{}'])('of %j is a blank document', (mobiledoc) => {
    expect(children(mobiledoc)).toEqual([expect.objectContaining({ type: 'paragraph', children: [] })]);
  });

  it('makes html cards of blocks without a form in lexical', () => {
    const sections = [
      [1, 'pull-quote', [[0, [], 0, 'x']]],
      [2, '/content/images/a.png'],
      [10, 0],
    ];
    const html = children(document({ sections, cards: [['poll', { a: '-->' }]] }));
    expect(html).toEqual([
      { type: 'html', version: 1, html: '<div class="pull-quote">x</div>' },
      { type: 'image', version: 1, src: '/content/images/a.png' },
      { type: 'html', version: 1, html: '<!-- card {"name":"poll","payload":{"a":"\\u002d\\u002d\\u003e"}} -->' },
    ]);
  });

  it.each([
    ['the URL of an image', { sections: [[2, ODD]] }, { type: 'image', src: '' }],
    ['markdown', { sections: [[10, 0]], cards: [['markdown', { markdown: ODD }]] }, { type: 'markdown' }],
    ['the name of a card', { sections: [[10, 0]], cards: [[ODD, {}]] }, { type: 'html', html: '' }],
    ['text', { sections: [[1, 'p', [[0, [], 0, ODD]]]] }, { type: 'paragraph', children: [] }],
    [
      'the URL of a link',
      { sections: [[1, 'p', [[0, [0], 1, 'x']]]], markups: [['a', ['href', ODD]]] },
      { type: 'paragraph', children: [expect.objectContaining({ type: 'link', url: '' })] },
    ],
  ])('uses no object as %s', (_, parts, node) => {
    expect(children(document(parts))).toEqual([expect.objectContaining(node)]);
  });
});
