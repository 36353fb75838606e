import type { Element } from 'domhandler';
import { escapeAttribute } from 'entities';
import { toAbsoluteUrl, type UrlScope } from '../urls/url';

const setOfWords = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Elements that mail programs show. */
const ALLOWED_ELEMENTS = setOfWords(
  'a abbr b blockquote br caption center cite code dd del div dl dt em figcaption figure font h1 h2 h3 h4 h5 h6 hr i img ins ' +
    'kbd li mark ol p pre q s section small span strong sub sup table tbody td tfoot th thead tr u ul',
);

/** Elements that become `div`, because many mail programs would not show their text on lines of its own. */
const BLOCK_ELEMENTS = setOfWords(
  'address article aside details fieldset footer header hgroup legend main menu nav search summary',
);

/** Elements that are left out with their content. */
export const DROPPED_ELEMENTS = setOfWords(
  'applet audio base button canvas datalist dialog embed form frame frameset head input link map math meta noembed noframes ' +
    'noscript object optgroup option param plaintext portal script select slot style svg template textarea ' +
    'title track xmp',
);

export const VOID_ELEMENTS = setOfWords('br hr img');

const ALLOWED_ATTRIBUTES = setOfWords(
  'align alt bgcolor border cellpadding cellspacing color colspan dir height href id lang rowspan src start style title valign width',
);

const PROPERTY = /^-{0,2}[a-z][a-z\d-]*$/;
/**
 * Style properties that are left out: `position` can cover other parts of the mail, and the next three can run code. The name `constructor`
 * would make juice fail, because every object in JavaScript has a property with this name.
 */
const REFUSED_PROPERTIES = setOfWords('position behavior -ms-behavior -moz-binding constructor');
/** Text outside quotes and in pairs of quotes. A pair contains no other quote, because juice makes all quotes single ones. */
const PAIRED_QUOTES = /^[^"']*(?:(?:"[^"']*"|'[^"']*')[^"']*)*$/;
/** A matching value could load a resource, run code, contain a comment, end early, or contain an escape that is decoded once more. */
const UNSAFE_VALUE = /(?:url|src|image|image-set)\s*\(|expression|\/\*|[\\&<>{}@]/i;
const SAFE_SCHEME = /^(?:https?:|mailto:|tel:)/i;
const WEB_SCHEME = /^https?:/i;

/**
 * The absolute URL of a link in content; null for an invalid URL, and for a scheme other than http, https, mailto and tel.
 * @param scope the bases of relative URLs; `itemUrl` is the URL of the post, to which fragments such as `#note` are appended. Without it,
 *   a fragment is no valid URL
 */
export function safeLink(href: string, scope: UrlScope): string | null {
  const trimmed = href.trim();
  const url = trimmed.startsWith('#') ? `${scope.itemUrl ?? ''}${trimmed}` : toAbsoluteUrl(trimmed, scope);
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  return SAFE_SCHEME.test(absolute) && URL.canParse(absolute) ? absolute : null;
}

/** The absolute URL of a picture; null for an invalid URL, and for a scheme other than http and https. */
export function safeImage(src: string, scope: UrlScope): string | null {
  const url = toAbsoluteUrl(src.trim(), scope);
  const absolute = url.startsWith('//') ? `https:${url}` : url;
  return WEB_SCHEME.test(absolute) && URL.canParse(absolute) ? absolute : null;
}

/** The value of an attribute for mails; null if the attribute must be left out. */
function allowedValue(name: string, value: string, scope: UrlScope): string | null {
  if (name === 'href') return safeLink(value, scope);
  if (name === 'src') return safeImage(value, scope);
  if (name === 'style') return safeStyle(value);
  return value;
}

/**
 * The name of an element in mails.
 * @returns null for an element that its content replaces: a link without a valid URL, and an element that mail programs do not need
 */
export function nameInMails({ name, attribs }: Element, scope: UrlScope): string | null {
  if (name === 'a' && safeLink(attribs.href ?? '', scope) === null) return null;
  if (ALLOWED_ELEMENTS.has(name)) return name;
  return BLOCK_ELEMENTS.has(name) ? 'div' : null;
}

/** The well-formed and safe declarations of a style; null if there are none. */
function safeStyle(style: string): string | null {
  const declarations = style.split(';').map(safeDeclaration);
  return declarations.filter((declaration) => declaration !== null).join('; ') || null;
}

/** A declaration of a style as `name: value`; null if it is malformed or unsafe. */
function safeDeclaration(declaration: string): string | null {
  const [property = '', text = '', ...others] = declaration.split(':');
  const [name, value] = [property.trim().toLowerCase(), text.trim()];
  if (others.length > 0 || !PROPERTY.test(name) || REFUSED_PROPERTIES.has(name)) return null;
  const isWellFormed = value !== '' && PAIRED_QUOTES.test(value) && hasPairedParentheses(value);
  return isWellFormed && !UNSAFE_VALUE.test(value) ? `${name}: ${value}` : null;
}

function hasPairedParentheses(value: string): boolean {
  let open = 0;
  for (const character of value) {
    if (character === '(') open += 1;
    else if (character === ')') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}

/** The allowed attributes of an element as html, each after a space; an empty string if there are none. */
export function allowedAttributes({ attribs }: Element, scope: UrlScope): string {
  return Object.entries(attribs)
    .filter(([name]) => ALLOWED_ATTRIBUTES.has(name))
    .map(([name, value]) => {
      const allowed = allowedValue(name, value, scope);
      return allowed === null ? '' : ` ${name}="${escapeAttribute(allowed)}"`;
    })
    .join('');
}
