import { escapeUTF8 } from 'entities';
import type { EmailBody } from './email-source';

/** The placeholder for the unsubscribe link of the recipient. */
export const UNSUBSCRIBE_URL = '%%{unsubscribe_url}%%';

/** The placeholder for the link to the recipient's page of mail preferences. */
export const PREFERENCES_URL = '%%{preferences_url}%%';

/** The values of one recipient that replace placeholders. */
export interface Recipient {
  /** Null if the member has no name. */
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

/** A fallback contains no tags: if it had only one tag of a pair, or a part of an attribute, its replacement would break the markup. */
const FALLBACK_TEXT = '[^{}<>]{0,200}?';
const QUOTE = '(?:["“”„]|&quot;)';
/** In the plaintext of a list, a line can break here, and the next line is indented. */
const SPACE = '\\s{0,100}';
const FALLBACK = `(?:,?${SPACE}${QUOTE}(${FALLBACK_TEXT})${QUOTE})?${SPACE}`;
const PLACEHOLDER = new RegExp(`%%\\{(${[...values.keys()].join('|')})${FALLBACK}\\}%%`, 'g');
/** A placeholder as authors write it in cards for mails, e.g. `{first_name, "there"}`. */
const AUTHOR_PLACEHOLDER = new RegExp(`(?<!%%)\\{((?:first_name|name|email)${FALLBACK})\\}`, 'g');

/** The editor of Ghost puts the placeholders of authors into `code` elements. */
const CODE_ELEMENT = /<code[^<>]{0,200}>\s{0,5}(\{[^<>{}]{1,250}\})\s{0,5}<\/code>/g;

/** Converts the placeholders that authors write in the html of a card for mails to the form that `personalize` replaces. */
export function convertPlaceholders(html: string): string {
  const replace = (part: string): string =>
    part.replace(AUTHOR_PLACEHOLDER, (_, written: string) => `%%{${written}}%%`);
  // A code element without a placeholder is code of the author, and stays.
  const withoutCodeElements = html.replace(CODE_ELEMENT, (element, content: string) => {
    const replaced = replace(content);
    return replaced === content ? element : replaced;
  });
  return replace(withoutCodeElements);
}

/** Changes all placeholders so that `personalize` does not replace them: for attributes, and for texts such as the title. */
export const withoutPlaceholders = (value: string): string => value.replace(/(?<!%)%%+\{/g, '{').replace(/\}%%+/g, '}');

/** Changes the placeholders for links of the recipient so that `personalize` does not replace them: only the template may contain them. */
export const withoutLinkPlaceholders = (content: string): string =>
  content.replace(/(?<!%)%%+\{(?=(?:unsubscribe|preferences)_url)/g, '{');

/** Replaces the placeholders by their fallbacks, for the preheader, which is the same for all recipients. */
export function withFallbacks(text: string): string {
  return text.replace(PLACEHOLDER, (_, _name: string, fallback = '') => fallback);
}

/** Prepares a mail for many recipients. @returns a function that replaces the placeholders by the values of one recipient */
export function createPersonalizer({ html, text }: EmailBody): (recipient: Recipient) => EmailBody {
  const [fillHtml, fillText] = [createFiller(html, escapeUTF8), createFiller(text, (value) => value)];
  return (recipient) => ({ html: fillHtml(recipient), text: fillText(recipient) });
}

/** Replaces the placeholders of a mail by the values of one recipient. */
export function personalize(body: EmailBody, recipient: Recipient): EmailBody {
  return createPersonalizer(body)(recipient);
}

/** Splits a body at its placeholders once. @returns a function that fills in the values of one recipient */
function createFiller(body: string, escape: (value: string) => string): ValueOfRecipient {
  const parts: (string | ValueOfRecipient)[] = [];
  let from = 0;
  for (const { 0: placeholder, 1: name = '', 2: fallback = '', index } of body.matchAll(PLACEHOLDER)) {
    const value = values.get(name);
    // The fallback is not escaped: the author wrote it in the editor, so in the html body it is html already.
    if (value) parts.push(body.slice(from, index), (recipient) => escape(value(recipient)) || fallback);
    from = index + placeholder.length;
  }
  parts.push(body.slice(from));
  return (recipient) => parts.map((part) => (typeof part === 'string' ? part : part(recipient))).join('');
}
