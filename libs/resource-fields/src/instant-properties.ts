import type { Field } from './field-definition';

/**
 * The properties of a row that are instants. JSON has no type for instants, so `reviveInstants` uses this list to convert their
 * strings to Dates.
 */
export interface InstantProperties {
  /** The names of the properties that are instants. */
  readonly instants: readonly string[];
  /** The instant properties of related rows, by the name of the property that contains these rows. */
  readonly rows: Readonly<Record<string, InstantProperties>>;
}

/**
 * The instant properties of rows with these fields.
 * @param rows the instant properties of related rows, by the name of the property that contains the rows
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

const BC_SUFFIX = ' BC';

/** Converts an instant as PostgreSQL writes it in JSON. The year 0 is written as the year 1 BC: `0001` with the suffix `BC`. */
function instantOf(text: string): Date {
  return new Date(text.endsWith(BC_SUFFIX) ? text.slice(0, -BC_SUFFIX.length).replace('0001', '0000') : text);
}

function reviveRelated(value: unknown, properties: InstantProperties): unknown {
  if (Array.isArray(value)) return value.map((row: object) => reviveInstants(row, properties));
  return typeof value === 'object' && value !== null ? reviveInstants(value, properties) : value;
}
