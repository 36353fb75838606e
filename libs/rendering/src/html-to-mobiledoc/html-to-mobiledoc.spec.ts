import { ValidationError } from '@almanac/errors';
import { mobiledocToHtml } from '../mobiledoc/render-mobiledoc';
import { htmlToMobiledoc } from './html-to-mobiledoc';

const again = (html: string) => mobiledocToHtml(htmlToMobiledoc(html));

describe('htmlToMobiledoc', () => {
  it('writes a paragraph in the key order of Ghost', () => {
    expect(htmlToMobiledoc('<p>one</p>')).toBe(
      '{"version":"0.3.1","atoms":[],"cards":[],"markups":[],"sections":[[1,"p",[[0,[],0,"one"]]]]}',
    );
  });

  it.each([
    '<p>a <strong>b</strong> <em>c</em> <code>d</code> <a href="/e/">f</a></p>',
    '<h2 id="title">Title</h2><p>one<br>two</p>',
    '<ul><li>a</li><li>b <strong>c</strong></li></ul><ol><li>d</li></ol>',
    '<blockquote>q</blockquote><hr><p>x</p>',
    '<pre><code class="language-js">a &lt; b\n  c</code></pre>',
    '<figure class="kg-card kg-code-card"><pre><code>x</code></pre><figcaption>c</figcaption></figure>',
    '<figure class="kg-card kg-image-card kg-width-full kg-card-hascaption"><img src="https://e.org/i.png" ' +
      'class="kg-image" alt="a"><figcaption>c <b>d</b></figcaption></figure>',
    '<!--kg-card-begin: html--><div class="x"><form></form></div><!--kg-card-end: html-->',
    '<figure class="kg-card kg-embed-card"><iframe src="https://e.org/v"></iframe></figure>',
  ])('reads %s so that it renders the same again', (html) => {
    expect(again(html)).toBe(html);
  });

  it('keeps the text of elements it has no section for', () => {
    expect(again('<div><span>a</span> b</div><table><tr><td>c</td></tr></table>')).toMatch(/a b.*c/s);
  });

  it('takes text without any element as a paragraph', () => {
    expect(again('just text')).toBe('<p>just text</p>');
  });

  it('never carries a script over', () => {
    expect(again('<p onclick="x()">a</p><script>alert(1)</script>')).not.toMatch(/<script|onclick/);
  });

  it.each([
    ['nested without end', '<div>'.repeat(10_000)],
    ['with formatting reopened in every paragraph', `${'<b id="x">'.repeat(150)}${'<p>'.repeat(5000)}`],
    ['with an item outside of any list', '<li>a'],
    ['of a hundred thousand tags', '<p>a</p>'.repeat(100_000)],
  ])('refuses html %s', (_, html) => {
    expect(() => htmlToMobiledoc(html)).toThrow(ValidationError);
  });

  it('cuts long runs of blanks', () => {
    expect(again(`<p>a${' '.repeat(500_000)}b</p>`)).toMatch(/^<p>a\s{200}b<\/p>$/);
  });
});
