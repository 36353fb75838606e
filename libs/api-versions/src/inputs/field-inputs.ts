import {
  type ApiVersion,
  type Field,
  type InputOf,
  isKnownIn,
  type ResourceDefinition,
  writableFields,
} from '@almanac/resource-fields';
import { parseInstant } from '@almanac/validation';
import { invalidDate } from './dates';
import type { UncheckedObject } from './envelope';
import { textOf, textOrNullOf } from './texts';
import type { InputSchema } from './input-schemas';

/** The schema of a key that clients may send, but that has no effect: validation removes the key from the body. */
export const ignoredKey: InputSchema = { strip: true };

const jsonTypes = {
  text: 'string',
  uuid: 'string',
  instant: 'string',
  boolean: 'boolean',
  integer: 'integer',
} as const;

function formatOf({ type, urls, input }: Field): string | undefined {
  if (type === 'instant') return 'date-time';
  if (urls === 'url') return 'uri-reference';
  return input?.format === 'json' ? 'json-string' : undefined;
}

function propertySchema(field: Field): InputSchema {
  const { isNullable = field.isNullable ?? false, minLength, maxLength, pattern } = field.input ?? {};
  const type = jsonTypes[field.type];
  const keywords = {
    type: isNullable ? [type, 'null'] : type,
    format: formatOf(field),
    enum: field.values,
    minLength,
    maxLength,
    pattern,
  };
  return Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined));
}

/** The schemas of the fields that clients of a version may write, by their keys in the API. */
export function writableSchemas(definition: ResourceDefinition, version: ApiVersion): InputSchema {
  const fields = writableFields(definition).filter((field) => isKnownIn(version, field));
  return Object.fromEntries(fields.map((field) => [field.column, propertySchema(field)]));
}

/** The schemas of the fields that responses contain, but that clients may not write: validation removes them from the body. */
export function readOnlySchemas({ list }: ResourceDefinition, version: ApiVersion): InputSchema {
  const fields = list.filter(
    (field) => field.input === undefined && field.readableBy !== 'none' && isKnownIn(version, field),
  );
  return Object.fromEntries(fields.map(({ column }) => [column, ignoredKey]));
}

/**
 * The writable fields of a resource in a validated body, by their property names. Keys that were not sent are absent.
 * @param element the object of the resource in the body
 * @param dataPath the path of the element in error details (Ajv 6), e.g. `.posts[0]`
 * @throws ValidationError for a date that does not exist, e.g. 31 February
 */
export function readInput<Definition extends ResourceDefinition>(
  definition: Definition,
  element: UncheckedObject,
  dataPath: string,
): InputOf<Definition> {
  const values = writableFields(definition).map((field) => [field.name, readValue(field, element, dataPath)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as InputOf<Definition>;
}

function readValue(field: Field, element: UncheckedObject, dataPath: string): unknown {
  const { type, column, values, isNullable, input } = field;
  const value = element[column];
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (type === 'integer') return typeof value === 'number' ? value : undefined;
  if (type === 'instant') return readInstant(element, column, dataPath);
  if (values) return values.find((known) => known === value);
  return (isNullable ?? input?.isNullable) ? textOrNullOf(value) : textOf(value);
}

/**
 * The instant under a key of an element, truncated to seconds.
 * @param dataPath the path of the element in error details (Ajv 6), e.g. `.posts[0]`
 * @returns null for null; undefined if the key was not sent
 * @throws ValidationError for a date that does not exist, e.g. 31 February
 */
export function readInstant(element: UncheckedObject, key: string, dataPath: string): Date | null | undefined {
  const value = textOrNullOf(element[key]);
  if (value === null || value === undefined) return value;
  const date = parseInstant(value);
  // Ajv's format `date-time` accepts, for example, month 13 and day 31 of every month.
  if (date === null) throw invalidDate(key, dataPath);
  date.setUTCMilliseconds(0);
  return date;
}
