import type { UncheckedObject } from './envelope';

const propertyNames = new Map<string, string>();

/** The name of a property in TypeScript, e.g. `featureImage`, for a key of the API, e.g. `feature_image`. */
function propertyName(name: string): string {
  const known = propertyNames.get(name);
  if (known !== undefined) return known;
  const property = name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
  propertyNames.set(name, property);
  return property;
}

/**
 * The allowed fields of an unchecked object, by property name. Null stays null, numbers and booleans become strings, and lists and objects
 * are ignored.
 */
export function pickTexts(fields: UncheckedObject, allowed: readonly string[]): Record<string, string | null> {
  const picked: Record<string, string | null> = {};
  for (const name of allowed) {
    const value = fields[name];
    if (value === null || typeof value === 'string') picked[propertyName(name)] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') picked[propertyName(name)] = String(value);
  }
  return picked;
}

/** The named fields that identify a resource, e.g. its id or slug. Null and empty strings identify none, so they are left out. */
export function identifiersIn<Key extends string>(
  fields: UncheckedObject,
  ...names: Key[]
): Partial<Record<Key, string>> {
  const texts: Partial<Record<Key, string>> = {};
  for (const name of names) {
    const text = textOf(fields[name]);
    if (text) texts[name] = text;
  }
  return texts;
}

/** The value if it is a string, else undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The value if it is a string or null, else undefined. */
export function textOrNullOf(value: unknown): string | null | undefined {
  return value === null ? null : textOf(value);
}
