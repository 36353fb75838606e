import fc from 'fast-check';
import { LexicalRenderer, mobiledocToHtml, mobiledocToLexical } from '../src';
import { hasSameContent } from '../src/lexical/same-content';

const renderer = new LexicalRenderer();
afterAll(() => renderer.close());

const words = fc.stringMatching(/^[a-zß<&"' ()!-]{1,12}$/);
const url = fc.constantFrom('https://example.com/?a=1&b=2', '/relative/', '#anchor', 'mailto:a@example.com', '');
const caption = fc.constantFrom('', 'caption <a href="/c/">c</a>', 'a &amp; b');
/** The ids without those of headings that consist of punctuation: `""`, and `"-1"` for the second one. */
const headingIds = (html: string) =>
  [...html.matchAll(/<h[1-6] id="([^"]*)"/g)].map(([, id]) => id).filter((id) => !/^(?:-\d+)?$/.test(id ?? ''));

/** A difference as text, for the message of a failed assertion; undefined if both show the same. */
const difference = (first: string, second: string) => (hasSameContent(first, second) ? undefined : [first, second]);

/** Equal headings are numbered, apart from those that became html cards. */
const withOwnId = (block: { type: string; children?: object[] }, index: number): object =>
  block.type.endsWith('heading')
    ? { ...block, children: [{ type: 'extended-text', text: `${index} `, format: 0 }, ...(block.children ?? [])] }
    : block;

describe('lexical → mobiledoc', () => {
  it('numbers equal headings alike', async () => {
    const heading = { type: 'heading', tag: 'h2', children: [{ type: 'text', text: 'Equal words', format: 0 }] };
    const { html, mobiledoc } = await renderer.render(
      JSON.stringify({ root: { type: 'root', children: [heading, heading, heading] } }),
    );
    expect(headingIds(html)).toEqual(['equal-words', 'equal-words-1', 'equal-words-2']);
    expect(headingIds(mobiledocToHtml(mobiledoc))).toEqual(headingIds(html));
  });

  const text = fc.record({ type: fc.constant('extended-text'), text: words, format: fc.nat(255) });
  const lineBreak = fc.constant({ type: 'linebreak', version: 1 });
  const inlineLeaf = fc.oneof({ weight: 4, arbitrary: text }, { weight: 1, arbitrary: lineBreak });
  const link = fc.record({
    type: fc.constant('link'),
    url,
    rel: fc.constantFrom(null, 'noreferrer'),
    target: fc.constantFrom(null, '_blank'),
    children: fc.array(inlineLeaf, { minLength: 1, maxLength: 3 }),
  });
  const inline = fc.array(fc.oneof({ weight: 3, arbitrary: inlineLeaf }, link), { maxLength: 5 });
  const item = fc.record({ type: fc.constant('listitem'), children: inline });
  const list = (items: fc.Arbitrary<object>) =>
    fc.record({
      type: fc.constant('list'),
      listType: fc.constantFrom('bullet', 'number', 'check'),
      start: fc.constantFrom(1, 1, 3),
      children: fc.array(items, { minLength: 1, maxLength: 3 }),
    });
  const nested = fc.record({ type: fc.constant('listitem'), children: list(item).map((inner) => [inner]) });
  const block = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constant('paragraph'), format: fc.constantFrom('', 'center'), children: inline }),
    },
    fc.record({
      type: fc.constantFrom('extended-heading', 'heading'),
      tag: fc.constantFrom('h1', 'h2', 'h6'),
      children: inline,
    }),
    fc.record({ type: fc.constantFrom('quote', 'extended-quote', 'aside'), children: inline }),
    list(fc.oneof(item, nested)),
    fc.record({
      type: fc.constant('image'),
      src: url,
      alt: words,
      caption,
      href: fc.constantFrom('', '/to/'),
      cardWidth: fc.constantFrom('wide', 'regular'),
    }),
    fc.record({
      type: fc.constant('html'),
      html: fc.constantFrom('<p>html', '', '<!--members-only-->', '<table><tr><td>1</table>'),
    }),
    fc.record({
      type: fc.constant('markdown'),
      markdown: fc.constantFrom('# A title\n\n~sub~ ^sup^ ==mark==', 'x[^1]\n\n[^1]: n', ''),
    }),
    fc.record({ type: fc.constant('codeblock'), code: words, language: fc.constantFrom('', 'js'), caption }),
    fc.record({
      type: fc.constant('bookmark'),
      url,
      caption,
      metadata: fc.record({ title: words, description: words, author: words, publisher: words }),
    }),
    fc.record({
      type: fc.constant('embed'),
      url,
      html: fc.constantFrom('<iframe src="/x"></iframe>', '<script src="/x"></script>'),
      caption,
    }),
    fc.record({ type: fc.constant('callout'), calloutText: fc.constantFrom('<p>call <b>out</b></p>', 'x') }),
    fc.record({ type: fc.constant('toggle'), heading: words, content: fc.constant('<p>inside</p>') }),
    fc.constantFrom(
      { type: 'paywall' },
      { type: 'horizontalrule' },
      { type: 'email', html: '<p>x</p>' },
      { type: 'transistor' },
    ),
  );

  it('shows the same content and has the same heading ids, also after lexical → mobiledoc → lexical', async () => {
    let blocksWithOwnForm = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(block, { maxLength: 6 }), async (drawn) => {
        const children = drawn.map(withOwnId);
        const { html, mobiledoc } = await renderer.render(JSON.stringify({ root: { type: 'root', children } }));
        const again = mobiledocToHtml(mobiledoc);
        expect(difference(again, html)).toBeUndefined();
        expect(headingIds(again)).toEqual(headingIds(html));
        blocksWithOwnForm += (JSON.parse(mobiledoc) as { sections: unknown[][] }).sections.filter(
          ([type]) => type === 1,
        ).length;
        const back = await renderer.render(mobiledocToLexical(mobiledoc));
        expect(difference(back.html, html)).toBeUndefined();
        expect(headingIds(back.html)).toEqual(headingIds(html));
      }),
      { numRuns: 300 },
    );
    expect(blocksWithOwnForm).toBeGreaterThan(100);
  });
});

