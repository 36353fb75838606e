import { escapeAttribute, escapeText } from 'entities';
import type { EmailPost, EmailSite, EmailSource } from './email-source';
import { PREFERENCES_URL, UNSUBSCRIBE_URL } from './placeholders';
import { CONTENT_WIDTH, HEAD_STYLES } from './styles';
import { emailTextsOf, longDate } from './texts';

const TABLE = '<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"';

/** The reason why a mail ends before the end of its post (`size`: the post is too long); null if it contains the whole post. */
export type Ending = 'paywall' | 'size' | null;

function link(href: string, label: string, attributes = ''): string {
  return `<a href="${escapeAttribute(href)}"${attributes}>${escapeText(label)}</a>`;
}

function header({ site, post }: EmailSource, caption: string): string {
  const name = newsletterOf(site);
  const logo =
    site.logo &&
    `<a href="${escapeAttribute(site.url)}"><img src="${escapeAttribute(site.logo)}" alt="${escapeAttribute(site.title)}" height="36" style="height:36px;width:auto;margin:0 auto"></a>`;
  const title = post.isOnSite ? link(post.url, post.title) : escapeText(post.title);
  return `<p class="site">${logo || link(site.url, name)}</p><h1 class="title">${title}</h1>${byline({ site, post })}${featureImage(post, caption)}`;
}

/** Authors and date, as plain text. */
function bylineTexts({ post: { authors, publishedAt }, site }: EmailSource): string[] {
  return [
    ...(authors.length > 0 ? [emailTextsOf(site.language).by(authors.join(', '))] : []),
    ...(publishedAt ? [longDate(publishedAt, site)] : []),
  ];
}

function byline(source: EmailSource): string {
  const { post, site } = source;
  const browser = post.isOnSite ? [link(post.url, emailTextsOf(site.language).viewInBrowser)] : [];
  return `<p class="byline">${[...bylineTexts(source).map(escapeText), ...browser].join(' · ')}</p>`;
}

function featureImage({ featureImage: src, featureImageAlt }: EmailPost, caption: string): string {
  if (src === null) return '';
  const image = `<img src="${escapeAttribute(src)}" alt="${escapeAttribute(featureImageAlt ?? '')}" width="${CONTENT_WIDTH}">`;
  return caption === '' ? `<p>${image}</p>` : `${image}<p class="caption center">${caption}</p>`;
}

/** The html after the content of a mail that ends before the end of its post: a button to read on, at a paywall also the reason. */
function endingHtml(ending: Ending, { post, site }: EmailSource): string {
  const url = post.isOnSite ? post.url : site.url;
  const texts = emailTextsOf(site.language);
  if (ending === 'paywall') {
    return `<div class="upgrade"><p>${escapeText(texts.upgradeReason(site.title))}</p><p>${link(url, texts.upgrade, ' class="button"')}</p></div>`;
  }
  return ending === 'size' ? `<p class="center">${link(url, texts.restOnWeb, ' class="button"')}</p>` : '';
}

const newsletterOf = ({ newsletter, title }: EmailSite): string => newsletter ?? title;

function footer({ site }: EmailSource): string {
  const texts = emailTextsOf(site.language);
  const links = [
    link(UNSUBSCRIBE_URL, texts.unsubscribe),
    link(PREFERENCES_URL, texts.preferences),
    link(site.url, site.title),
  ];
  return `<p>${escapeText(texts.subscriptionReason(newsletterOf(site)))}</p><p>${links.join(' · ')}</p>`;
}

/** The html before and after the content of a mail; its styles are not inlined yet. */
export interface SurroundingHtml {
  header: string;
  ending: string;
  footer: string;
}

/** The html before and after the content of a mail. @param caption the caption of the feature image as html that is safe in mails */
export function surroundingHtmlOf(source: EmailSource, ending: Ending, caption: string): SurroundingHtml {
  return { header: header(source, caption), ending: endingHtml(ending, source), footer: footer(source) };
}

/**
 * The html document of a mail.
 * @param parts `preheader`: plain text that mail programs show beside the subject; `main`: header, content and ending. `main` and `footer`
 *   are html with inlined styles
 */
export function emailDocument(
  { site, post }: EmailSource,
  { preheader, main, footer: foot }: { preheader: string; main: string; footer: string },
): string {
  return `<!doctype html>
<html lang="${escapeAttribute(site.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeText(post.title)}</title>
<style>${HEAD_STYLES}
</style>
</head>
<body>
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px">${escapeText(preheader)}</div>
${TABLE} class="outer" style="background: #ffffff; table-layout: fixed"><tr><td align="center">
<!--[if mso]><table role="presentation" width="${CONTENT_WIDTH}" align="center"><tr><td><![endif]-->
<div style="max-width:${CONTENT_WIDTH}px;margin:0 auto;text-align:left">
${main}
${foot}
</div>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

/** The plaintext body of a mail. @param content the post as plaintext */
export function emailText(source: EmailSource, content: string, ending: Ending): string {
  const { post, site } = source;
  const texts = emailTextsOf(site.language);
  const url = post.isOnSite ? post.url : site.url;
  const endings = {
    paywall: `${texts.upgradeReason(site.title)} ${texts.upgrade}:\n${url}`,
    size: `${texts.restOnWeb}:\n${url}`,
  };
  const parts = [
    post.title,
    bylineTexts(source).join(' · '),
    post.isOnSite ? `${texts.viewInBrowser}: ${post.url}` : '',
    content.trim(),
    ending === null ? '' : endings[ending],
    `---\n${texts.subscriptionReason(newsletterOf(site))}\n${texts.unsubscribe}: ${UNSUBSCRIBE_URL}\n${texts.preferences}: ${PREFERENCES_URL}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
