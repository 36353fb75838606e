import { BadRequestError, ValidationError } from '@almanac/errors';

/** A JSON object with unchecked values. */
export type UncheckedObject = Readonly<Record<string, unknown>>;

/** Whether a value is a JSON object: neither null nor a list. */
export function isObject(value: unknown): value is UncheckedObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The list under the root key of a body, e.g. `posts`; an empty list if there is none. */
export function listIn(body: unknown, root: string): unknown[] {
  const list = isObject(body) ? body[root] : undefined;
  return Array.isArray(list) ? list : [];
}

/**
 * The first element of the list under the root key of a body.
 * @throws BadRequestError if there is no element, or it is not an object with keys
 */
export function elementIn(body: unknown, root: string): UncheckedObject {
  const [first] = listIn(body, root);
  if (!isObject(first) || Object.keys(first).length === 0) {
    throw new BadRequestError(`No root key ('${root}') provided.`);
  }
  return first;
}

/**
 * The first element of the list under the root key of the body of an edit.
 * @param id the id in the path. If the element has an id, it has to be the same
 * @throws BadRequestError if the ids differ, if there is no element, or if it is not an object with keys
 */
export function editedElementIn(body: unknown, root: string, id: string | undefined): UncheckedObject {
  const element = elementIn(body, root);
  if (id !== undefined && typeof element.id === 'string' && element.id !== id) {
    throw new BadRequestError('Invalid id provided.', { help: 'The id in the body differs from the id in the path.' });
  }
  return element;
}

/** @throws ValidationError if fields are missing or null. It names the missing fields or, if none is missing, the fields that are null */
export function requireFields(element: UncheckedObject, ...names: string[]): void {
  throwIfAny(
    'FieldIsRequired',
    names.filter((name) => element[name] === undefined),
  );
  throwIfAny(
    'FieldIsInvalid',
    names.filter((name) => element[name] === null),
  );
}

function throwIfAny(rule: string, names: string[]): void {
  if (names.length > 0) throw new ValidationError(`Validation (${rule}) failed for ${JSON.stringify(names)}`);
}
