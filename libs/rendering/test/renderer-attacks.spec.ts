import { ValidationError } from '@almanac/errors';
import fc from 'fast-check';
import { assertLexical, htmlToPlaintext, LexicalRenderer } from '../src';
import { nodeType, nodeTypeNames } from '../src/lexical/node-types';

const errors: string[] = [];
const renderer = new LexicalRenderer({ onError: ({ message }) => errors.push(message) });
afterAll(() => renderer.close());
beforeEach(() => errors.splice(0));

const documentOf = (...children: unknown[]) => JSON.stringify({ root: { type: 'root', children } });
const text = (value: string) => ({ type: 'text', text: value, format: 0 });
const paragraph = (value: string) => ({ type: 'paragraph', children: [text(value)] });
const markdown = (source: string) => ({ type: 'markdown', markdown: source });
const times = <T>(length: number, make: () => T): T[] => Array.from({ length }, make);
const listOf = (...children: unknown[]) => ({ type: 'list', listType: 'bullet', children });
const PLAIN = documentOf(paragraph('fine'));

const nestedLists = (levels: number): unknown => {
  let list: unknown = listOf({ type: 'listitem', children: [text('deep')] });
  for (let level = 1; level < levels; level++) list = listOf({ type: 'listitem', children: [list] });
  return list;
};
/** JSON of so many nested lists, which JSON.stringify cannot write. */
const endlessLists = (levels: number): string => {
  const open = '{"type":"list","listType":"bullet","children":[{"type":"listitem","children":[';
  return `{"root":{"type":"root","children":[${open.repeat(levels)}${']}]}'.repeat(levels)}]}}`;
};

describe('a hostile document', () => {
  it.each<[name: string, document: string, reason: string]>([
    ['a card that throws', documentOf({ type: 'header', version: 1, style: 'a b', header: 'x' }), 'cannot be rendered'],
    ['a card of an unknown version', documentOf({ type: 'header', version: 7, header: 'x' }), 'cannot be rendered'],
    ['10,000 nested lists', endlessLists(10_000), 'is nested too deeply'],
    [
      'a prototype in a node',
      '{"root":{"type":"root","children":[{"type":"hr","__proto__":{}}]}}',
      'unknown node type',
    ],
    [
      'a prototype in a card',
      '{"root":{"type":"root","children":[{"type":"embed","metadata":{"__proto__":{"x":1}}}]}}',
      '"__proto__"',
    ],
    [
      'a prototype as the row of an image',
      documentOf({ type: 'gallery', images: [{ src: '/a', fileName: 'a', width: 1, height: 1, row: '__proto__' }] }),
      'row',
    ],
    ['an infinite number', '{"root":{"type":"root","children":[{"type":"image","width":1e999}]}}', 'is not a number'],
    ['a huge indent of a list item', documentOf(listOf({ type: 'listitem', indent: 1e9, children: [] })), 'indent'],
    [
      'a fractional indent of a list item',
      documentOf(listOf({ type: 'listitem', indent: 0.5, children: [] })),
      'indent',
    ],
    [
      'an indent that is no number',
      documentOf({ type: 'paragraph', indent: 'x', children: [] }),
      'indent is not a number',
    ],
    ['a tag that is no heading', documentOf({ type: 'heading', tag: 'script', children: [] }), 'is not a heading'],
    ['children that are no list', documentOf({ type: 'paragraph', children: {} }), 'children is not a list'],
    ['a node that is no object', documentOf(null), 'is not a node'],
    ['text outside a paragraph', documentOf(text('x')), 'outside a paragraph'],
    [
      'a link in a link',
      documentOf({ type: 'paragraph', children: [{ type: 'link', children: [{ type: 'link', children: [] }] }] }),
      'inside another one',
    ],
    ['a tag of 51 attributes', documentOf({ type: 'toggle', content: `<i ${'a '.repeat(51)}>` }), 'more than 50'],
    ['a card inside a paragraph', documentOf({ type: 'paragraph', children: [{ type: 'hr' }] }), 'unknown'],
    ['a root inside the root', documentOf({ type: 'root', children: [] }), 'unknown node type'],
    ['five million characters', documentOf({ type: 'html', html: 'x'.repeat(5_000_001) }), 'more than 5000000'],
    ['4,002 nodes', documentOf(...times(2_001, () => paragraph('x'))), 'more than 4000 nodes'],
    ['161 toggles', documentOf(...times(161, () => ({ type: 'toggle' }))), 'more than 4000 nodes'],
    ['81 videos', documentOf(...times(81, () => ({ type: 'video' }))), 'more than 4000 nodes'],
    ['a caption of 2,001 tags', documentOf({ type: 'image', caption: '<br>'.repeat(2_001) }), 'more than 4000 nodes'],
    [
      '4,000 attributes in captions',
      documentOf(...times(81, () => ({ type: 'image', caption: `<i ${'a '.repeat(49)}>` }))),
      '4000 nodes',
    ],
    ['1,501 headings in markdown', documentOf(markdown('# a\n'.repeat(1_501))), 'more than 1500 blocks'],
    ['1,502 headings in two cards', documentOf(...times(2, () => markdown('# a\n'.repeat(751)))), '1500 blocks'],
    [
      '10,002 tags in markdown',
      documentOf(markdown(`<div>${'<i></i>'.repeat(3_000)}${'\n\na'.repeat(2_001)}`)),
      'more than 10000 tags and attributes',
    ],
    ['20,000 tags of `~`', documentOf(markdown('~a~ '.repeat(10_000))), 'more than 10000 tags and attributes'],
    ['51 quotes in one another', documentOf(markdown(`${'>'.repeat(51)}a`)), 'deeper than 50 elements'],
    ['formatting left open', documentOf(markdown(`${'<i>'.repeat(40)}${'\n\na'.repeat(500)}`)), 'formatting open'],
    ['markdown with 51 attributes', documentOf(markdown(`<i ${'a '.repeat(51)}>`)), 'more than 50 attributes'],
    ['a deep caption', documentOf({ type: 'image', caption: '<i>'.repeat(201) }), 'deeper than 200'],
    ['footnotes', documentOf({ type: 'markdown', markdown: '^[a] '.repeat(501) }), 'footnotes'],
    [
      'a definition named by many links',
      documentOf({ type: 'markdown', markdown: `[a]: /${'x'.repeat(10_000)}\n\n${'[a]\n'.repeat(2_000)}` }),
      'characters of html',
    ],
    ['no JSON', '{', 'is not JSON'],
    ['no root', '[]', 'has no root node'],
  ])('with %s is rejected, and the thread goes on', async (_, document, reason) => {
    await expect(renderer.render(document, '.posts[0].lexical')).rejects.toMatchObject({
      status: 422,
      property: 'lexical',
      context: expect.stringMatching(new RegExp(`^\\.posts\\[0\\]\\.lexical: .*${reason}`, 's')),
    });
    expect(errors).toEqual([]);
  });

  it.each(['header', 'image'])('is rejected by assertLexical without the thread: %s', (type) => {
    expect(() => assertLexical(documentOf({ type, width: {}, header: {} }), '.pages[0].lexical')).toThrow(
      ValidationError,
    );
    expect(() => assertLexical(PLAIN)).not.toThrow();
  });

  it('does not change the next one', async () => {
    const images = [{ src: '/a.png', fileName: 'a', width: 1, height: 1 }];
    const { html } = await renderer.render(documentOf({ type: 'gallery', images }));
    expect(html.match(/<img/g)).toHaveLength(1);
    const ids = await renderer.render(documentOf({ type: 'heading', tag: 'h2', children: [text('__proto__')] }));
    expect(ids.html).toBe('<h2 id="proto">__proto__</h2>');
  });

  it('of forty nested lists and of entities is rendered', async () => {
    expect((await renderer.render(documentOf(nestedLists(40)))).html).toContain('<li>deep</li>');
    const bomb = `<!DOCTYPE x [<!ENTITY a "&b;&b;"><!ENTITY b "&c;&c;">]>&a;${'&lt;'.repeat(200_000)}`;
    const { html } = await renderer.render(documentOf({ type: 'html', html: bomb }));
    expect(html).toContain(bomb);
    expect(htmlToPlaintext(html).length).toBeLessThan(bomb.length);
  });

  it('of any values is rendered or rejected with 422', async () => {
    const anything = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('__proto__', '<b>', 'javascript:x', -1, 1e308),
    );
    const node = fc.constantFrom(...nodeTypeNames()).chain((type) => {
      const { properties = {}, nested = {} } = nodeType(type) ?? {};
      const names = [...Object.keys(properties), ...Object.keys(nested), 'indent', 'format', 'visibility'];
      return fc.record({ type: fc.constant(type), values: fc.dictionary(fc.constantFrom(...names), anything) });
    });
    let rendered = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(node, { maxLength: 3 }), async (nodes) => {
        const blocks = nodes.map(({ type, values }) => ({ ...values, type, children: [] }));
        try {
          await renderer.render(documentOf(...blocks));
          rendered += 1;
        } catch (error) {
          expect(error).toBeInstanceOf(ValidationError);
        }
      }),
      { numRuns: 500 },
    );
    expect(rendered).toBeGreaterThan(20);
    expect(errors).toEqual([]);
  });
});

