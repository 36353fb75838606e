import { ValidationError } from '@almanac/errors';

function elementIn(body: unknown, root: string): Record<string, unknown> {
  const list: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, root) : undefined;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {};
}

const saysFieldIsRequired = (missing: readonly string[]): string =>
  `Validation (FieldIsRequired) failed for ${JSON.stringify(missing)}`;

/**
 * The texts of the one element under a body's root key, for the few bodies that are no resource.
 * @param messageFor the message for the required ones that are missing or no text, in the order of `required`
 * @throws ValidationError naming every required one that is missing or no text
 */
export function fieldsIn<Required extends string, Optional extends string = never>(
  body: unknown,
  root: string,
  required: readonly Required[],
  optional: readonly Optional[] = [],
  messageFor: (missing: readonly Required[]) => string = saysFieldIsRequired,
): Record<Required, string> & Partial<Record<Optional, string>> {
  const element = elementIn(body, root);
  const missing = required.filter((name) => typeof element[name] !== 'string' || element[name] === '');
  if (missing.length > 0) {
    throw new ValidationError(messageFor(missing), { property: missing[0] });
  }
  const given = [...required, ...optional].filter((name) => typeof element[name] === 'string');
  return Object.fromEntries(given.map((name) => [name, element[name]])) as Record<Required, string> &
    Partial<Record<Optional, string>>;
}
