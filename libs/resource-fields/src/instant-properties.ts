import type { Field } from './field-definition';

/**
 * Lists the properties of a row that are instants, so that `reviveInstants` can make Dates of their strings. JSON has no type for
 * instants.
 */
export interface InstantProperties {
  /** The names of the properties that are instants. */
  readonly instants: readonly string[];
  /** By the name of a property that contains rows of another table: the instant properties of these rows. */
  readonly rows: Readonly<Record<string, InstantProperties>>;
}

/**
 * The instant properties of rows with these fields.
 * @param rows those of their relations, by property
 */
export function instantProperties(
  fields: readonly Pick<Field, 'name' | 'type'>[],
  rows: Readonly<Record<string, InstantProperties>> = {},
): InstantProperties {
  return { instants: fields.filter(({ type }) => type === 'instant').map(({ name }) => name), rows };
}

/** A copy of a row from JSON, with Dates instead of the strings of its instants. */
export function reviveInstants<Row extends object>(row: Row, { instants, rows }: InstantProperties): Row {
  const revived = { ...row } as Record<string, unknown>;
  for (const name of instants) {
    const value = revived[name];
    if (typeof value === 'string') revived[name] = instantOf(value);
  }
  for (const [name, properties] of Object.entries(rows)) {
    if (name in revived) revived[name] = reviveRelated(revived[name], properties);
  }
  return revived as Row;
}

const BEFORE_CHRIST = ' BC';

/** PostgreSQL writes the year 0 as `0001`, with the suffix `BC`. */
function instantOf(text: string): Date {
  return new Date(text.endsWith(BEFORE_CHRIST) ? text.slice(0, -BEFORE_CHRIST.length).replace('0001', '0000') : text);
}

function reviveRelated(value: unknown, properties: InstantProperties): unknown {
  if (Array.isArray(value)) return value.map((row: object) => reviveInstants(row, properties));
  return typeof value === 'object' && value !== null ? reviveInstants(value, properties) : value;
}
