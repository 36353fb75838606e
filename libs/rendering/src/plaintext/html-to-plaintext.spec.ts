import { htmlToPlaintext } from './html-to-plaintext';

const WORD = 'abcdefghi';
const line = (words: number) => new Array(words).fill(WORD).join(' ');

describe('htmlToPlaintext', () => {
  it.each([
    ['a blank line separates paragraphs', '<p>a</p><p>b</p>', 'a\n\nb'],
    ['no blank line follows a heading', '<h2 id="x">H</h2><p>a</p>', 'H\na'],
    ['entities are decoded', '<p>&lt;b&gt; &amp;amp; &quot;c&quot; &uuml;</p>', '<b> &amp; "c" ü'],
    ['a link is followed by its URL', '<p><a href="/a/?x=1&amp;y=2">t</a> u</p>', 't [/a/?x=1&y=2] u'],
    ['a link whose text is its URL is printed once', '<a href="https://e.org">https://e.org</a>', 'https://e.org'],
    ['a mail link has no scheme', '<a href="mailto:a@e.org">mail</a>', 'mail [a@e.org]'],
    ['a link to a fragment is printed without its URL', '<a href="#x">t</a>', 't'],
    ['a link without text is printed as its URL', '<a href="/x"></a>', ' [/x]'],
    ['images are left out', '<p>a<img src="/i.png" alt="x">b</p>', 'ab'],
    ['scripts and styles are left out', '<p>a</p><script>x()</script><style>p{}</style>', 'a'],
    ['comments are left out', 'a<!-- b -->c', 'ac'],
    ['line breaks are kept', '<p>a <br>b</p>', 'a \nb'],
    ['quotes are marked', '<blockquote>q</blockquote><p>a</p>', '> q\na'],
    ['list items are marked', '<ul><li>a</li> <li>b</li></ul><p>c</p>', ' * a\n * b\n\nc'],
    ['numbers are aligned', '<ol start="9"><li>a</li><li>b</li></ol>', ' 9.  a\n 10. b'],
    ['letters number a list', '<ol type="a"><li>x</li><li>y</li></ol>', ' a. x\n b. y'],
    ['a nested list is indented', '<ul><li>a<ul><li>b</li></ul></li></ul>', ' * a * b'],
    ['code keeps its spaces and lines', '<pre><code>a  &lt;\n  b</code></pre>', 'a  <\n  b'],
    ['spaces between elements are not doubled', '<p>a <b> b</b></p>', 'a b'],
    ['only the body is converted', '<html><head><title>t</title></head><body><p>a</p></body></html>', 'a'],
    ['unclosed elements are closed', '<p>a <b>b <i>c', 'a b c'],
    ['empty html is empty text', '', ''],
  ])('%s', (_, html, text) => {
    expect(htmlToPlaintext(html)).toBe(text);
  });

  it('breaks lines before column 81', () => {
    expect(htmlToPlaintext(`<p>${line(10)}</p>`)).toBe(`${line(8)}\n${line(2)}`);
  });

  it('counts the columns of a line across elements', () => {
    expect(htmlToPlaintext(`<p>${line(7)} <b>${WORD}</b> <i>${WORD}</i></p>`)).toBe(`${line(8)} \n${WORD}`);
  });

  it('puts a word longer than the line on its own line', () => {
    const long = 'x'.repeat(100);
    expect(htmlToPlaintext(`<p>a ${long} b</p>`)).toBe(`a\n${long}\nb`);
  });

  it('prints a horizontal line over the whole width, a shorter one in a list', () => {
    expect(htmlToPlaintext('<p>a</p><hr><p>b</p>')).toBe(`a\n\n\n${'-'.repeat(80)}\n\nb`);
    expect(htmlToPlaintext('<ul><li>a<hr></li></ul>')).toBe(` * a\n   ${'-'.repeat(77)}`);
  });

  it('takes only the text of deeply nested elements', () => {
    const nested = (depth: number) => `${'<div>'.repeat(depth)}deep &amp; down${'</div>'.repeat(depth)}`;
    expect(htmlToPlaintext(nested(500))).toBe('deep & down');
    expect(htmlToPlaintext(nested(100_000))).toBe('deep & down');
    expect(htmlToPlaintext(`${'<ul><li>'.repeat(5000)}item`)).toContain('item');
  });
});
