import {
  type ApiVersion,
  type Field,
  type InputOf,
  isKnownIn,
  type ResourceDefinition,
  writableFields,
} from '@almanac/resource-fields';
import { refuseDate } from './dates';
import type { Fields } from './envelope';
import { textOf, textOrNullOf } from './climb';
import type { InputSchema } from './input-schemas';

/** Marks a key that a client may send back as it was read; it changes nothing. */
export const stripped: InputSchema = { strip: true };

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

/** Stripping schemas of the fields that staff read and may not write. */
export function readOnlySchemas({ list }: ResourceDefinition, version: ApiVersion): InputSchema {
  const fields = list.filter(
    (field) => field.input === undefined && field.readableBy !== 'none' && isKnownIn(version, field),
  );
  return Object.fromEntries(fields.map(({ column }) => [column, stripped]));
}

/**
 * The fields of a checked body, by property. Keys that were not sent are absent.
 * @param place the place of the body in error details, e.g. `.posts[0]`
 * @throws ValidationError for a date that does not exist
 */
export function readInput<Definition extends ResourceDefinition>(
  definition: Definition,
  body: Fields,
  place: string,
): InputOf<Definition> {
  const values = writableFields(definition).map((field) => [field.name, readValue(field, body, place)] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as InputOf<Definition>;
}

function readValue(field: Field, body: Fields, place: string): unknown {
  const { type, column, values, isNullable, input } = field;
  const value = body[column];
  if (type === 'boolean') return typeof value === 'boolean' ? value : undefined;
  if (type === 'integer') return typeof value === 'number' ? value : undefined;
  if (type === 'instant') return readInstant(body, column, place);
  if (values) return values.find((one) => one === value);
  return (isNullable ?? input?.isNullable) ? textOrNullOf(value) : textOf(value);
}

/**
 * An instant of a body, cut to seconds.
 * @throws ValidationError for a date that does not exist
 */
export function readInstant(body: Fields, key: string, place: string): Date | null | undefined {
  const value = textOrNullOf(body[key]);
  if (value === null || value === undefined) return value;
  const date = new Date(value);
  // The format `date-time` of the schema accepts days that no month has.
  if (Number.isNaN(date.getTime())) throw refuseDate(key, place);
  date.setUTCMilliseconds(0);
  return date;
}
