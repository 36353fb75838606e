import fc from 'fast-check';
import { LexicalRenderer } from '../src';

const renderer = new LexicalRenderer();
afterAll(() => renderer.close());

const typesOf = (lexical: string) =>
  (JSON.parse(lexical) as { root: { children: { type: string }[] } }).root.children.map(({ type }) => type);
const textOf = (html: string) => html.replace(/<!--.*?-->|<[^>]*>|\s/g, '');

describe('fromHtml', () => {
  it.each([
    ['<p>a</p><h2>b</h2><ul><li>c</li></ul><hr>', ['paragraph', 'extended-heading', 'list', 'horizontalrule']],
    ['just text with <b>bold</b>', ['paragraph']],
    ['<figure class="kg-card kg-image-card"><img src="/a.png" alt="A"><figcaption>c</figcaption></figure>', ['image']],
    ['<p>a <img src="https://example.com"> b</p>', ['paragraph', 'image', 'paragraph']],
    ['<!--kg-card-begin: html--><table><tr><td>1</td></tr></table><p>x</p><!--kg-card-end: html-->', ['html']],
    ['<pre><code class="language-js">let a = 1 &lt; 2;\n</code></pre>', ['codeblock']],
    ['<blockquote>q</blockquote>', ['extended-quote']],
    ['<p style="text-indent: 36pt">a</p><p style="text-indent: -18pt">b</p>', ['paragraph', 'paragraph']],
    ['<p style="text-indent: 2em">a</p>', ['paragraph']],
    ['<p>a</p><!--members-only--><p>b</p>', ['paragraph', 'paywall', 'paragraph']],
    ['<p>a</p><iframe src="https://maps.example.com/"></iframe>', ['paragraph', 'embed']],
    ['<p><a href="javascript:alert(1)">x</a></p>', ['paragraph']],
    ['', ['paragraph']],
    ['   \n ', ['paragraph']],
  ])('converts %j to %j', async (html, types) => {
    const lexical = await renderer.fromHtml(html);
    expect(typesOf(lexical)).toEqual(types);
    expect(textOf((await renderer.render(lexical)).html)).toBe(textOf(html));
  });

  it.each([
    ['a table', '<p>a</p><table><tr><td>1</td></tr></table><p>b</p>', ['paragraph', 'html', 'paragraph']],
    ['a script', '<script>alert(1)</script><p>a</p>', ['html', 'paragraph']],
    ['an element without a node', '<details><summary>s</summary>d</details>', ['html']],
    ['more than a hundred scripts', '<p>a</p><script>1</script>'.repeat(101), ['html']],
    ['more than 3,000 tags', '<p>a</p>'.repeat(1_501), ['html']],
    ['more than 15,000 attributes', `<p ${'a '.repeat(101)}>`.repeat(150), ['html']],
    ['more than 500,000 characters', `<p>${'x'.repeat(500_000)}</p>`, ['html']],
    ['formatting reopened often', `${'<b>'.repeat(6)}${'<p>a'.repeat(1_000)}`, ['html']],
    ['more than 400 figures', '<figure>a</figure>'.repeat(401), ['html']],
    ['an unknown comment', '<p>a</p><!-- more --><p>b</p>', ['paragraph', 'html', 'paragraph']],
    ['a line with an unknown comment', 'a <!-- more --> <!-- and --> b<p>c</p>', ['html', 'paragraph']],
    ['an unknown comment after a line', 'a <!-- more -->\n<p>b</p>', ['paragraph', 'html', 'paragraph']],
    ['an unknown comment before a line', '<!-- more -->a', ['html', 'paragraph']],
    [
      'a table beside the paywall in a line',
      'a<!--members-only-->b<table></table>',
      ['paragraph', 'paywall', 'paragraph', 'html'],
    ],
    [
      'footnotes, whose ids links point to',
      '<p>x<sup id="r1"><a href="#f1">1</a></sup></p><ol><li id="f1">note <a href="#r1">back</a></li></ol>',
      ['html', 'html'],
    ],
  ])('makes an html card of %s', async (_, html, types) => {
    const lexical = await renderer.fromHtml(html);
    expect(typesOf(lexical)).toEqual(types);
    const rendered = (await renderer.render(lexical)).html;
    for (const part of html.match(/<!--.*?-->|(?:id|href)="[^"]*"|<script.*?script>/g) ?? []) {
      expect(rendered).toContain(part);
    }
  });

  it.each([
    ['<p>hello <mark>big</mark> world</p>', '<p>hello <mark>big</mark> world</p>'],
    ['<p>hello <small>big</small> world</p>', '<p>hello big world</p>'],
    ['hello <font>big</font> <x-y>wide</x-y> world', '<p>hello big wide world</p>'],
    ['<p>one<mark> two <b>three </b></mark>four</p>', '<p>one<mark> two <strong>three </strong></mark>four</p>'],
  ])('keeps the spaces around the inline elements of %j', async (html, rendered) => {
    const lexical = await renderer.fromHtml(html);
    expect(typesOf(lexical)).toEqual(['paragraph']);
    expect((await renderer.render(lexical)).html).toBe(rendered);
  });

  it('keeps spaces and attributes in an html card if the paragraph of the editor would lose the spaces', async () => {
    const html = '<p>hello <span style="display:block">big</span> <mark class="y">wide</mark> world</p>';
    expect((await renderer.render(await renderer.fromHtml(html))).html).toContain(html);
  });

  it('shows the same words, whatever inline elements contain them', async () => {
    const names =
      'a abbr b bdi bdo big cite code data del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var x-y';
    const text = fc.constantFrom(' ', 'a', 'b ', ' c', ' d ', '\n', ' e\n f ');
    const { inline } = fc.letrec<{ inline: string; element: string }>((tie) => ({
      inline: fc
        .array(fc.oneof({ depthSize: 'small' }, text, tie('element')), { maxLength: 4 })
        .map((parts) => parts.join('')),
      element: fc
        .tuple(fc.constantFrom(...names.split(' ')), fc.constantFrom('', '', ' class="k"'), tie('inline'))
        .map(([name, attributes, content]) => `<${name}${attributes}>${content}</${name}>`),
    }));
    const wordsOf = (html: string) =>
      html
        .replace(/<!--.*?-->|<[^>]*>/g, '')
        .split(/\s+/)
        .filter(Boolean);
    await fc.assert(
      fc.asyncProperty(inline, fc.boolean(), async (content, isInParagraph) => {
        const html = isInParagraph ? `<p>${content}</p>` : content;
        const rendered = (await renderer.render(await renderer.fromHtml(html))).html;
        expect(wordsOf(rendered)).toEqual(wordsOf(html));
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['5,001 tags', '<p>'.repeat(5_001), 'more than 5000 tags'],
    ['formatting left open', `${'<b>'.repeat(11)}${'<p>a'.repeat(2_000)}`, 'formatting open'],
    ['201 levels', '<div>'.repeat(201), 'deeper than 200'],
  ])('rejects %s', async (_, html, reason) => {
    await expect(renderer.fromHtml(html)).rejects.toMatchObject({
      status: 422,
      context: expect.stringContaining(reason),
    });
  });

  it('does not become slower with each document', async () => {
    const html = '<figure class="kg-card kg-image-card"><img src="/a.png"><figcaption>c</figcaption></figure>'.repeat(
      300,
    );
    const milliseconds: number[] = [];
    for (let index = 0; index < 10; index++) {
      const start = performance.now();
      expect(typesOf(await renderer.fromHtml(html))).toHaveLength(300);
      milliseconds.push(performance.now() - start);
    }
    expect(Math.min(...milliseconds.slice(-3))).toBeLessThan(3 * Math.min(...milliseconds.slice(0, 3)));
  });
});