describe('mobiledoc → lexical', () => {
  const markups = [
    ...['strong', 'b', 'em', 'i', 's', 'u', 'code', 'sub', 'sup'].map((tag) => [tag]),
    ['a', ['href', '/a/?b=1&c=2']],
    ['a', ['href', '/rel/', 'rel', 'nofollow']],
    ['a', ['href', '/title/', 'title', 'T']],
    ['a'],
  ];
  const atoms = Array.from({ length: 40 }, () => ['soft-return', '', {}]);
  /** Markers that open markups, and close as many as are open at most. */
  const markers = fc.array(
    fc.tuple(fc.array(fc.nat(markups.length - 1), { maxLength: 2 }), fc.nat(2), words, fc.boolean()),
    { maxLength: 5 },
  );
  const section = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.tuple(
        fc.constant(1),
        fc.constantFrom('p', 'h2', 'h6', 'blockquote', 'aside', 'pull-quote'),
        markers,
      ),
    },
    fc.tuple(fc.constant(3), fc.constantFrom('ul', 'ol'), fc.array(markers, { minLength: 1, maxLength: 3 })),
    fc.constantFrom(
      ['image', { src: '/a.png', alt: 'A', caption: 'c <b>d</b>', cardWidth: 'wide' }],
      [
        'gallery',
        { images: [1, 2, 3, 4].map((n) => ({ fileName: 'f', src: `/${n}.png`, width: 1, height: 2 })), caption: 'g' },
      ],
      ['html', { html: '<div>raw</div>' }],
      ['markdown', { markdown: '# One\n\nH~2~O and a[^1]\n\n[^1]: note' }],
      ['card-markdown', { markdown: '**old** [x](/x/)' }],
      ['code', { code: 'a < b', language: 'js', caption: 'c' }],
      ['embed', { url: '/u', html: '<iframe src="/e"></iframe>', type: 'video', caption: 'e' }],
      [
        'bookmark',
        {
          metadata: {
            url: '/b',
            title: 't',
            description: 'd',
            author: 'a',
            publisher: 'p',
            icon: '/i.png',
            thumbnail: '/t.png',
          },
          caption: 'c',
        },
      ],
      ['hr', {}],
      ['poll', { choices: '-->' }],
      ['toggle', { heading: 'h', content: 'shown by lexical only' }],
    ),
  );
  interface Parts {
    sections: number;
    atoms: number;
    cards: unknown[];
  }
  const markersFrom = (drawn: unknown, parts: Parts): unknown[] => {
    let open = 0;
    const list = drawn as [number[], number, string, boolean][];
    return list.map(([opened, closed, value, isAtom], index) => {
      open += opened.length;
      const ended = index === list.length - 1 ? open : Math.min(closed, open);
      open -= ended;
      return isAtom ? [1, opened, ended, parts.atoms++] : [0, opened, ended, value];
    });
  };
  const sectionFrom = (drawn: readonly unknown[], parts: Parts): unknown[] => {
    const [type, tag, content] = drawn;
    // Equal headings are numbered, apart from those that became html cards.
    if (type === 1) return [1, tag, [[0, [], 0, `${parts.sections++} `], ...markersFrom(content, parts)]];
    if (type === 3) return [3, tag, (content as unknown[]).map((each) => markersFrom(each, parts))];
    return [10, parts.cards.push(drawn) - 1];
  };

  it.each(['4.0', undefined])(
    'of Ghost %j shows the same content, also after mobiledoc → lexical → mobiledoc',
    async (ghostVersion) => {
      await fc.assert(
        fc.asyncProperty(fc.array(section, { maxLength: 6 }), async (drawn) => {
          const parts: Parts = { sections: 0, atoms: 0, cards: [] };
          // The renderers leave out an empty paragraph at the end.
          const sections = [...drawn.map((each) => sectionFrom(each, parts)), [1, 'p', [[0, [], 0, 'end']]]];
          const mobiledoc = JSON.stringify({
            version: '0.3.1',
            ghostVersion,
            markups,
            atoms,
            cards: parts.cards,
            sections,
          });
          const html = mobiledocToHtml(mobiledoc);
          const isShown = !drawn.some(([name]) => name === 'toggle');
          const rendered = await renderer.render(mobiledocToLexical(mobiledoc));
          if (!isShown) return expect(rendered.html).toContain('shown by lexical only');
          expect(difference(withoutCardComment(rendered.html), html)).toBeUndefined();
          expect(difference(mobiledocToHtml(rendered.mobiledoc), html)).toBeUndefined();
          if (ghostVersion !== undefined) expect(headingIds(rendered.html)).toEqual(headingIds(html));
        }),
        { numRuns: 200 },
      );
    },
  );
});

const withoutCardComment = (html: string) => html.replace(/<!-- card \{.*?\} -->/g, '');
