import { htmlForAudience } from '../gated-blocks';
import { htmlBeforePaywall } from '../paywall';
import { htmlToPlaintext } from '../plaintext/html-to-plaintext';
import type { EmailBody, EmailSource, RenderedEmail } from './email-source';
import { inlineStyles } from './inline-styles';
import { mailSafeParts } from './mail-safe-html';
import { withFallbacks, withoutLinkPlaceholders, withoutPlaceholders } from './placeholders';
import { accentOf, inlinedStyles } from './styles';
import { emailDocument, emailText, type Ending, surroundingHtmlOf } from './template';
import { emailTextsOf } from './texts';

/**
 * Gmail shows only the first 102 kB of the html. This limit is lower, because the template, the links of the recipient and the transfer
 * encoding add to the size of the content.
 */
const MAX_CONTENT_BYTES = 84_000;
const MAX_TEXT_CHARACTERS = 80_000;
const PREHEADER_CHARACTERS = 140;
/** A link target in plaintext, e.g. ` [https://example.com/]`, with the white space between it and a following punctuation mark. */
const LINK_TARGET = /\s*\[(?:https?|mailto|tel):[^\]]*\](?:\s+(?=[,.;:!?)]))?/gi;
/** The elements of mails that the plaintext shows on lines of their own. */
const BLOCKS: ReadonlySet<string> = new Set(['div', 'section', 'center', 'figure', 'figcaption', 'dt', 'dd', 'tr']);
/** Marks the position of the content in the html around it. */
const CONTENT_PLACE = '<!--content-->';

/** The part of a post that free or paying members may read. `ending`: why it ends before the end of the post; null for the whole post. */
interface ReadablePart {
  html: string;
  ending: Ending;
}

/**
 * Renders the mail of a post for free and for paying members.
 * @returns html with inlined styles and plaintext, both with the placeholders of `personalize`
 */
export async function renderEmail({ post: { html, ...fields }, site }: EmailSource): Promise<RenderedEmail> {
  const source = { post: { html, ...eachWithoutPlaceholders(fields) }, site: eachWithoutPlaceholders(site) };
  const { post } = source;
  const whole: ReadablePart = { html: htmlForAudience(post.html, 'paid'), ending: null };
  const partForFree = partForFreeMembers(source);
  const paid = await renderBody(source, whole);
  const isSame = partForFree?.ending === null && partForFree.html === whole.html;
  const free = isSame ? paid : partForFree && (await renderBody(source, partForFree));
  return { subject: post.subject.replace(/\s+/g, ' ').trim(), free, paid };
}

/** A copy whose strings have no placeholders. */
function eachWithoutPlaceholders<Fields extends object>(fields: Fields): Fields {
  const plain = (value: unknown): unknown => {
    if (typeof value === 'string') return withoutPlaceholders(value);
    return Array.isArray(value) ? value.map(plain) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, plain(value)])) as Fields;
}

/** @returns null if the post is for paying members, and has no paywall */
function partForFreeMembers({ post }: EmailSource): ReadablePart | null {
  const html = htmlForAudience(post.html, 'member');
  if (!post.isForPaying) return { html, ending: null };
  const partBeforePaywall = htmlBeforePaywall(html);
  return partBeforePaywall === null ? null : { html: partBeforePaywall, ending: 'paywall' };
}

async function renderBody(source: EmailSource, { html, ending }: ReadablePart): Promise<EmailBody> {
  const { post, site } = source;
  const css = inlinedStyles(accentOf(site.accentColor));
  const scope = { siteUrl: site.url, ...(post.isOnSite && { itemUrl: post.url }) };
  const conversion = { scope, texts: emailTextsOf(site.language) };
  const safe = mailSafeParts(html, conversion);
  // Styles only add to the size. So parts beyond the limit are left out before the styles are inlined, which takes time.
  const candidates = withinLimit(safe);
  const { kept, isCut } = withinLimit(await inlineStyles(candidates.kept, css));
  const htmlEnding = isCut || candidates.isCut ? 'size' : ending;
  const caption = mailSafeParts(post.featureImageCaption ?? '', conversion).join('');
  const surrounding = surroundingHtmlOf(source, htmlEnding, caption);
  const aroundContent = await withInlinedStyles(
    `<div class="content">${surrounding.header}${CONTENT_PLACE}${surrounding.ending}</div>`,
    css,
  );
  const footer = await withInlinedStyles(`<div class="footer">${surrounding.footer}</div>`, css);
  const text = withoutLinkPlaceholders(htmlToPlaintext(safe.join('\n'), BLOCKS));
  const isTextCut = text.length > MAX_TEXT_CHARACTERS;
  return {
    html: emailDocument(source, {
      preheader: preheaderOf(source, text),
      main: aroundContent.replace(CONTENT_PLACE, () => withoutLinkPlaceholders(kept.join(''))),
      footer,
    }),
    text: emailText(source, beginningOf(text, MAX_TEXT_CHARACTERS), isTextCut ? 'size' : ending),
  };
}

async function withInlinedStyles(html: string, css: string): Promise<string> {
  return (await inlineStyles([html], css)).join('');
}

/** The first parts of the content, up to `MAX_CONTENT_BYTES`. */
function withinLimit(parts: readonly string[]): { kept: string[]; isCut: boolean } {
  const kept: string[] = [];
  let bytes = 0;
  for (const part of parts) {
    bytes += Buffer.byteLength(part);
    if (bytes > MAX_CONTENT_BYTES) return { kept, isCut: true };
    kept.push(part);
  }
  return { kept, isCut: false };
}

/** The text that mail programs show beside the subject: the excerpt, or the beginning of the text without its link targets. */
function preheaderOf({ post }: EmailSource, text: string): string {
  const excerpt = post.excerpt ?? withFallbacks(text.replace(LINK_TARGET, ''));
  const line = excerpt.replace(/\s+/g, ' ').trim();
  return line.length > PREHEADER_CHARACTERS ? `${beginningOf(line, PREHEADER_CHARACTERS)}…` : line;
}

/** The first `length` UTF-16 units of a string, without half a surrogate pair at the end. */
function beginningOf(text: string, length: number): string {
  return text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
}
