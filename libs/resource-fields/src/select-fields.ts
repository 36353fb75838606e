import type { DefaultsOf } from './derived-types';
import type { FieldAudience, Field, ResourceDefinition } from './field-definition';

/** The reader of a row. `public`: a client of the Content API; `staff`: of the Admin API; `self`: a user who reads their own row there. */
export type FieldReader = Exclude<FieldAudience, 'none'>;

/** From the widest audience to the narrowest. */
const audiences: readonly FieldAudience[] = ['public', 'staff', 'self', 'none'];

function isOpenTo(reader: FieldReader, audience: FieldAudience): boolean {
  return audiences.indexOf(audience) <= audiences.indexOf(reader);
}

/** The fields that responses to the reader contain, in the order of the responses. */
export function readableFields({ list }: ResourceDefinition, reader: FieldReader): readonly Field[] {
  return list.filter(({ readableBy }) => isOpenTo(reader, readableBy));
}

/** The fields by which the reader may filter. */
export function filterableFields({ list }: ResourceDefinition, reader: FieldReader): readonly Field[] {
  return list.filter(({ readableBy, filterableBy = readableBy }) => isOpenTo(reader, filterableBy));
}

/** The fields by which the reader may order. */
export function orderableFields({ list }: ResourceDefinition, reader: FieldReader): readonly Field[] {
  return list.filter(({ readableBy, filterableBy = readableBy, orderableBy = filterableBy }) =>
    isOpenTo(reader, orderableBy),
  );
}

/**
 * The fields that a query selects for a reader: all fields that the reader may read, filter by or order by, except the formats of the
 * content (`isFormat`).
 */
export function selectedFields(definition: ResourceDefinition, reader: FieldReader): readonly Field[] {
  const named = new Set([
    ...readableFields(definition, reader),
    ...filterableFields(definition, reader),
    ...orderableFields(definition, reader),
  ]);
  return definition.list.filter((field) => named.has(field) && !field.isFormat);
}

/** The fields that clients may write. */
export function writableFields({ list }: ResourceDefinition): readonly Field[] {
  return list.filter(({ input }) => input !== undefined);
}

/** The fields that exports of the site contain. */
export function exportedFields({ list }: ResourceDefinition): readonly Field[] {
  return list.filter(({ isExported = true }) => isExported);
}

/** The values of a new row without input: the default of the field, or null if it has none and is nullable. Other fields are left out. */
export function defaultsOf<Definition extends ResourceDefinition>({ list }: Definition): DefaultsOf<Definition> {
  const values = list.flatMap((field) => {
    const value = field.default ?? (field.isNullable ? null : undefined);
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(values) as DefaultsOf<Definition>;
}
