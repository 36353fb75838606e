import { escapeAttribute, escapeText } from 'entities';
import { isRecord, stringOf } from '../json';
import { convertPlaceholders } from './placeholders';
import { visibilityForMails } from './visibility-for-mails';

/** The cards of Ghost that are shown in mails only. */
const CARDS = new Set<unknown>(['email', 'email-cta']);
/** The member segments of Ghost that can see a card: `status:free` are the free members, `status:-free` the paying members. */
const SEGMENTS = new Set<unknown>(['status:free', 'status:-free']);

/**
 * Changes a serialized lexical document for mails. Html cards replace the cards that are shown in mails only, because renderers leave
 * these cards out. Other cards with a `visibility` get the result of {@link visibilityForMails}.
 * @returns null if mails show the same cards to members as the site
 */
export function lexicalForMail(lexical: string): string | null {
  let isChanged = false;
  const document = JSON.stringify(JSON.parse(lexical), (_, node: unknown) => {
    const forMail = isRecord(node) ? nodeForMail(node) : node;
    isChanged ||= forMail !== node;
    return forMail;
  });
  return isChanged ? document : null;
}

/** @returns the same object if nothing changes */
function nodeForMail(node: Record<string, unknown>): Record<string, unknown> {
  if (CARDS.has(node.type)) return { type: 'html', version: 1, html: htmlOf(node) };
  if (!isRecord(node.visibility)) return node;
  const visibility = visibilityForMails(node.visibility);
  return visibility === node.visibility ? node : { ...node, visibility };
}

/** In a serialized mobiledoc, replaces the cards that are shown in mails only by html cards, because renderers leave these cards out. */
export function mobiledocForMail(mobiledoc: string): string {
  const document: { cards?: unknown } = JSON.parse(mobiledoc);
  if (!Array.isArray(document.cards)) return mobiledoc;
  const cards = document.cards.map((card: unknown) => {
    const [name, payload]: unknown[] = Array.isArray(card) ? card : [];
    return CARDS.has(name) && isRecord(payload) ? ['html', { html: htmlOf(payload) }] : card;
  });
  return JSON.stringify({ ...document, cards });
}

/** The html of a card for mails. A card whose `segment` is one of {@link SEGMENTS} is in a gated block for these members. */
function htmlOf({ html, segment, ...card }: Record<string, unknown>): string {
  const divider = card.showDividers === true ? '<hr>' : '';
  const content = `${divider}${convertPlaceholders(stringOf(html))}${buttonOf(card)}${divider}`;
  if (!SEGMENTS.has(segment)) return content;
  return `<!--kg-gated-block:begin nonMember:false memberSegment:"${stringOf(segment)}" -->${content}<!--kg-gated-block:end-->`;
}

/** The html of a button; an empty string without a URL or without text. Without an alignment it is aligned left, as in Ghost. */
function buttonOf({ showButton, buttonText, buttonUrl, alignment }: Record<string, unknown>): string {
  const text = stringOf(buttonText);
  if (showButton !== true || stringOf(buttonUrl) === '' || text.trim() === '') return '';
  const href = escapeAttribute(stringOf(buttonUrl));
  const className = alignment === 'center' ? 'kg-align-center' : 'kg-align-left';
  return `<div class="kg-button-card ${className}"><a href="${href}">${escapeText(text)}</a></div>`;
}
