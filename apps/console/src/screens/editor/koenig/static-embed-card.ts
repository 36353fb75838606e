/** The data of an embed node. */
export interface Embed {
  /** The HTML of the embed, from the oEmbed data or from the author. */
  html?: string;
  url?: string;
  /** The oEmbed data. */
  metadata?: unknown;
}

const MAX_TITLE_LENGTH = 280;

const stringOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The plain text of HTML, without its scripts and styles. `DOMParser` neither runs scripts nor loads resources. */
function textOfHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  for (const element of body.querySelectorAll('script, style')) element.remove();
  return (body.textContent ?? '').replace(/\s+/g, ' ').trim();
}

function isWebAddress(url: string): boolean {
  return URL.canParse(url) && ['https:', 'http:'].includes(new URL(url).protocol);
}

function hostOf(url: string): string {
  return isWebAddress(url) ? new URL(url).host : '';
}

/**
 * A static card for an embed: thumbnail, title, author and provider of its oEmbed data. Without a title, it shows the text of the HTML of
 * the embed; without a provider, the host of its URL.
 * @returns safe HTML: it contains only text and the URL of the thumbnail from the embed, and none of its HTML elements
 */
export function staticEmbedCard({ html = '', url = '', metadata }: Embed): string {
  const oEmbed: Record<string, unknown> = typeof metadata === 'object' && metadata !== null ? { ...metadata } : {};
  const page = document.implementation.createHTMLDocument();
  const box = page.createElement('div');
  box.style.cssText =
    'box-sizing:border-box;width:100%;padding:16px;display:flex;gap:16px;align-items:center;border:1px solid #8884;border-radius:6px;font:14px/1.5 system-ui,sans-serif;color:#333;background:#f7f6f3';
  const thumbnail = stringOf(oEmbed['thumbnail_url']);
  if (isWebAddress(thumbnail)) {
    const image = page.createElement('img');
    image.src = thumbnail;
    image.alt = '';
    image.style.cssText = 'width:160px;aspect-ratio:16/9;object-fit:cover;border-radius:4px;flex:none';
    box.append(image);
  }
  const texts = page.createElement('div');
  const lines = [
    ['strong', stringOf(oEmbed['title']) || textOfHtml(html).slice(0, MAX_TITLE_LENGTH)],
    ['div', stringOf(oEmbed['author_name'])],
    ['div', stringOf(oEmbed['provider_name']) || hostOf(url)],
  ] as const;
  for (const [tag, text] of lines)
    if (text) texts.append(Object.assign(page.createElement(tag), { textContent: text }));
  box.append(texts);
  return box.outerHTML;
}
