import { escapeAttribute, escapeText } from 'entities';
import { isRecord } from '../lexical/lexical-node';
import { withPlaceholders } from './placeholders';

/** The cards of Ghost whose content only mails show. */
const CARDS = new Set<unknown>(['email', 'email-cta']);
const SEGMENTS = new Set<unknown>(['status:free', 'status:-free']);

/** A serialized lexical document whose cards for mails are html cards, so that they are rendered. */
export function lexicalForMail(lexical: string): string {
  return JSON.stringify(JSON.parse(lexical), (_, node: unknown) =>
    isRecord(node) && CARDS.has(node.type) ? { type: 'html', version: 1, html: htmlOf(node) } : node,
  );
}

/** A serialized mobiledoc whose cards for mails are html cards, so that they are rendered. */
export function mobiledocForMail(mobiledoc: string): string {
  const document: { cards?: unknown } = JSON.parse(mobiledoc);
  if (!Array.isArray(document.cards)) return mobiledoc;
  const cards = document.cards.map((card: unknown) => {
    const [name, payload]: unknown[] = Array.isArray(card) ? card : [];
    return CARDS.has(name) && isRecord(payload) ? ['html', { html: htmlOf(payload) }] : card;
  });
  return JSON.stringify({ ...document, cards });
}

/** The html of either card. One with a button can be for free or for paying members only. */
function htmlOf({ html, segment, ...card }: Record<string, unknown>): string {
  const divider = card.showDividers === true ? '<hr>' : '';
  const content = `${divider}${withPlaceholders(text(html))}${buttonOf(card)}${divider}`;
  if (!SEGMENTS.has(segment)) return content;
  return `<!--kg-gated-block:begin nonMember:false memberSegment:"${text(segment)}" -->${content}<!--kg-gated-block:end-->`;
}

function buttonOf({ showButton, buttonText, buttonUrl }: Record<string, unknown>): string {
  if (showButton !== true || text(buttonUrl) === '') return '';
  return `<div class="kg-button-card"><a href="${escapeAttribute(text(buttonUrl))}">${escapeText(text(buttonText))}</a></div>`;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
