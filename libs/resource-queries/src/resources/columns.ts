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

/** Texts people read are ordered without regard to case, and indexed so. */
const readByPeople = new Set(['title', 'name', 'email']);

/** A boolean column or expression. */
export function booleanTarget(sql: string): FilterTarget {
  const [isTrue, isFalse] = [sql, `not ${sql}`];
  const constants = new Map([
    ['true', isTrue],
    ['1', isTrue],
    ['false', isFalse],
    ['0', isFalse],
  ]);
  return { kind: 'column', sql, type: 'boolean', constants };
}

/** A column of texts that has these values alone. */
export function enumTarget(sql: string, values: readonly string[]): FilterTarget {
  const constants = new Map(values.map((value) => [value, `${sql} = '${value}'`]));
  return { kind: 'column', sql, type: 'text', constants };
}

/** A claim about each of these columns may be made. */
export function filterable(columns: readonly string[], alias = 't'): [string, FilterTarget][] {
  return columns.map((column) => {
    const sql = column === 'uuid' ? `${alias}.uuid::text` : `${alias}.${column}`;
    const type = typeOf(column);
    if (type === 'boolean') return [column, booleanTarget(sql)];
    return [column, { kind: 'column', sql, type, isIndexedInLowerCase: readByPeople.has(column) }];
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

/** In every table that has them. */
const neverNull = new Set(['id', 'slug', 'email', 'created_at']);
const unique = new Set(['id', 'slug']);

function orderTarget(column: string): OrderTarget {
  const sql = readByPeople.has(column) ? `lower(t.${column})` : `t.${column}`;
  return { sql, isNeverNull: neverNull.has(column), isUnique: unique.has(column) };
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
