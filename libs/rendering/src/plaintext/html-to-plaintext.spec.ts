import { htmlToPlaintext } from './html-to-plaintext';

const WORD = 'abcdefghi';
const line = (words: number) => new Array(words).fill(WORD).join(' ');

describe('htmlToPlaintext', () => {
  it.each([
    ['paragraphs stand apart', '<p>a</p><p>b</p>', 'a\n\nb'],
    ['headings have the text right below', '<h2 id="x">H</h2><p>a</p>', 'H\na'],
    ['entities are decoded', '<p>&lt;b&gt; &amp;amp; &quot;c&quot; &uuml;</p>', '<b> &amp; "c" ü'],
    ['a link shows its address', '<p><a href="/a/?x=1&amp;y=2">t</a> u</p>', 't [/a/?x=1&y=2] u'],
    ['a link whose text is the address shows it once', '<a href="https://e.org">https://e.org</a>', 'https://e.org'],
    ['a mail link loses its scheme', '<a href="mailto:a@e.org">mail</a>', 'mail [a@e.org]'],
    ['a link within the page is only its text', '<a href="#x">t</a>', 't'],
    ['a link without text is its address', '<a href="/x"></a>', ' [/x]'],
    ['images are left out', '<p>a<img src="/i.png" alt="x">b</p>', 'ab'],
    ['scripts and styles are left out', '<p>a</p><script>x()</script><style>p{}</style>', 'a'],
    ['comments are left out', 'a<!-- b -->c', 'ac'],
    ['line breaks stay', '<p>a <br>b</p>', 'a \nb'],
    ['quotes are marked', '<blockquote>q</blockquote><p>a</p>', '> q\na'],
    ['list items are marked', '<ul><li>a</li> <li>b</li></ul><p>c</p>', ' * a\n * b\n\nc'],
    ['numbers are aligned', '<ol start="9"><li>a</li><li>b</li></ol>', ' 9.  a\n 10. b'],
    ['letters number a list', '<ol type="a"><li>x</li><li>y</li></ol>', ' a. x\n b. y'],
    ['a nested list is indented', '<ul><li>a<ul><li>b</li></ul></li></ul>', ' * a * b'],
    ['code keeps its spaces and lines', '<pre><code>a  &lt;\n  b</code></pre>', 'a  <\n  b'],
    ['spaces between elements are not doubled', '<p>a <b> b</b></p>', 'a b'],
    ['the body is what counts', '<html><head><title>t</title></head><body><p>a</p></body></html>', 'a'],
    ['unclosed elements do no harm', '<p>a <b>b <i>c', 'a b c'],
    ['nothing is nothing', '', ''],
  ])('%s', (_, html, text) => {
    expect(htmlToPlaintext(html)).toBe(text);
  });

  it('breaks lines before column 81', () => {
    expect(htmlToPlaintext(`<p>${line(10)}</p>`)).toBe(`${line(8)}\n${line(2)}`);
  });

  it('counts what already stands on the line, also across elements', () => {
    expect(htmlToPlaintext(`<p>${line(7)} <b>${WORD}</b> <i>${WORD}</i></p>`)).toBe(`${line(8)} \n${WORD}`);
  });

  it('lets a word longer than the line stand alone', () => {
    const long = 'x'.repeat(100);
    expect(htmlToPlaintext(`<p>a ${long} b</p>`)).toBe(`a\n${long}\nb`);
  });

  it('draws a line over the whole width, less inside of a list', () => {
    expect(htmlToPlaintext('<p>a</p><hr><p>b</p>')).toBe(`a\n\n\n${'-'.repeat(80)}\n\nb`);
    expect(htmlToPlaintext('<ul><li>a<hr></li></ul>')).toBe(` * a\n   ${'-'.repeat(77)}`);
  });

  it('takes the text of what is nested deeper than anybody nests', () => {
    const nested = (depth: number) => `${'<div>'.repeat(depth)}deep &amp; down${'</div>'.repeat(depth)}`;
    expect(htmlToPlaintext(nested(500))).toBe('deep & down');
    expect(htmlToPlaintext(nested(100_000))).toBe('deep & down');
    expect(htmlToPlaintext(`${'<ul><li>'.repeat(5000)}item`)).toContain('item');
  });
});
