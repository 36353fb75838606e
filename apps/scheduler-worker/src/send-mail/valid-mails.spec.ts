import { createPersonalizer, renderEmail, type TextLanguage } from '@almanac/rendering';
import { HtmlValidate } from 'html-validate';
import MailComposer from 'nodemailer/lib/mail-composer';
import PostalMime, { type Email } from 'postal-mime';
import { type MailMessage, renderMessage } from './mail-message';
import { englishMailTemplates } from './mail-templates';
import { germanMailTemplates } from './mail-templates-de';
import type { RenderedMail } from './mailer';

/** Mail programs need styles and attributes of tables in the elements, and Outlook a comment. Authors choose the levels of headings. */
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules: {
    'doctype-style': 'off',
    'no-inline-style': 'off',
    'no-deprecated-attr': 'off',
    'no-trailing-whitespace': 'off',
    'long-title': 'off',
    'prefer-tbody': 'off',
    'no-conditional-comment': 'off',
    'heading-level': 'off',
    'attribute-boolean-style': 'off',
  },
});

async function problemsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${line})`),
  );
}

/** The mail as a mail program reads it. */
async function received({ subject, html, text }: RenderedMail): Promise<Email> {
  const composer = new MailComposer({ subject, html, text, from: 'a@site.example', to: 'b@example.com' });
  return PostalMime.parse(await composer.compile().build());
}

const CARDS = `<h2 id="tides">Tides</h2><p>See <a href="/about/">About</a>, <a href="#tides">above</a> &amp; more.</p>
<figure class="kg-card kg-image-card"><img src="/content/images/a.png" class="kg-image" alt="A" loading="lazy"><figcaption>A <b>tide</b></figcaption></figure>
<figure class="kg-card kg-gallery-card"><div class="kg-gallery-container"><div class="kg-gallery-row">
<div class="kg-gallery-image"><img src="/content/images/b.png" alt="B"></div><div class="kg-gallery-image"><img src="/content/images/c.png"></div></div></div></figure>
<figure class="kg-card kg-embed-card"><iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe><figcaption>Film</figcaption></figure>
<figure class="kg-card kg-bookmark-card"><a class="kg-bookmark-container" href="https://o.example/"><div class="kg-bookmark-content">
<div class="kg-bookmark-title">Other</div><div class="kg-bookmark-description">Words</div></div><div class="kg-bookmark-thumbnail"><img src="https://o.example/t.png"></div></a></figure>
<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Hint</div></div>
<div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More</h4></div><div class="kg-toggle-content"><p>Text</p></div></div>
<div class="kg-card kg-button-card"><a href="/join/" class="kg-btn">Join</a></div>
<div class="kg-card kg-file-card"><a href="/content/files/a.pdf"><div class="kg-file-card-title">A file</div></a></div>
<figure class="kg-card kg-video-card" data-kg-thumbnail="/content/media/v.jpg"><video src="/v.mp4"></video></figure>
<blockquote>Quote</blockquote><ul><li>One<ul><li>Two</li></ul></li></ul><pre><code class="language-ts">a &lt; b</code></pre><hr><script>alert(1)</script>`;

async function newsletter(language: string, html: string): Promise<Record<'free' | 'paid', RenderedMail>> {
  const { subject, free, paid } = await renderEmail({
    site: {
      url: 'https://site.example',
      title: 'Tides & Co',
      newsletter: 'The <weekly>',
      logo: 'https://site.example/logo.png',
      accentColor: '#ff0055',
      language,
      timezone: 'Europe/Berlin',
    },
    post: {
      title: 'A "post" & more',
      html,
      url: 'https://site.example/a-post/',
      isOnSite: true,
      isForPaying: true,
      subject: 'News',
      excerpt: null,
      publishedAt: new Date('2026-11-22T12:00:00Z'),
      featureImage: 'https://site.example/f.png',
      featureImageAlt: null,
      featureImageCaption: 'By <a href="/ada/">Ada</a>',
      authors: ['Ada'],
    },
  });
  const recipient = {
    name: 'Bob',
    email: 'bob@example.com',
    unsubscribeUrl: 'https://site.example/members/unsubscribe/?token=x',
    preferencesUrl: 'https://site.example/members/preferences/?token=x',
  };
  if (!free) throw new Error('Free members may read the part before the paywall.');
  return {
    free: { subject, ...createPersonalizer(free)(recipient) },
    paid: { subject, ...createPersonalizer(paid)(recipient) },
  };
}

describe('the mail of a post', () => {
  it.each(['en', 'de'])('is valid html with absolute links and no script, in %s', async (language) => {
    const mails = await newsletter(language, `${CARDS}<!--members-only-->${CARDS.replaceAll('tides', 'more')}`);
    for (const mail of [mails.free, mails.paid]) {
      const { html = '', text = '' } = await received(mail);
      expect(html.trim()).toBe(mail.html.replaceAll('\r\n', '\n').trim());
      expect(await problemsOf(html)).toEqual([]);
      const urls = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, url]) => url);
      expect(urls.length).toBeGreaterThan(20);
      expect(urls.filter((url) => !/^https:\/\//.test(url ?? ''))).toEqual([]);
      expect(html + text).not.toMatch(/<script|<iframe|<video|<form|alert|%%\{/);
    }
  });

  it('has at most 102 kB of html, also with long words and many tags, and leads to the rest', async () => {
    for (const part of [
      '<p>Some words in a <a href="https://x.example/">paragraph</a>.</p>',
      `<p>${'ä'.repeat(40_000)}</p>`,
      CARDS,
    ]) {
      const { paid } = await newsletter('en', '<!--members-only-->' + part.repeat(Math.ceil(100_000 / part.length)));
      expect(Buffer.byteLength(paid.html)).toBeLessThanOrEqual(102_000);
      expect(paid.html).toMatch(/Read the rest on the web[^]*Unsubscribe[^]*<\/html>/);
    }
  });
});

describe('mails with fixed wording', () => {
  const url = 'https://site.example/members/?token=abc&action=signin';
  const values = {
    siteTitle: 'Tides & Co',
    siteUrl: 'https://site.example',
    emailType: 'signup',
    invitedBy: 'Ada',
    username: 'bob',
    hash: 'h4sh',
    url,
    kind: 'attending',
    title: 'Tea & "tides"',
    when: { en: 'Friday', de: 'Freitag' },
    place: '<Pier 3>',
    partySize: 2,
  };
  const languages: [TextLanguage, typeof englishMailTemplates][] = [
    ['en', englishMailTemplates],
    ['de', germanMailTemplates],
  ];
  const cases = languages.flatMap(([language, templates]) =>
    Object.entries(templates).map(([name, template]) => [name, language, template] as const),
  );

  it.each(cases)('%s is valid html in %s', async (_, language, template) => {
    // Each template takes some of the values.
    const message = (template as (given: typeof values) => MailMessage)(values);
    const { html = '', text = '' } = await received(renderMessage(message, language));
    expect(await problemsOf(html)).toEqual([]);
    expect(html).toContain(`<html lang="${language}">`);
    expect(text.includes(url)).toBe(message.button !== undefined);
  });
});
