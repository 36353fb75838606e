import { LexicalRenderer } from '../src';

const renderer = new LexicalRenderer();
afterAll(() => renderer.close());

interface Node {
  type: string;
  value?: number;
  children?: Node[];
}

/** The numbers of the items of a document, in the order of the document. */
function numbersIn(lexical: string): (number | undefined)[] {
  const numbersOf = ({ type, value, children = [] }: Node): (number | undefined)[] => [
    ...(type === 'listitem' ? [value] : []),
    ...children.flatMap(numbersOf),
  ];
  return numbersOf((JSON.parse(lexical) as { root: Node }).root);
}

describe('the items of a list', () => {
  it.each([
    ['<ol><li>a</li><li>b</li><li>c</li></ol>', [1, 2, 3]],
    ['<ol start="7"><li>a</li><li>b</li></ol>', [7, 8]],
    ['<ul><li>a<ul><li>b</li><li>c</li></ul></li><li>d</li></ul>', [1, 2, 1, 2, 2]],
  ])('are numbered as in the editor: %s', async (html, numbers) => {
    expect(numbersIn(await renderer.fromHtml(html))).toEqual(numbers);
  });

  // The methods of the library take longer than the time limit of the renderer.
  it('are rendered and converted by the thousand', async () => {
    const html = `<ol>${'<li>x</li>'.repeat(1_400)}</ol>`;
    const lexical = await renderer.fromHtml(html);
    expect(numbersIn(lexical)).toEqual(Array.from({ length: 1_400 }, (_, index) => index + 1));
    expect((await renderer.render(lexical)).html).toBe(html);
  });
});
