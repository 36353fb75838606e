import type { DefaultsOf } from './derived-types';
import type { FieldAudience, Field, ResourceDefinition } from './field-definition';

/** Who reads a row. `public`: a client of the Content API; `staff`: of the Admin API; `self`: a staff user who reads their own row. */
export type Reader = Exclude<FieldAudience, 'none'>;

/** From the widest audience to the narrowest. */
const audiences: readonly FieldAudience[] = ['public', 'staff', 'self', 'none'];

function isOpenTo(reader: Reader, audience: FieldAudience): boolean {
  return audiences.indexOf(audience) <= audiences.indexOf(reader);
}

/** The fields that an API shows, in the order of its responses. */
export function readableFields({ list }: ResourceDefinition, reader: Reader): readonly Field[] {
  return list.filter(({ readableBy }) => isOpenTo(reader, readableBy));
}

/** The fields a request may filter by. */
export function filterableFields({ list }: ResourceDefinition, reader: Reader): readonly Field[] {
  return list.filter(({ readableBy, filterableBy = readableBy }) => isOpenTo(reader, filterableBy));
}

/** The fields a request may order by. */
export function orderableFields({ list }: ResourceDefinition, reader: Reader): readonly Field[] {
  return list.filter(({ readableBy, filterableBy = readableBy, orderableBy = filterableBy }) =>
    isOpenTo(reader, orderableBy),
  );
}

/**
 * The fields that a query selects for a reader: all that the reader may see, filter or order by, except the formats of a post's
 * content.
 */
export function selectedFields(definition: ResourceDefinition, reader: Reader): readonly Field[] {
  const named = new Set([
    ...readableFields(definition, reader),
    ...filterableFields(definition, reader),
    ...orderableFields(definition, reader),
  ]);
  return definition.list.filter((field) => named.has(field) && !field.isFormat);
}

/** The fields clients may write. */
export function writableFields({ list }: ResourceDefinition): readonly Field[] {
  return list.filter(({ input }) => input !== undefined);
}

/** The fields of an export of the site. */
export function exportedFields({ list }: ResourceDefinition): readonly Field[] {
  return list.filter(({ isExported = true }) => isExported);
}

/** The values that a new row has before anything is set: null, or the field's default. */
export function defaultsOf<Definition extends ResourceDefinition>({ list }: Definition): DefaultsOf<Definition> {
  const values = list.flatMap((field) => {
    const value = field.default ?? (field.isNullable ? null : undefined);
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(values) as DefaultsOf<Definition>;
}
