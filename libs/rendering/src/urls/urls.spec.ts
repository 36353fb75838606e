import { htmlToAbsolute, htmlToRelative } from './html-urls';
import { mapMarkdownUrls } from './markdown-urls';
import { mobiledocToAbsolute, mobiledocToRelative } from './mobiledoc-urls';
import { toAbsoluteUrl, toRelativeUrl } from './url';

const SITE = 'https://example.com';
const scope = { siteUrl: SITE, itemUrl: `${SITE}/post/` };
const v2 = { ...scope, assetsOnly: true };

describe('toAbsoluteUrl', () => {
  it.each([
    ['/a/', `${SITE}/a/`],
    ['/', `${SITE}/`],
    ['/content/images/a.png', `${SITE}/content/images/a.png`],
    ['/ü?q=a b', `${SITE}/%C3%BC?q=a%20b`],
    ['/a/../b', `${SITE}/b`],
    ['more/', `${SITE}/post/more/`],
    ['?page=2', `${SITE}/post/?page=2`],
    ['', ''],
    ['#top', '#top'],
    ['//cdn.example.org/x', '//cdn.example.org/x'],
    ['https://example.org/x', 'https://example.org/x'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['data:image/png;base64,AAA', 'data:image/png;base64,AAA'],
    ['https://[broken', 'https://[broken'],
  ])('converts %j to %j', (url, absolute) => {
    expect(toAbsoluteUrl(url, scope)).toBe(absolute);
    expect(toAbsoluteUrl(url, { ...scope, siteUrl: `${SITE}/` })).toBe(absolute);
  });

  it('keeps links relative with `assetsOnly`', () => {
    expect(toAbsoluteUrl('/a/', v2)).toBe('/a/');
    for (const path of ['/content/images/a.png', '/content/media/a.mp4', '/content/files/a.pdf']) {
      expect(toAbsoluteUrl(path, v2)).toBe(`${SITE}${path}`);
    }
  });

  it('adds the subdirectory of the site once', () => {
    const blog = { siteUrl: `${SITE}/blog/` };
    expect(toAbsoluteUrl('/blog/a/', blog)).toBe(`${SITE}/blog/a/`);
    expect(toAbsoluteUrl('/a/', blog)).toBe(`${SITE}/blog/a/`);
    expect(toAbsoluteUrl('/blogger/', blog)).toBe(`${SITE}/blog/blogger/`);
  });
});

describe('toRelativeUrl', () => {
  it.each([
    [`${SITE}/a/?b#c`, '/a/?b#c'],
    ['http://example.com/a/', '/a/'],
    ['//example.com/a/', '/a/'],
    [SITE, '/'],
    ['https://example.com.evil.org/', 'https://example.com.evil.org/'],
    ['https://example.com:8443/', 'https://example.com:8443/'],
    ['/a/', '/a/'],
    ['a', 'a'],
    ['mailto:a@example.com', 'mailto:a@example.com'],
    ['https://[broken', 'https://[broken'],
  ])('converts %j to %j', (url, relative) => {
    expect(toRelativeUrl(url, SITE)).toBe(relative);
  });

  it('keeps URLs outside the subdirectory', () => {
    expect(toRelativeUrl(`${SITE}/blog/a/`, `${SITE}/blog`)).toBe('/blog/a/');
    expect(toRelativeUrl(`${SITE}/blogger/`, `${SITE}/blog`)).toBe(`${SITE}/blogger/`);
  });
});

describe('URLs in html', () => {
  it.each([
    ['<a href="/a/">x</a><img src=\'/i.png\'>', `<a href="${SITE}/a/">x</a><img src='${SITE}/i.png'>`],
    ['<A HREF = /a/ >x</A>', `<A HREF = ${SITE}/a/ >x</A>`],
    ['<a href=/a/">x</a>', `<a href=${SITE}/a/%22>x</a>`],
    ['<img srcset="/a.png 1x, /b.png 2x">', `<img srcset="${SITE}/a.png 1x, ${SITE}/b.png 2x">`],
    ['<img srcset="/a.png 1x,/b.png 2x,">', `<img srcset="${SITE}/a.png 1x,${SITE}/b.png 2x,">`],
    ['<img srcset="/a.png, /b,c.png 2x">', `<img srcset="${SITE}/a.png, ${SITE}/b,c.png 2x">`],
    ['<img srcset="https://i.example/w_600,h_400/a.jpg 1x">', '<img srcset="https://i.example/w_600,h_400/a.jpg 1x">'],
    [
      '<img srcset="data:image/gif;base64,R0lGOD 1w, /a.jpg 600w">',
      `<img srcset="data:image/gif;base64,R0lGOD 1w, ${SITE}/a.jpg 600w">`,
    ],
    ['<video poster="/p.png"></video>', `<video poster="${SITE}/p.png"></video>`],
    [
      '<div style="background: url(\'/content/media/t.jpg\') 50%, url(/other.png)">',
      `<div style="background: url('${SITE}/content/media/t.jpg') 50%, url(/other.png)">`,
    ],
    [
      '<i style="background-image:url(&quot;/content/images/a.png&quot;)">',
      `<i style="background-image:url(&quot;${SITE}/content/images/a.png&quot;)">`,
    ],
    ['<figure data-kg-thumbnail="/content/media/t.jpg">', `<figure data-kg-thumbnail="${SITE}/content/media/t.jpg">`],
    ['<a title="a > b" href="/a/?x=1&amp;y=2">', `<a title="a > b" href="${SITE}/a/?x=1&amp;y=2">`],
    ['<a data-href="/a/" class="href=/b/">', '<a data-href="/a/" class="href=/b/">'],
    ['write href="/a/" in <b>text</b>', 'write href="/a/" in <b>text</b>'],
    ['<!-- <a href="/a/"> --><a href="/b/">', `<!-- <a href="/a/"> --><a href="${SITE}/b/">`],
    [
      '<script src="/s.js">var a = \'<a href="/a/">\'</script>',
      `<script src="${SITE}/s.js">var a = '<a href="/a/">'</script>`,
    ],
    ['<style>a{background:url("/i.png")}</style>', '<style>a{background:url("/i.png")}</style>'],
    ['<textarea></textareas><a href="/a/"></textarea>', '<textarea></textareas><a href="/a/"></textarea>'],
    ['<a = href="/b/">', `<a = href="${SITE}/b/">`],
    ['<img alt="a"= src="/b.png">', `<img alt="a"= src="${SITE}/b.png">`],
    ['<svg><title/></svg><a href="/b/">', `<svg><title/></svg><a href="${SITE}/b/">`],
    ['<svg/><title/><a href="/a/">', '<svg/><title/><a href="/a/">'],
    ['<img src="data:image/png;base64,AA==">', '<img src="data:image/png;base64,AA==">'],
    ['1 < 2 <a href="/a/', '1 < 2 <a href="/a/'],
  ])('become absolute in %s', (html, absolute) => {
    expect(htmlToAbsolute(html, { siteUrl: SITE })).toBe(absolute);
  });

  it('of the site become relative again', () => {
    const html =
      '<a href="/a/">x</a> <img src="/i.png" srcset="/i.png 1x, /j.png 2x"> <a href="https://example.org/">' +
      '<div style="background: url(/content/images/a.png)" data-kg-background-image="/content/images/a.png">';
    expect(htmlToRelative(htmlToAbsolute(html, { siteUrl: SITE }), SITE)).toBe(html);
  });
});

describe('URLs in a mobiledoc', () => {
  it('stay as they are in a document that is nested too deeply', () => {
    const card = `["image",{"src":"${SITE}/a.png","unused":${'['.repeat(100_000)}${']'.repeat(100_000)}}]`;
    const deep = `{"version":"0.3.1","cards":[${card}],"sections":[[10,0]]}`;
    expect(mobiledocToRelative(deep, SITE)).toBe(deep);
  });

  const document = (cards: unknown[], markups: unknown[] = []) =>
    JSON.stringify({ version: '0.3.1', atoms: [], cards, markups, sections: [] });
  const stored = document(
    [
      ['image', { src: '/i.png', caption: '<a href="/a/">x</a>' }],
      ['gallery', { images: [{ src: '/g.png' }], caption: '<a href="/a/">x</a>' }],
      ['html', { html: '<img src="/i.png">' }],
      ['code', { code: '<a href="/a/">', caption: '<a href="/a/">x</a>' }],
      ['embed', { html: '<iframe src="/e">', caption: '<a href="/a/">x</a>' }],
      ['bookmark', { url: '/a/', metadata: { url: '/a/', icon: '/i.ico', thumbnail: '/t.png', title: '/a/' } }],
      ['markdown', { markdown: '[a](/a/) ![i](/i.png "t")\n\n[r]: /r/\n<a href="/h/">' }],
      ['hr', {}],
      ['unknown', { src: '/x.png' }],
      ['constructor', { src: '/x.png' }],
    ],
    [['a', ['rel', 'me', 'href', '/a/']], ['strong']],
  );

  it('become absolute in links and cards', () => {
    const absolute = mobiledocToAbsolute(stored, scope);
    expect(absolute.match(/https:\/\/example\.com\//g)).toHaveLength(17);
    for (const kept of ['"/x.png"', '"title":"/a/"', '"code":"<a href=\\"/a/\\">"', '["hr",{}]']) {
      expect(absolute).toContain(kept);
    }
    expect(mobiledocToRelative(absolute, SITE)).toBe(stored);
  });

  it.each(['about', 'about/', '?page=2'])('become absolute when %s is the only one', (url) => {
    expect(mobiledocToAbsolute(document([], [['a', ['href', url]]]), scope)).toBe(
      document([], [['a', ['href', `${SITE}/post/${url}`]]]),
    );
  });

  it('stay relative with `assetsOnly`, except those of files', () => {
    const absolute = mobiledocToAbsolute(
      document([['image', { src: '/content/images/i.png' }]], [['a', ['href', '/a/']]]),
      v2,
    );
    expect(absolute).toBe(document([['image', { src: `${SITE}/content/images/i.png` }]], [['a', ['href', '/a/']]]));
  });

  it('stay unchanged in footnotes of markdown', () => {
    const stored = document([['markdown', { markdown: 'text[^1]\n\n[^1]: note' }]]);
    expect(mobiledocToAbsolute(stored, { ...scope, itemUrl: `${SITE}/post/` })).toBe(stored);
  });

  it('are mapped in a link definition in angle brackets', () => {
    const stored = document([['markdown', { markdown: '[a]\n\n[a]: </x/>' }]]);
    const absolute = mobiledocToAbsolute(stored, scope);
    expect(absolute).toBe(document([['markdown', { markdown: `[a]\n\n[a]: <${SITE}/x/>` }]]));
    expect(mobiledocToRelative(absolute, SITE)).toBe(stored);
  });

  it('are mapped once when an attribute holds the start of a link', () => {
    const stored = document([['markdown', { markdown: '<img src="](<a href="/x/">' }]]);
    const absolute = mobiledocToAbsolute(stored, scope);
    expect(mobiledocToAbsolute(absolute, scope)).toBe(absolute);
  });

  it('stay unchanged in code of markdown', () => {
    const markdown = '`[a](/a/)` [b](/b/)\n```\n[c](/c/)\n```\n``` [d](/d/)\n~~~\n[e](/e/)';
    expect(mobiledocToAbsolute(document([['markdown', { markdown }]]), scope)).toBe(
      document([['markdown', { markdown: markdown.replace('(/b/)', `(${SITE}/b/)`) }]]),
    );
  });

  it.each([
    ['an html tag in a code span', '`<a href="/a/">` <a href="/x/">'],
    ['an html tag in a code span of two lines', '``<a\nhref="/a/">`` [x](/x/)'],
    ['a link definition in a code span', 'a `b\n[a]: /a/\n` [x](/x/)'],
    ['an html tag in a cell of a table', '|a|b|\n|-|-|\n|`<a href="/a/">`|[x](/x/)|'],
    ['an indented code block', '    <a href="/a/"> [a](/a/)\n    [a]: /a/\n\n[x](/x/)'],
    ['a code block indented by a tab', 'a\r\n\r\n\t<a href="/a/">\r\n\r\n[x](/x/)'],
    ['a fenced code block in a list', '1. a\n\n    ```\n    <a href="/a/">\n    ```\n\n    [x](/x/)'],
    ['a fenced code block in a quote', '> ```\n> <a href="/a/">\n\n[x](/x/)'],
    ['a code block in a list', '- [x](/x/)\n\n      <a href="/a/">'],
  ])('stay unchanged in markdown in %s', (_, markdown) => {
    const absolute = markdown.replace('/x/', `${SITE}/x/`);
    expect(mapMarkdownUrls(markdown, (url) => toAbsoluteUrl(url, scope))).toBe(absolute);
  });

  it.each([
    ['after an escaped backtick', '\\`<a href="/x/">` [x](/x/)'],
    ['after a backtick without an end', '``a` [x](/x/)'],
    ['in a tag with backticks', '<a title="`" href="/x/"> [x](/x/) <b title="`">'],
    ['in an indented paragraph of a list', '- a\n\n    [x](/x/)\n    <a href="/x/">'],
    ['in a footnote', 'a[^1]\n\n[^1]: b\n\n    [x](/x/)'],
    ['in a link definition before a code block', '[x]: /x/\n\n    a'],
    ['in html with backticks', '<div>`\n<a href="/x/">`\n</div>'],
  ])('become absolute in markdown %s', (_, markdown) => {
    const absolute = markdown.replaceAll('/x/', `${SITE}/x/`);
    expect(mapMarkdownUrls(markdown, (url) => toAbsoluteUrl(url, scope))).toBe(absolute);
  });

  it('become absolute in little time in many cards with much markdown', () => {
    const card = ['markdown', { markdown: '- a\n'.repeat(19_000) + '`' }];
    const link = ['markdown', { markdown: '[x](/x/)' }];
    const started = performance.now();
    const absolute = mobiledocToAbsolute(document([...new Array(20).fill(card), link]), scope);
    expect(performance.now() - started).toBeLessThan(1_500);
    expect(absolute).toContain(`[x](${SITE}/x/)`);
  });

  it('stay unchanged in text that is no mobiledoc', () => {
    for (const source of [
      '',
      'no JSON /',
      '[1]/',
      '{"markups":[["a","/"]],"cards":{"a":"/"}}',
      '{"cards":["/",["image","/"]]}',
    ]) {
      expect(mobiledocToAbsolute(source, scope)).toBe(source);
    }
  });
});
