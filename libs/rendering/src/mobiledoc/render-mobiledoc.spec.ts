import { mobiledocToHtml } from './render-mobiledoc';

interface Parts {
  ghostVersion?: unknown;
  markups?: unknown[];
  atoms?: unknown[];
  cards?: unknown[];
  sections: unknown[];
}

function html(parts: Parts): string {
  return mobiledocToHtml(JSON.stringify({ version: '0.3.1', markups: [], atoms: [], cards: [], ...parts }));
}

function card(name: string, payload?: unknown): string {
  return html({ cards: [payload === undefined ? [name] : [name, payload]], sections: [[10, 0]] });
}

describe('mobiledocToHtml', () => {
  it('renders paragraphs with nested markups, links and soft returns', () => {
    const markups = [['strong'], ['a', ['href', '/a/?x=1&y=2']]];
    const line = [
      [0, [0], 0, 'bold '],
      [0, [1], 2, 'link'],
      [1, [], 0, 0],
      [0, [], 0, '<b> & "c"'],
    ];
    expect(html({ markups, atoms: [['soft-return', '', {}]], sections: [[1, 'p', line]] })).toBe(
      '<p><strong>bold <a href="/a/?x=1&amp;y=2">link</a></strong><br>&lt;b&gt; &amp; "c"</p>',
    );
  });

  it('adds the heading ids of Ghost 3, with a number for equal ones', () => {
    const heading = (text: string) => [1, 'h2', [[0, [], 0, text]]];
    expect(html({ sections: [heading('Two & three'), heading('Two three'), heading('Ünï')] })).toBe(
      '<h2 id="two-three">Two &amp; three</h2><h2 id="two-three-1">Two three</h2><h2 id="-n-">Ünï</h2>',
    );
  });

  it.each([
    ['4.0', 'a-heading-gr%C3%BCn', 'md-two', 'H<sub>2</sub>O'],
    ['5.87.1', 'a-heading-gr%C3%BCn', 'md-two', 'H<sub>2</sub>O'],
    ['3.1', 'a-heading-gr-n', 'mdtwo', 'H~2~O'],
    [undefined, 'a-heading-gr-n', 'mdtwo', 'H~2~O'],
    [{}, 'a-heading-gr-n', 'mdtwo', 'H~2~O'],
  ])('of Ghost %j has its heading ids and markdown', (ghostVersion, id, markdownId, text) => {
    const sections = [
      [1, 'h2', [[0, [], 0, 'A heading, grün']]],
      [10, 0],
    ];
    const rendered = html({ ghostVersion, cards: [['markdown', { markdown: '# MD two\n\nH~2~O' }]], sections });
    expect([...rendered.matchAll(/ id="([^"]*)"/g)].map(([, value]) => value)).toEqual([id, markdownId]);
    expect(rendered).toContain(text);
  });

  it('drops one empty paragraph at the end, which the editor always adds', () => {
    const blank = [1, 'p', [[0, [], 0, '']]];
    expect(html({ sections: [blank, [1, 'p', [[0, [], 0, 'x']]], blank] })).toBe('<p></p><p>x</p>');
    expect(html({ sections: [blank] })).toBe('');
  });

  it('renders lists, quotes and asides', () => {
    const items = [[[0, [], 0, 'one']], [[0, [], 0, 'two']]];
    expect(
      html({
        sections: [
          [3, 'ol', items],
          [1, 'blockquote', [[0, [], 0, 'q']]],
        ],
      }),
    ).toBe('<ol><li>one</li><li>two</li></ol><blockquote>q</blockquote>');
  });

  it('renders an unknown card as nothing', () => {
    expect(card('no-such-card', { html: '<p>x</p>' })).toBe('');
  });

  it('removes null characters, which PostgreSQL cannot store', () => {
    expect(html({ sections: [[1, 'p', [[0, [], 0, 'a\0b']]]] })).toBe('<p>ab</p>');
  });

  it('prefixes a script URL in a link with unsafe:', () => {
    const markups = [['a', ['href', 'javascript:alert(1)']]];
    expect(html({ markups, sections: [[1, 'p', [[0, [0], 1, 'x']]]] })).toBe(
      '<p><a href="unsafe:javascript:alert(1)">x</a></p>',
    );
  });
});

describe('the image card', () => {
  it('prints width, alternative text, title and a caption of html', () => {
    const payload = { src: '/i.png', alt: 'A "b"', title: 'T', cardWidth: 'wide', caption: 'see <b>this</b>' };
    expect(card('image', payload)).toBe(
      '<figure class="kg-card kg-image-card kg-width-wide kg-card-hascaption"><img src="/i.png" class="kg-image" ' +
        'alt="A &quot;b&quot;" title="T"><figcaption>see <b>this</b></figcaption></figure>',
    );
  });

  it('prints only the given attributes, and nothing without a URL', () => {
    expect(card('image', { src: '/i.png', alt: '', cardWidth: '' })).toBe(
      '<figure class="kg-card kg-image-card"><img src="/i.png" class="kg-image"></figure>',
    );
    expect(card('image', { alt: 'x' })).toBe('');
    expect(card('image', { src: { no: 'string' } })).toBe('');
    expect(card('image')).toBe('');
  });
});

describe('the gallery card', () => {
  const image = (index: number) => ({
    fileName: `${index}.png`,
    src: `/${index}.png`,
    width: 4,
    height: 3,
    row: Math.floor(index / 3),
  });

  it('has no single image in the last of several rows', () => {
    const rows = card('gallery', { images: [0, 1, 2, 3].map(image), caption: 'four' });
    expect(rows.match(/kg-gallery-row/g)).toHaveLength(2);
    expect(rows.split('kg-gallery-row')[2]).toContain('/2.png');
    expect(rows).toContain('<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption">');
    expect(rows).toContain('<div class="kg-gallery-image"><img src="/3.png" width="4" height="3"></div>');
  });

  it('prints only complete images, and nothing without any', () => {
    expect(card('gallery', { images: [{ src: '/a.png' }, null, 7] })).toBe('');
    expect(card('gallery', { images: 'no list' })).toBe('');
  });
});

describe('the bookmark card', () => {
  const metadata = { url: 'https://example.org/', title: 'T', description: 'D <i>', publisher: 'P' };

  it('prints the metadata of its target', () => {
    expect(card('bookmark', { metadata: { ...metadata, author: 'A', icon: '/i.ico', thumbnail: '/t.png' } })).toBe(
      '<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://example.org/">' +
        '<div class="kg-bookmark-content"><div class="kg-bookmark-title">T</div>' +
        '<div class="kg-bookmark-description">D &lt;i&gt;</div><div class="kg-bookmark-metadata">' +
        '<img class="kg-bookmark-icon" src="/i.ico"><span class="kg-bookmark-author">A</span>' +
        '<span class="kg-bookmark-publisher">P</span></div></div>' +
        '<div class="kg-bookmark-thumbnail"><img src="/t.png"></div></a></figure>',
    );
  });

  it('prefixes a script URL with unsafe:', () => {
    const metadata = { url: ' javascript:alert(1)', title: 'a', description: 'b' };
    expect(card('bookmark', { metadata })).toContain('href="unsafe: javascript:alert(1)"');
  });

  it('prints nothing without a URL, a title or a description', () => {
    for (const missing of ['url', 'title', 'description']) {
      expect(card('bookmark', { metadata: { ...metadata, [missing]: undefined } })).toBe('');
    }
    expect(card('bookmark', { metadata: null })).toBe('');
  });
});

describe('the other cards', () => {
  it('print escaped code and its language', () => {
    expect(card('code', { code: 'a < b', language: 'js' })).toBe(
      '<pre><code class="language-js">a &lt; b</code></pre>',
    );
    expect(card('code', { code: 'x', caption: 'c' })).toBe(
      '<figure class="kg-card kg-code-card"><pre><code>x</code></pre><figcaption>c</figcaption></figure>',
    );
    expect(card('code', { code: '' })).toBe('');
  });

  it('print raw html unchanged between comments', () => {
    expect(card('html', { html: '<div><p>open' })).toBe(
      '<!--kg-card-begin: html--><div><p>open<!--kg-card-end: html-->',
    );
    expect(card('html', { html: '' })).toBe('');
  });

  it('print markdown with its own heading ids, under both names', () => {
    const markdown = '## A heading!\n\n==mark== https://example.org example.com\nbreak[^1]\n\n[^1]: Note';
    const rendered = card('markdown', { markdown });
    expect(rendered).toContain('<h2 id="aheading">A heading!</h2>');
    expect(rendered).toContain(
      '<mark>mark</mark> <a href="https://example.org">https://example.org</a> example.com<br>',
    );
    expect(rendered).toContain('class="footnotes"');
    expect(card('card-markdown', { markdown })).toBe(rendered);
    expect(card('markdown', { markdown: '#no space' })).toContain('<h1 id="nospace">no space</h1>');
  });

  it('print embedded html in a figure, and horizontal lines', () => {
    expect(card('embed', { html: '<iframe></iframe>', caption: 'c' })).toBe(
      '<figure class="kg-card kg-embed-card kg-card-hascaption"><iframe></iframe><figcaption>c</figcaption></figure>',
    );
    expect(card('embed', { url: 'https://example.org' })).toBe('');
    expect(card('hr')).toBe('<hr>');
  });
});
