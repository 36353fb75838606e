import { haveEqualVisibleBlocks, visibleBlocks } from './visible-blocks';

const gated = (segment: string, html: string): string =>
  `<!--kg-gated-block:begin nonMember:false memberSegment:"${segment}" -->${html}<!--kg-gated-block:end-->`;

describe('haveEqualVisibleBlocks', () => {
  it.each([
    ['white space between blocks', '<p>a</p>\n\n<p>b</p>', '<p>a</p><p>b</p>'],
    ['white space that is collapsed', '<p>a\n  b </p>', '<p>a b</p>'],
    ['the comments around cards', '<!--kg-card-begin: html--><b>x</b><!--kg-card-end: html-->', '<b>x</b>'],
    ['loading hints and sizes of images', '<img src="a" width="1" loading="lazy" srcset="a 1w">', '<img src="a">'],
    [
      'the addresses that only editors read',
      '<figure data-kg-thumbnail="https://old.example/t.jpg" data-kg-background-image="https://old.example/i.png">x</figure>',
      '<figure data-kg-thumbnail="/t.jpg" data-kg-background-image="/i.png">x</figure>',
    ],
    ['empty attributes', '<img src="a" alt="" class="">', '<img src="a">'],
    [
      'class names of cards of older versions',
      '<figure class="kg-image-card">x</figure>',
      '<figure class="kg-card">x</figure>',
    ],
    ['the order of attributes and the quotes', `<a title='t' href="/">x</a>`, '<a href="/" title="t">x</a>'],
    ['entities', '<p>&auml; &amp; &#8211;</p>', '<p>ä &amp; –</p>'],
    ['an end tag that is optional', '<ul><li>a<li>b</ul>', '<ul><li>a</li><li>b</li></ul>'],
    ['a newline at the end of code', '<pre><code>a\n</code></pre>', '<pre><code>a</code></pre>'],
    ['white space after an image at the end of a line', '<p><img src="a"> </p>', '<p><img src="a"></p>'],
  ])('ignores %s', (_, one, other) => {
    expect(haveEqualVisibleBlocks(one, other)).toBe(true);
  });

  it.each([
    ['text', '<p>a</p>', '<p>b</p>'],
    ['a space between words', '<p>a <b>b</b></p>', '<p>a<b>b</b></p>'],
    ['a link', '<a href="/a">x</a>', '<a href="/b">x</a>'],
    ['an image', '<p><img src="/a.png"></p>', '<p></p>'],
    ['alternative text', '<img src="a" alt="x">', '<img src="a" alt="y">'],
    ['an embed', '<iframe src="https://a.example"></iframe>', ''],
    ['a script', '<script src="https://a.example/a.js"></script>', ''],
    ['a table cell', '<table><tr><td>1</td><td>2</td></tr></table>', '<table><tr><td>12</td></tr></table>'],
    ['an anchor', '<h2 id="a">x</h2>', '<h2 id="b">x</h2>'],
    ['the level of a heading', '<h2>x</h2>', '<h3>x</h3>'],
    ['the paywall', '<p>a</p><!--members-only--><p>b</p>', '<p>a</p><p>b</p>'],
    ['a gated block', gated('status:-free', '<p>a</p>'), '<p>a</p>'],
    ['the readers of a gated block', gated('status:-free', 'a'), gated('status:free', 'a')],
    ['the width of a card', '<figure class="kg-card kg-width-full">x</figure>', '<figure class="kg-card">x</figure>'],
    ['a class name of the author', '<div class="mine">x</div>', '<div>x</div>'],
    ['white space in code', '<pre>a  b</pre>', '<pre>a b</pre>'],
    ['white space before an element in code', '<pre>a <b>b</b></pre>', '<pre>a<b>b</b></pre>'],
    ['white space after an element in code', '<pre><b>a\n</b>b</pre>', '<pre><b>a</b>b</pre>'],
    ['a space after an image', '<p><img src="a"> b</p>', '<p><img src="a">b</p>'],
    ['a non-breaking space', '<p>a<b>&nbsp;</b>b</p>', '<p>a<b></b>b</p>'],
    ['a non-breaking space at the end of code', '<pre>a&nbsp;</pre>', '<pre>a</pre>'],
    ['text that looks like markup', '<p>&lt;b&gt;x&lt;/b&gt;</p>', '<p><b>x</b></p>'],
    ['a style', '<p style="color: red">x</p>', '<p>x</p>'],
  ])('notices %s', (_, one, other) => {
    expect(haveEqualVisibleBlocks(one, other)).toBe(false);
  });
});

describe('visibleBlocks', () => {
  it('are the top-level nodes with their positions', () => {
    const blocks = visibleBlocks('\n<p>a</p>\n<!-- note -->text<!--members-only--><p></p>');
    expect(blocks).toEqual([
      { signature: '<p>a</p>', start: 1 },
      { signature: 'text', start: 23 },
      { signature: '<!--members-only-->', start: 27 },
      { signature: '<p></p>', start: 46 },
    ]);
  });

  it('are not read from html that is too deep or has too many tags', () => {
    expect(visibleBlocks('<div>'.repeat(600))).toBeUndefined();
    // The end tags in comments end nothing.
    expect(visibleBlocks('<div><!--</div>-->'.repeat(10_000))).toBeUndefined();
    expect(visibleBlocks('<b></b>'.repeat(30_000))).toBeUndefined();
    expect(haveEqualVisibleBlocks('<div>'.repeat(600), '<div>'.repeat(601))).toBe(false);
  });
});
