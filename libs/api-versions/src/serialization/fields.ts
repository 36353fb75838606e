import { type JsonSchema, stringOrNullSchema, stringSchema } from './json-schema';
import type { Field, RenderContext, ResponseSelection } from '../contract';
import type { Json } from './json';

type Read<Entity> = (entity: Entity, context: RenderContext, selection: ResponseSelection) => Json | undefined;

/** Returns a function that says whether a response contains a field: the request names the field in `fields`, or has no `fields`. */
export function isNamed(name: string): (selection: ResponseSelection) => boolean {
  return ({ fields }) => fields === undefined || fields.includes(name);
}

/**
 * Returns a function that says whether a response contains a relation if it is loaded: the selection includes it, or has no `include`.
 * `fields` has no effect on relations.
 */
function isIncluded(relation: string): (selection: ResponseSelection) => boolean {
  return ({ include }) => include === undefined || include.includes(relation);
}

/** A field for a column. */
export function stored<Entity>(name: string, schema: JsonSchema, read: Read<Entity>): Field<Entity> {
  return { name, schema, read, isShown: isNamed(name), isOwnColumn: true };
}

/** A field that is computed. By default, a response contains it if the request names it in `fields` or has no `fields`. */
export function computed<Entity>(
  name: string,
  schema: JsonSchema,
  read: Read<Entity>,
  isShown: (selection: ResponseSelection) => boolean = isNamed(name),
): Field<Entity> {
  return { name, schema, read, isShown, isOwnColumn: false };
}

/**
 * A field for a relation. A response contains it if it is loaded, and the selection includes it or has no `include`.
 * @param relation the name in `include`, if it differs from the key
 */
export function related<Entity>(
  name: string,
  schema: JsonSchema,
  read: Read<Entity>,
  relation: string = name,
): Field<Entity> {
  return { name, schema, read, isShown: isIncluded(relation), isOwnColumn: false };
}

/** Marks a field that some responses leave out. */
export function optional<Entity>(field: Field<Entity>): Field<Entity> {
  return { ...field, isOptional: true };
}

/** A field for a text column that is not nullable. */
export function storedText<Entity>(name: string, read: (entity: Entity) => string | undefined): Field<Entity> {
  return stored(name, stringSchema, read);
}

/** A field for a nullable text column. An empty string becomes null in the response. */
export function storedTextOrNull<Entity>(
  name: string,
  read: (entity: Entity) => string | null | undefined,
): Field<Entity> {
  return stored(name, stringOrNullSchema, (entity) => emptyToNull(read(entity)));
}

/** Null for an empty string, else the value. */
export function emptyToNull(value: string | null | undefined): string | null | undefined {
  return value === '' ? null : value;
}

/** The list with `added` after the field with this name. @throws TypeError if there is no such field */
export function insertAfter<Entity>(
  fields: readonly Field<Entity>[],
  name: string,
  ...added: Field<Entity>[]
): Field<Entity>[] {
  const place = fields.findIndex((field) => field.name === name) + 1;
  if (place === 0) throw new TypeError(`There is no field ${name} to insert others after.`);
  return [...fields.slice(0, place), ...added, ...fields.slice(place)];
}

/** The list without the named fields. @throws TypeError if one of them does not exist */
export function without<Entity>(fields: readonly Field<Entity>[], ...names: string[]): Field<Entity>[] {
  for (const name of names) {
    if (!fields.some((field) => field.name === name)) throw new TypeError(`There is no field ${name} to leave out.`);
  }
  return fields.filter((field) => !names.includes(field.name));
}

/** The list with the result of `change` in place of the named field. @throws TypeError if the field does not exist */
export function changeField<Entity>(
  fields: readonly Field<Entity>[],
  name: string,
  change: (field: Field<Entity>) => Field<Entity>,
): Field<Entity>[] {
  if (!fields.some((field) => field.name === name)) throw new TypeError(`There is no field ${name} to change.`);
  return fields.map((field) => (field.name === name ? change(field) : field));
}
