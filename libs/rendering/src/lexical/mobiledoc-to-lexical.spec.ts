import { mobiledocToLexical } from './mobiledoc-to-lexical';

const document = (parts: object) =>
  JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards: [], sections: [], ...parts });
const children = (mobiledoc: string | null) =>
  (JSON.parse(mobiledocToLexical(mobiledoc)) as { root: { children: unknown[] } }).root.children;

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
});