describe('the thread', () => {
  it('is replaced after a crash, which costs one document only', async () => {
    const noString: Promise<unknown> = Reflect.apply(renderer.render.bind(renderer), renderer, [{ length: 1 }]);
    const next = renderer.render(PLAIN);
    await expect(noString).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
    await expect(next).resolves.toMatchObject({ html: '<p>fine</p>' });
    expect(errors).toHaveLength(1);
  });

  it('ends when it needs too much memory, and not the process', async () => {
    const small = new LexicalRenderer({ maxHeapMegabytes: 8 });
    await expect(small.render(PLAIN)).rejects.toMatchObject({ status: 503 });
    await small.close();
  });

  it('ends after the idle time, and starts again', async () => {
    const idle = new LexicalRenderer({ idleMs: 0 });
    expect(idle.isRunning).toBe(false);
    await idle.render(PLAIN);
    for (let i = 0; i < 1_000 && idle.isRunning; i++) await new Promise((resolve) => setTimeout(resolve, 1));
    expect(idle.isRunning).toBe(false);
    expect((await idle.render(PLAIN)).html).toBe('<p>fine</p>');
    await idle.close();
  });

  it('accepts a bounded number of documents, and rejects the waiting ones when it is closed', async () => {
    const busy = new LexicalRenderer();
    const results = Array.from({ length: 203 }, () => busy.render(PLAIN).then(String, (error: Error) => error));
    expect(await results.at(-1)).toMatchObject({ status: 503, context: 'Too many documents are waiting.' });
    await busy.close();
    for (const result of await Promise.all(results)) expect(result).toMatchObject({ status: 503 });
  });

  it('gives each of many documents its own result', async () => {
    const results = Array.from({ length: 50 }, (_, index) => renderer.render(documentOf(paragraph(`n${index}`))));
    expect((await Promise.all(results)).map(({ html }) => html)).toEqual(
      Array.from({ length: 50 }, (_, index) => `<p>n${index}</p>`),
    );
  });
});
