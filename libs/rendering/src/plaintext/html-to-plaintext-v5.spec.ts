import { htmlToPlaintext } from './html-to-plaintext';
import { htmlToPlaintextV5 } from './html-to-plaintext-v5';

const figure = (content: string) => `<figure class="kg-card">${content}</figure>`;

// The expected texts are those of Ghost 5.130.6 for the same html.
describe('htmlToPlaintextV5', () => {
  it.each([
    ['a blank line separates paragraphs', '<p>a</p><p>b</p>', 'a\n\nb'],
    ['lines are not wrapped', `<p>${'word '.repeat(40)}end</p>`, `${'word '.repeat(40)}end`],
    ['links have no targets', '<p>see <a href="https://example.org/x">link</a></p>', 'see link'],
    ['a blank line follows a heading', '<h2 id="x">H</h2><p>a</p>', 'H\n\na'],
    ['quotes have no mark', '<blockquote>q</blockquote><p>a</p>', 'q\n\na'],
    ['horizontal lines are left out', '<p>a</p><hr><p>b</p>', 'a\n\nb'],
    ['captions and images are left out', `<p>a</p>${figure('<img src="/x.png"><figcaption>c</figcaption>')}`, 'a'],
    ['a signup card is left out', '<div class="kg-card kg-signup-card"><h2>Sign up</h2></div>', ''],
    ['footnotes are left out', '<p>a<a rel="footnote">1</a></p><div class="footnotes"><p>n</p></div>', 'a'],
    ['nested lists are indented', '<ul><li>one<ul><li>two</li></ul></li></ul>', ' * one\n   * two'],
    ['line breaks of cards are kept', '<div>\n<div>\n<h4>T</h4>\n</div></div>', '\n\n\n\nT\n'],
  ])('%s', (_, html, text) => expect(htmlToPlaintextV5(html)).toBe(text));

  it('differs from Ghost 3 where Ghost 5 does', () => {
    const html = '<p>see <a href="/x/">link</a></p>';
    expect([htmlToPlaintextV5(html), htmlToPlaintext(html)]).toEqual(['see link', 'see link [/x/]']);
  });

  it('leaves out blocks for members only', () => {
    const block = '<!--kg-gated-block:begin nonMember:false memberSegment:"status:free" --><p>b</p>';
    expect(htmlToPlaintextV5(`<p>a</p>${block}<!--kg-gated-block:end-->`)).toBe('a');
  });

  it.each([
    ['nesting', `${'<div>'.repeat(100_000)}deep &amp; down${'</div>'.repeat(100_000)}`, 'deep & down'],
    ['line breaks', `a${'\n'.repeat(1_000_000)}b`, `a${'\n'.repeat(1_000_000)}b`],
    ['tags', `<p>${'<b>x</b>'.repeat(20_000)}</p>`, expect.stringContaining('x')],
  ])('is bounded: %s', (_, html, text) => expect(htmlToPlaintextV5(html)).toEqual(text));

  it('does not multiply the lines of deep lists', () => {
    const html = `${'<ul><li>'.repeat(100)}<pre>${'a\n'.repeat(40_000)}`;
    expect(htmlToPlaintextV5(html).length).toBeLessThan(html.length);
  });
});
