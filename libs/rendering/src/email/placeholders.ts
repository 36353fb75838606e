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

type ValueOfRecipient = (recipient: Recipient) => string;

const values: ReadonlyMap<string, ValueOfRecipient> = new Map([
  ['unsubscribe_url', ({ unsubscribeUrl }) => unsubscribeUrl],
  ['preferences_url', ({ preferencesUrl }) => preferencesUrl],
  ['first_name', ({ name }) => name?.trim().split(/\s+/)[0] ?? ''],
  ['name', ({ name }) => name?.trim() ?? ''],
  ['email', ({ email }) => email],
]);

/** Contains no tags: a fallback that spans several elements, or part of an attribute, would break the markup. */
const FALLBACK_TEXT = '[^{}<>]{0,200}?';
const QUOTE = '(?:["“”„]|&quot;)';
const FALLBACK = `(?:,?\\s{0,5}${QUOTE}(${FALLBACK_TEXT})${QUOTE})?\\s{0,5}`;
const PLACEHOLDER = new RegExp(`%%\\{(${[...values.keys()].join('|')})${FALLBACK}\\}%%`, 'g');
/** A placeholder as authors write it in cards for mails, e.g. `{first_name, "there"}`. */
const AUTHOR_PLACEHOLDER = new RegExp(`(?<!%%)\\{((?:first_name|name|email)${FALLBACK})\\}`, 'g');

/** The editor of Ghost puts the placeholders of authors into `code` elements. */
const CODE_ELEMENT = /<code[^<>]{0,200}>\s{0,5}(\{[^<>{}]{1,250}\})\s{0,5}<\/code>/g;

/** Converts the placeholders in the html of a card for mails, as authors write them, to those that `personalize` replaces. */
export function withPlaceholders(html: string): string {
  const replaced = (part: string): string =>
    part.replace(AUTHOR_PLACEHOLDER, (_, written: string) => `%%{${written}}%%`);
  return replaced(
    html.replace(CODE_ELEMENT, (code, content: string) => (replaced(content) === content ? code : replaced(content))),
  );
}

/** Removes all that `personalize` would replace, for attributes and for values that are the same for every recipient. */
export const withoutPlaceholders = (value: string): string => value.replace(/%+\{/g, '{').replace(/\}%+/g, '}');

/** Removes the placeholders for the links of the recipient from content: only the template may write them. */
export const withoutLinkPlaceholders = (content: string): string =>
  content.replace(/%%+\{(?=(?:unsubscribe|preferences)_url)/g, '{');

/** Replaces the placeholders by their fallbacks, for text that is the same for every reader. */
export function withFallbacks(text: string): string {
  return text.replace(PLACEHOLDER, (_, _name: string, fallback = '') => fallback);
}

/** Prepares a mail for many recipients. @returns a function that replaces the placeholders by the values of one recipient */
export function personalizer({ html, text }: EmailBody): (recipient: Recipient) => EmailBody {
  const [fillHtml, fillText] = [filler(html, escapeUTF8), filler(text, (value) => value)];
  return (recipient) => ({ html: fillHtml(recipient), text: fillText(recipient) });
}

/** Replaces the placeholders of a mail by the values of one recipient. */
export function personalize(body: EmailBody, recipient: Recipient): EmailBody {
  return personalizer(body)(recipient);
}

/** Splits a body at its placeholders once, because a newsletter fills in the values of each member. */
function filler(body: string, escape: (value: string) => string): ValueOfRecipient {
  const parts: (string | ValueOfRecipient)[] = [];
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
