import { ValidationError } from '@almanac/errors';
import { mobiledocToHtml } from '../mobiledoc/render-mobiledoc';
import { htmlToMobiledoc, isQuickToConvert } from './html-to-mobiledoc';

const roundTrip = (html: string) => mobiledocToHtml(htmlToMobiledoc(html));

describe('htmlToMobiledoc', () => {
  it('prints the properties in the order of Ghost', () => {
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
  ])('converts %s to a mobiledoc that renders to the same html', (html) => {
    expect(roundTrip(html)).toBe(html);
  });

  it('keeps the text of elements without a section type', () => {
    expect(roundTrip('<div><span>a</span> b</div><table><tr><td>c</td></tr></table>')).toMatch(/a b.*c/s);
  });

  it('converts text without an element to a paragraph', () => {
    expect(roundTrip('just text')).toBe('<p>just text</p>');
  });

  it('drops scripts', () => {
    expect(roundTrip('<p onclick="x()">a</p><script>alert(1)</script>')).not.toMatch(/<script|onclick/);
  });

  it.each([
    ['nested 10,000 levels deep', '<div>'.repeat(10_000)],
    ['with formatting reopened in every paragraph', `${'<b id="x">'.repeat(150)}${'<p>'.repeat(5000)}`],
    ['with an item outside of any list', '<li>a'],
    ['of a hundred thousand tags', '<p>a</p>'.repeat(100_000)],
  ])('rejects html %s', (_, html) => {
    expect(() => htmlToMobiledoc(html)).toThrow(ValidationError);
  });

  it.each([
    ['longer than 5000000 characters', 'a'.repeat(5_000_001)],
    ['more than 5000 tags', '<p>a</p>'.repeat(2_501)],
    ['more than 1000 images', '<img>'.repeat(1_001)],
    ['a tag with more than 200 attributes', `<p ${'a '.repeat(201)}>`],
    ['nested deeper than 200 elements', '<div>'.repeat(201)],
    ['too much formatting open', `${'<b>'.repeat(150)}${'<p>'.repeat(100)}`],
  ])('says that html is too large or too complex, and why: %s', (reason, html) => {
    expect(() => htmlToMobiledoc(html)).toThrow(
      expect.objectContaining({
        message: 'The html is too large or too complex to be converted.',
        context: expect.stringContaining(reason),
      }),
    );
  });

  it.each([
    ['a code card', `<p>x</p><pre><code>a${' '.repeat(500)}b</code></pre>`],
    ['an html card', `<!--kg-card-begin: html--><pre>a${'\n'.repeat(500)}b</pre><!--kg-card-end: html-->`],
  ])('keeps the white space of %s', (_, html) => {
    expect(roundTrip(html)).toMatch(/a\s{500}b/);
  });

  it('shortens runs of white space', () => {
    expect(roundTrip(`<p>a${' '.repeat(500_000)}b</p>`)).toMatch(/^<p>a\s{200}b<\/p>$/);
  });
});

describe('isQuickToConvert', () => {
  it.each([
    ['a short text', true, '<p>a <b>b</b></p>'.repeat(70)],
    ['301 images', false, '<img src=x>'.repeat(301)],
    ['formatting that is reopened 600 times', false, `${'<b>'.repeat(20)}${'<p>a'.repeat(30)}`],
    ['more than 50,000 characters', false, 'x'.repeat(50_001)],
  ])('%s: %s', (_, isQuick, html) => {
    expect(isQuickToConvert(html)).toBe(isQuick);
  });
});
