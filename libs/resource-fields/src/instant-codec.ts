import type { Field } from './field-definition';

/** Which properties of a row are instants, and which hold rows of other tables. */
export interface InstantCodec {
  readonly instants: readonly string[];
  readonly rows: Readonly<Record<string, InstantCodec>>;
}

/**
 * The codec of rows with these fields.
 * @param rows the codecs of their relations, by property
 */
export function instantCodec(
  fields: readonly Pick<Field, 'name' | 'type'>[],
  rows: Readonly<Record<string, InstantCodec>> = {},
): InstantCodec {
  return { instants: fields.filter(({ type }) => type === 'instant').map(({ name }) => name), rows };
}

/** A row that came through JSON, with its instants as Dates again; the given row stays as it is. */
export function reviveInstants<Row extends object>(row: Row, { instants, rows }: InstantCodec): Row {
  const revived = { ...row } as Record<string, unknown>;
  for (const name of instants) {
    const value = revived[name];
    if (typeof value === 'string') revived[name] = instantOf(value);
  }
  for (const [name, codec] of Object.entries(rows)) {
    if (name in revived) revived[name] = reviveRelated(revived[name], codec);
  }
  return revived as Row;
}

const BEFORE_CHRIST = ' BC';

/** PostgreSQL has no year 0: JSON of it has the year `0001` and ends with `BC`. */
function instantOf(text: string): Date {
  return new Date(text.endsWith(BEFORE_CHRIST) ? text.slice(0, -BEFORE_CHRIST.length).replace('0001', '0000') : text);
}

function reviveRelated(value: unknown, codec: InstantCodec): unknown {
  if (Array.isArray(value)) return value.map((row: object) => reviveInstants(row, codec));
  return typeof value === 'object' && value !== null ? reviveInstants(value, codec) : value;
}
