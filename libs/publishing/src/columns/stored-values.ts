import { htmlToRelative, lexicalToRelative, mobiledocToRelative, toRelativeUrl } from '@almanac/rendering';
import type { Field } from '@almanac/resource-fields';

const toRelative = {
  url: toRelativeUrl,
  html: htmlToRelative,
  lexical: lexicalToRelative,
  mobiledoc: mobiledocToRelative,
} as const;

/** A value as its column stores it: URLs of the site become relative, if the field has URLs. Other values stay as they are. */
export function toStoredValue({ urls }: Field, value: unknown, siteUrl: string): unknown {
  return urls && typeof value === 'string' && value !== '' ? toRelative[urls](value, siteUrl) : value;
}

/**
 * The values of `input` for `fields`, as their columns store them; other properties are left out. An absent property stays absent.
 * An empty string becomes null if the column may be null.
 */
export function toStoredValues<Input extends object>(
  fields: readonly Field[],
  input: Input,
  siteUrl: string,
): Partial<Input> {
  const values: Record<string, unknown> = {};
  for (const field of fields) {
    const value: unknown = input[field.name as keyof Input];
    if (value === undefined) continue;
    values[field.name] = value === '' && field.isNullable ? null : toStoredValue(field, value, siteUrl);
  }
  return values as Partial<Input>;
}
