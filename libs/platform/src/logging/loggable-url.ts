import { LRUCache } from 'lru-cache';
import { isSecretName, REDACTED, textWithoutSecrets } from './redaction';

/** Parameters whose values help to understand a request. Of the other parameters, no value is logged, and of `filter` only its keys. */
const LOGGED_PARAMETERS = new Set([
  'absolute_urls',
  'delete_posts',
  'email_type',
  'fields',
  'force',
  'formats',
  'include',
  'limit',
  'order',
  'page',
  'permissions',
  'send_email',
  'source',
]);

/**
 * The values of {@link LOGGED_PARAMETERS} that are logged: a number, or names of fields and relations, possibly with a direction. No other
 * value is logged, because it could be a secret.
 */
const PLAIN_VALUE = /^(?:\d{1,9}|(?:[a-z_.]{1,32}(?: (?:asc|desc|ASC|DESC))?(?:, ?|$)){0,20})$/;

/** Matches a quoted value or a list of values in a filter, also without the closing quote or bracket. */
const QUOTED_OR_LIST = /'(?:\\.|[^'\\])*'?|\[[^\]]*\]?/g;
/**
 * Matches the keys in a filter without such values. A key is at the beginning, or after `+`, `,` or `(`. The values in a filter are not
 * logged, because a client can filter by any value, also by a secret.
 */
const FILTER_KEYS = /(?<=^|[+,(])[a-z_]{1,32}(?:\.[a-z_]{1,32})?(?=:)/g;

/**
 * A path segment of words and numbers, as in routes, slugs and file names. Segments with upper case letters, and segments in which letters
 * and digits alternate, do not match, because they could be passwords or keys.
 */
const PLAIN_SEGMENT = /^[-_.]*(?:(?:[a-z]+\d{0,2}|\d{1,10}[a-z]{0,2})(?:[-_.]+|$))*$/;
const ID = /^[\da-f]{24}$/;
const MAX_SEGMENT_LENGTH = 191;
const MAX_REMEMBERED_URLS = 1_000;
/** In characters. */
const MAX_REMEMBERED_LENGTH = 500;
/** One word, or words separated by `/` or `,`. `textWithoutSecrets` changes no such text, so it needs no further check. */
const SHORT_WORDS = /^[a-z]{0,20}\d{0,2}(?:[/,][a-z]{0,20}\d{0,2})*$/;

/** The decoded text; the text itself if it cannot be decoded. */
function decode(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

const hasSecretShape = (text: string): boolean => textWithoutSecrets(text) !== text;

function isPlain(segment: string): boolean {
  return segment.length <= MAX_SEGMENT_LENGTH && (ID.test(segment) || PLAIN_SEGMENT.test(segment));
}

function isLoggable(text: string): boolean {
  return SHORT_WORDS.test(text) || (isPlain(text) && !hasSecretShape(text));
}

function loggableSegment(segment: string): string {
  return isLoggable(segment) ? segment : REDACTED;
}

function loggablePath(path: string): string {
  return SHORT_WORDS.test(path) ? path : path.split('/').map(loggableSegment).join('/');
}

function isPlainValue(text: string): boolean {
  return PLAIN_VALUE.test(text) && (SHORT_WORDS.test(text) || !hasSecretShape(text));
}

function loggableParameter(pair: string): string {
  const end = pair.indexOf('=');
  const name = decode(end < 0 ? pair : pair.slice(0, end)).toLowerCase();
  const value = end < 0 ? '' : pair.slice(end + 1);
  if (name === 'filter') {
    const keys = decode(value).replace(QUOTED_OR_LIST, "''").match(FILTER_KEYS) ?? [];
    return `filter=${keys.join(',') || REDACTED}`;
  }
  if (LOGGED_PARAMETERS.has(name)) return `${name}=${isPlainValue(decode(value)) ? value : REDACTED}`;
  // A client can send a secret as the name of a parameter. So of unknown parameters only names such as `key` or `token` are logged.
  return isSecretName(name) && isLoggable(name) ? `${name}=${REDACTED}` : REDACTED;
}

/** The URL without secrets and without the part after `#`. */
function redactUrl(url: string): string {
  const [address = ''] = url.split('#', 1);
  const end = address.indexOf('?');
  const path = loggablePath(end < 0 ? address : address.slice(0, end));
  if (end < 0) return path;
  const pairs = address
    .slice(end + 1)
    .split(/[&;?]/)
    .filter((pair) => pair !== '');
  return pairs.length === 0 ? path : `${path}?${pairs.map(loggableParameter).join('&')}`;
}

/** The results for recent URLs, because a cached response takes about 8 % more processor time if each URL is checked again (ADR 0200). */
const recentUrls = new LRUCache<string, string>({ max: MAX_REMEMBERED_URLS });

/** Whether a URL is short, and has no secret. A content key is not secret, because sites send it from browsers. */
const canBeRemembered = (url: string, result: string): boolean =>
  url.length <= MAX_REMEMBERED_LENGTH &&
  !result.replace(`?key=${REDACTED}`, '').replace(`&key=${REDACTED}`, '').includes(REDACTED);

/**
 * The URL for a log line, with `[redacted]` in place of possible secrets: the values of most parameters, the names of unknown parameters,
 * and path segments that are neither ids nor words and numbers. Parameter names are decoded before the check. The part after `#` is left
 * out.
 */
export function urlWithoutSecrets(url: string): string {
  const known = recentUrls.get(url);
  if (known !== undefined) return known;
  const result = redactUrl(url);
  if (canBeRemembered(url, result)) recentUrls.set(url, result);
  return result;
}
