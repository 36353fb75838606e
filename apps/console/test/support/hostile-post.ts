/** The URLs that the scripts of a test contain. */
export interface Attack {
  /** A script that was uploaded to the site. */
  upload: string;
  /** The origin of the attacker's server. */
  host: string;
}

export const URL_WITH_SCRIPT = "javascript:top.ran('url')";

/** One line, for fields that do not contain html. */
export const SHORT_SCRIPT = `"'><img src=x onerror="top.ran('field')">`;

/** Html in which each element calls the function `ran` of the page that it reaches, or sends a request to the attacker. */
export const hostileHtml = ({ upload, host }: Attack): string =>
  [
    `"'><script>top.ran('script')</script>`,
    `<img src=x onerror="top.ran('image')">`,
    `<svg onload="top.ran('svg')"><script href="${host}/svg.js"></script></svg>`,
    `<details open ontoggle="top.ran('details')"></details>`,
    `<iframe srcdoc="<script>top.ran('frame')</script><script src='${upload}'></script>"></iframe>`,
    `<iframe src="javascript:top.ran('frame')"></iframe><iframe src="${host}/frame"></iframe>`,
    `<object data="${host}/object"></object><embed src="${host}/embed">`,
    `<script src="${upload}"></script><script src="${host}/script.js"></script>`,
    `<link rel="stylesheet" href="${host}/link.css"><style>@import url("${host}/import.css");</style>`,
    `<meta http-equiv="refresh" content="0; url=${host}/refresh"><base href="${host}/">`,
    `<img src="${host}/pixel.png"><video src="${host}/video.mp4" autoplay></video>`,
    `<a href="javascript:top.ran('link')">link</a>`,
    `<form action="javascript:top.ran('form')"><button>send</button></form>`,
  ].join('');

/** An element that covers the whole window, unless the page keeps the styles of cards inside their cards. */
const OVERLAY =
  '<div id="overlay" style="position:fixed;inset:0;z-index:2147483647;background:red">Your session has ended</div>';

/** @returns the body of a post with scripts in every field of every card */
export function hostileLexical(attack: Attack): string {
  const html = hostileHtml(attack);
  const url = URL_WITH_SCRIPT;
  const card = (type: string, fields: object): object => ({ type, version: 1, ...fields });
  const button = { buttonText: html, buttonUrl: url };
  const children = [
    { type: 'paragraph', version: 1, children: [{ type: 'link', version: 1, url, children: [text('a link')] }] },
    card('html', { html: html + OVERLAY }),
    card('markdown', { markdown: `${html}\n\n[link](${url})\n\n${OVERLAY}` }),
    card('embed', {
      url: 'https://example.com/',
      embedType: 'rich',
      html,
      caption: html,
      metadata: { title: html, thumbnail_url: url },
    }),
    card('bookmark', {
      url,
      caption: html,
      metadata: { url, icon: url, thumbnail: url, title: html, description: html, author: html, publisher: html },
    }),
    card('image', {
      src: 'https://example.com/x.png',
      href: url,
      alt: html,
      title: html,
      caption: html,
      cardWidth: 'regular',
    }),
    card('gallery', {
      images: [{ src: 'https://example.com/x.png', fileName: html, alt: html, row: 0, width: 1, height: 1 }],
      caption: html,
    }),
    card('callout', { calloutText: html, calloutEmoji: html, backgroundColor: 'blue' }),
    card('toggle', { heading: html, content: html }),
    card('button', { ...button, alignment: 'center' }),
    card('file', { src: url, fileTitle: html, fileCaption: html, fileName: html, fileSize: 1 }),
    card('audio', { src: url, title: html, thumbnailSrc: url, duration: 1 }),
    card('video', { src: url, caption: html, fileName: html, thumbnailSrc: url, width: 10, height: 10 }),
    card('product', {
      productImageSrc: url,
      productTitle: html,
      productDescription: html,
      productUrl: url,
      productButton: html,
      productButtonEnabled: true,
    }),
    card('header', {
      version: 2,
      header: html,
      subheader: html,
      ...button,
      buttonEnabled: true,
      backgroundColor: 'blue',
      backgroundImageSrc: url,
    }),
    card('signup', {
      header: html,
      subheader: html,
      disclaimer: html,
      buttonText: html,
      successMessage: html,
      backgroundImageSrc: url,
      labels: [],
    }),
    card('call-to-action', {
      textValue: html,
      ...button,
      showButton: true,
      sponsorLabel: html,
      hasSponsorLabel: true,
      imageUrl: url,
    }),
    card('email', { html }),
    card('email-cta', { html, ...button, showButton: true }),
    card('codeblock', { code: html, language: html, caption: html }),
  ];
  return JSON.stringify({ root: { type: 'root', version: 1, direction: null, format: '', indent: 0, children } });
}

