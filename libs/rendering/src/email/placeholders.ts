import { escapeUTF8 } from 'entities';
import type { EmailBody } from './email-source';

/** Stands for the link of the recipient that ends their subscription. */
export const UNSUBSCRIBE_URL = '%%{unsubscribe_url}%%';

/** Stands for the link of the recipient to the page of their mail preferences. */
export const PREFERENCES_URL = '%%{preferences_url}%%';

/** The values of one recipient. */
export interface Recipient {
  /** Null where the member has none. */
  name: string | null;
  email: string;
  unsubscribeUrl: string;
  preferencesUrl: string;
}

type Value = (recipient: Recipient) => string;

const values: ReadonlyMap<string, Value> = new Map([
  ['unsubscribe_url', ({ unsubscribeUrl }) => unsubscribeUrl],
  ['preferences_url', ({ preferencesUrl }) => preferencesUrl],
  ['first_name', ({ name }) => name?.trim().split(/\s+/)[0] ?? ''],
  ['name', ({ name }) => name?.trim() ?? ''],
  ['email', ({ email }) => email],
]);

/** Without tags: a fallback that begins in one element and ends in another, or in an attribute, would let markup out of it. */
const FALLBACK_TEXT = '[^{}<>]{0,200}?';
const QUOTE = '(?:["“”„]|&quot;)';
const FALLBACK = `(?:,?\\s{0,5}${QUOTE}(${FALLBACK_TEXT})${QUOTE})?\\s{0,5}`;
const PLACEHOLDER = new RegExp(`%%\\{(${[...values.keys()].join('|')})${FALLBACK}\\}%%`, 'g');
/** As authors write it in cards for mails, e.g. `{first_name, "there"}`. */
const WRITTEN = new RegExp(`(?<!%%)\\{((?:first_name|name|email)${FALLBACK})\\}`, 'g');

/** The editor of Ghost puts the placeholders of authors into `code` elements. */
const CODE = /<code[^<>]{0,200}>\s{0,5}(\{[^<>{}]{1,250}\})\s{0,5}<\/code>/g;

/** The html of a card for mails, with placeholders for the values of the recipient that its author wrote. */
export function withPlaceholders(html: string): string {
  const replaced = (part: string): string => part.replace(WRITTEN, (_, written: string) => `%%{${written}}%%`);
  return replaced(
    html.replace(CODE, (code, content: string) => (replaced(content) === content ? code : replaced(content))),
  );
}

/** A value for an attribute, or one that no author may personalize: with nothing that `personalize` replaces. */
export const withoutPlaceholders = (value: string): string => value.replace(/%+\{/g, '{').replace(/\}%+/g, '}');

/** Content without placeholders for the links of the recipient, which only the template writes. */
export const withoutLinks = (content: string): string =>
  content.replace(/%%+\{(?=(?:unsubscribe|preferences)_url)/g, '{');

/** The text for every reader: with the fallbacks instead of the placeholders. */
export function withFallbacks(text: string): string {
  return text.replace(PLACEHOLDER, (_, _name: string, fallback = '') => fallback);
}

/** Prepares a mail for many recipients. @returns the mail of one recipient: with their values instead of the placeholders */
export function personalizer({ html, text }: EmailBody): (recipient: Recipient) => EmailBody {
  const [fillHtml, fillText] = [filler(html, escapeUTF8), filler(text, (value) => value)];
  return (recipient) => ({ html: fillHtml(recipient), text: fillText(recipient) });
}

/** The mail for one recipient: with their values instead of the placeholders. */
export function personalize(body: EmailBody, recipient: Recipient): EmailBody {
  return personalizer(body)(recipient);
}

/** Splits a body once, because a newsletter fills it once per member. */
function filler(body: string, escape: (value: string) => string): Value {
  const parts: (string | Value)[] = [];
  let from = 0;
  for (const { 0: placeholder, 1: name = '', 2: fallback = '', index } of body.matchAll(PLACEHOLDER)) {
    const value = values.get(name);
    // The author wrote the fallback, so it is html already.
    if (value) parts.push(body.slice(from, index), (recipient) => escape(value(recipient)) || fallback);
    from = index + placeholder.length;
  }
  parts.push(body.slice(from));
  return (recipient) => parts.map((part) => (typeof part === 'string' ? part : part(recipient))).join('');
}
