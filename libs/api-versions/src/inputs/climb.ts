import type { Fields } from './envelope';

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());

const names = new Map<string, string>();

/** `feature_image` as `featureImage`. */
function headName(name: string): string {
  const known = names.get(name);
  if (known !== undefined) return known;
  const made = camelCase(name);
  names.set(name, made);
  return made;
}

/** The named fields of a body under the names HEAD has for them; what is absent stays absent. */
function pick(fields: Fields, allowed: readonly string[]): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of allowed) {
    if (fields[name] !== undefined) picked[headName(name)] = fields[name];
  }
  return picked;
}

/** The same where no schema looked at the values: numbers and switches become texts, lists and objects are passed over. */
export function pickTexts(fields: Fields, allowed: readonly string[]): Record<string, string | null> {
  const picked: Record<string, string | null> = {};
  for (const name of allowed) {
    const value = fields[name];
    if (value === null || typeof value === 'string') picked[headName(name)] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') picked[headName(name)] = String(value);
  }
  return picked;
}

/** A text, or undefined for whatever else was sent where a text is optional and unchecked. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A text or an explicit null. */
export function textOrNullOf(value: unknown): string | null | undefined {
  return value === null ? null : textOf(value);
}
