import { ValidationError } from '@almanac/errors';

function firstElement(body: unknown, root: string): Record<string, unknown> {
  const list: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, root) : undefined;
  const first: unknown = Array.isArray(list) ? list[0] : undefined;
  return typeof first === 'object' && first !== null ? (first as Record<string, unknown>) : {};
}

const fieldIsRequired = (missing: readonly string[]): string =>
  `Validation (FieldIsRequired) failed for ${JSON.stringify(missing)}`;

/**
 * Parses string fields of the first object in a body `{"<root>": [{…}]}`, for bodies that no function of `contract.inputReaders` parses.
 * The result has all required fields. It has an optional field only if its value is a string.
 * @param messageFor returns the error message for the missing fields, which are in the order of `required`
 * @throws ValidationError if a required field is absent, empty or not a string
 */
export function parseFields<Required extends string, Optional extends string = never>(
  body: unknown,
  root: string,
  required: readonly Required[],
  optional: readonly Optional[] = [],
  messageFor: (missing: readonly Required[]) => string = fieldIsRequired,
): Record<Required, string> & Partial<Record<Optional, string>> {
  const element = firstElement(body, root);
  const missing = required.filter((name) => typeof element[name] !== 'string' || element[name] === '');
  if (missing.length > 0) {
    throw new ValidationError(messageFor(missing), { property: missing[0] });
  }
  const given = [...required, ...optional].filter((name) => typeof element[name] === 'string');
  return Object.fromEntries(given.map((name) => [name, element[name]])) as Record<Required, string> &
    Partial<Record<Optional, string>>;
}
