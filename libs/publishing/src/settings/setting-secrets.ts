import type { Setting } from '@almanac/entities';
import { parseJson } from '../parse-json';

/** The value that replaces secrets in responses, as in later versions of Ghost. A request with this value keeps the stored secret. */
const CONCEALED = '••••••••';

/** Settings of external services. Their values are JSON with secrets and public properties. */
export const externalServiceSettings: ReadonlySet<string> = new Set([
  'slack',
  'unsplash',
  'members_subscription_settings',
]);

/** The maximum nesting of values. Responses conceal deeper objects completely; no known setting contains such deep objects. */
const MAX_DEPTH = 10;

/** Matches the names of properties with secrets. */
const secretName =
  /secret|private|pass(word|phrase|wd)?$|password|signing|credential|(^|_)auth$|bearer|access_?token|(^|_)(api_?|access_?)?key$/i;
/** Matches secret keys and signing secrets of Stripe by their prefixes. They are secrets whatever the name of the property. */
const secretValuePrefix = /^\s*(sk|rk|whsec)_/;

/** Also true for URLs and tokens in the setting `slack`: with the URL of a Slack webhook, anyone can post to the channel. */
function hasSecretName(key: string, name: string): boolean {
  return secretName.test(name) || (key === 'slack' && /url|token/i.test(name));
}

function hasSecretPrefix(value: unknown): boolean {
  return typeof value === 'string' && secretValuePrefix.test(value);
}

/** The setting with its secrets concealed, for a response. */
export function withoutSecrets<S extends Pick<Setting, 'key' | 'value'>>(setting: S): S {
  const { key, value } = setting;
  if (!externalServiceSettings.has(key) || value === null || value === '') return setting;
  const parsed = parseJson(value);
  if (parsed === undefined) return { ...setting, value: CONCEALED };
  let isChanged = false;
  const conceal = (secret: unknown): unknown => {
    if (secret === '' || secret === null) return secret;
    isChanged = true;
    return CONCEALED;
  };
  const isSecret = (name: string, item: unknown): boolean => hasSecretName(key, name) || hasSecretPrefix(item);
  const shown = mapSecrets(parsed, { isSecret, replaceSecret: conceal, replaceDeepObject: conceal });
  return isChanged ? { ...setting, value: JSON.stringify(shown) } : setting;
}

/**
 * The value to store for a request: `CONCEALED` is replaced by the stored secret.
 * @param text the value in the request
 * @param stored the stored value of the setting
 */
export function withStoredSecrets(key: string, text: string, stored: string | null): string {
  if (!externalServiceSettings.has(key) || !text.includes(CONCEALED)) return text;
  const sent = parseJson(text);
  if (sent === undefined) return text;
  const before = parseJson(stored ?? '');
  const restore = (value: unknown, path: readonly string[]): unknown =>
    value === CONCEALED ? (valueAt(before, path) ?? '') : value;
  const isSecret = (name: string, item: unknown, path: readonly string[]): boolean =>
    hasSecretName(key, name) ||
    (item === CONCEALED && (hasSecretPrefix(valueAt(before, path)) || path.length >= MAX_DEPTH));
  return JSON.stringify(mapSecrets(sent, { isSecret, replaceSecret: restore, replaceDeepObject: (value) => value }));
}

/** The rules of `mapSecrets`. */
interface SecretMapping {
  /** Whether a property is secret, by its name, its value and its path. */
  isSecret: (name: string, value: unknown, path: readonly string[]) => boolean;
  /** Returns the new value of a secret property. */
  replaceSecret: (value: unknown, path: readonly string[]) => unknown;
  /** Returns the new value of an object below the maximum depth. */
  replaceDeepObject: (value: unknown) => unknown;
}

/** A copy of a JSON value with replaced secrets. */
function mapSecrets(value: unknown, mapping: SecretMapping, path: readonly string[] = []): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (path.length >= MAX_DEPTH) return mapping.replaceDeepObject(value);
  const mapItem = (name: string, item: unknown, key: string): unknown => {
    const itemPath = [...path, key];
    return mapping.isSecret(name, item, itemPath)
      ? mapping.replaceSecret(item, itemPath)
      : mapSecrets(item, mapping, itemPath);
  };
  // The entries of a list have no names.
  if (Array.isArray(value)) return value.map((item, index) => mapItem('', item, String(index)));
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapItem(name, item, name)]));
}

/** The value at a path of property names; undefined if there is none. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (current, name) =>
      typeof current === 'object' && current !== null && Object.hasOwn(current, name)
        ? Reflect.get(current, name)
        : undefined,
    value,
  );
}
