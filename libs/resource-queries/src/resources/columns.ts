import type { ColumnType, FilterTarget, OrderClause, OrderTarget } from '../resource';

/** Columns whose property has another name than the column. */
const properties = new Map([['last_seen', 'lastSeenAt']]);

/** `custom_excerpt` → `customExcerpt`: the name of a column as the entities say it. */
export function propertyOf(column: string): string {
  return properties.get(column) ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** Columns over `t` by property. */
export function selected(columns: readonly string[]): Map<string, string> {
  return new Map(columns.map((column) => [propertyOf(column), `t.${column}`]));
}

function typeOf(column: string): ColumnType {
  if (column.endsWith('_at') || column === 'last_seen') return 'instant';
  return column === 'featured' || column.startsWith('send_') ? 'boolean' : 'text';
}

/** A claim about each of these columns may be made. */
export function filterable(columns: readonly string[], alias = 't'): [string, FilterTarget][] {
  return columns.map((column) => {
    const sql = column === 'uuid' ? `${alias}.uuid::text` : `${alias}.${column}`;
    return [column, { kind: 'column', sql, type: typeOf(column) }];
  });
}

/** Claims about columns of related rows, under the given prefix: `tags.name`. */
export function filterableRelation(
  prefix: string,
  target: Extract<FilterTarget, { kind: 'relation' }>,
  alias: string,
  columns: readonly string[],
): [string, FilterTarget][] {
  return columns.map((column) => [
    `${prefix}.${column}`,
    { ...target, sql: `${alias}.${column}`, type: typeOf(column) },
  ]);
}

/** Texts people read are ordered without regard to case. */
const readByPeople = new Set(['title', 'name', 'email']);

function orderTarget(column: string): OrderTarget {
  return { sql: readByPeople.has(column) ? `lower(t.${column})` : `t.${column}` };
}

export function orderable(columns: readonly string[]): [string, OrderTarget][] {
  return columns.map((column) => [column, orderTarget(column)]);
}

export function ascending(column: string): OrderClause {
  return { ...orderTarget(column), isDescending: false };
}

export function descending(column: string): OrderClause {
  return { ...orderTarget(column), isDescending: true };
}

/** A JSON object of the columns of `alias`, by property. */
export function jsonObject(alias: string, columns: readonly string[], more: readonly string[] = []): string {
  const pairs = columns.map((column) => `'${propertyOf(column)}', ${alias}.${column}`);
  return `json_build_object(${[...pairs, ...more].join(', ')})`;
}