const text = (value: string): object => ({
  type: 'extended-text',
  version: 1,
  text: value,
  format: 0,
  detail: 0,
  mode: 'normal',
  style: '',
});

/** @returns the body of a post in mobiledoc, the older format, with scripts in every field of every card */
export function hostileMobiledoc(attack: Attack): string {
  const html = hostileHtml(attack);
  const url = URL_WITH_SCRIPT;
  const about = { title: html, description: html, author: html, publisher: html, icon: url, thumbnail: url };
  const button = { buttonText: html, buttonUrl: url };
  const cards = [
    ['html', { html: html + OVERLAY }],
    ['markdown', { markdown: `${html}\n\n[link](${url})` }],
    ['card-markdown', { markdown: html }],
    ['image', { src: 'https://example.com/x.png', href: url, alt: html, title: html, caption: html }],
    ['gallery', { images: [{ src: url, fileName: html, alt: html, row: 0, width: 1, height: 1 }], caption: html }],
    ['embed', { url: 'https://example.com/', type: 'rich', html, caption: html }],
    ['bookmark', { url, caption: html, metadata: { url, ...about } }],
    ['code', { code: html, language: html, caption: html }],
    ['callout', { calloutText: html, calloutEmoji: html, backgroundColor: 'blue' }],
    ['toggle', { heading: html, content: html }],
    ['button', { ...button, alignment: 'center' }],
    ['file', { src: url, fileTitle: html, fileCaption: html, fileName: html, fileSize: 1 }],
    ['audio', { src: url, title: html, thumbnailSrc: url, duration: 1 }],
    ['video', { src: url, caption: html, fileName: html, thumbnailSrc: url, width: 10, height: 10 }],
    ['product', { productImageSrc: url, productTitle: html, productDescription: html, productUrl: url }],
    ['header', { header: html, subheader: html, ...button, buttonEnabled: true, backgroundImageSrc: url }],
    ['email', { html }],
    ['email-cta', { html, ...button, showButton: true }],
  ];
  const link = [0, [0], 1, html];
  const sections = [[1, 'p', [link]], ...cards.map((_, index) => [10, index])];
  return JSON.stringify({ version: '0.3.1', atoms: [], markups: [['a', ['href', url]]], cards, sections });
}

/** The other fields of the post. */
export function hostileFields(attack: Attack) {
  const html = hostileHtml(attack);
  const short = SHORT_SCRIPT;
  return {
    title: short,
    custom_excerpt: short,
    feature_image_alt: short,
    feature_image_caption: html,
    codeinjection_head: html,
    codeinjection_foot: html,
    meta_title: short,
    meta_description: short,
    og_title: short,
    og_description: short,
    twitter_title: short,
    twitter_description: short,
    email_subject: short,
    feature_image: URL_WITH_SCRIPT,
    og_image: URL_WITH_SCRIPT,
    twitter_image: URL_WITH_SCRIPT,
    canonical_url: URL_WITH_SCRIPT,
  };
}
