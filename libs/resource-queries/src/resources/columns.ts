import type { Field, FieldType } from '@almanac/resource-fields';
import type { ColumnType, FilterTarget, OrderClause, OrderTarget } from '../resource';

/** A column of a table. `name` is its property in a row. */
export type Column = Pick<Field, 'name' | 'column' | 'type' | 'ignoresCase'>;

const camelCase = (column: string): string => column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/**
 * Columns of a table without a definition in libs/resource-fields, from their names in PostgreSQL. Orders and filters by columns in
 * `ignoringCase` ignore case. Filters compare `others` as text.
 */
export function columnsOf(names: {
  ignoringCase?: string[];
  others: string[];
  booleans?: string[];
  instants?: string[];
}): Column[] {
  const typed = (columns: string[] = [], type: FieldType): Column[] =>
    columns.map((column) => ({ name: camelCase(column), column, type }));
  return [
    ...typed(names.ignoringCase, 'text').map((column) => ({ ...column, ignoresCase: true }) as const),
    ...typed(names.others, 'text'),
    ...typed(names.booleans, 'boolean'),
    ...typed(names.instants, 'instant'),
  ];
}

/** The expressions of columns, by the property of the row. `t` is the alias of the resource's table. */
export function selectColumns(columns: readonly Column[]): Map<string, string> {
  return new Map(columns.map(({ name, column }) => [name, `t.${column}`]));
}

const filterTypes: Record<FieldType, ColumnType> = {
  text: 'text',
  uuid: 'text',
  integer: 'number',
  boolean: 'boolean',
  instant: 'instant',
};

/** The filter target for a boolean column or expression. `constants` contains an SQL condition for each value. */
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

/** The filter target for a column of type text that has only these values. `constants` contains an SQL condition for each value. */
export function enumTarget(sql: string, values: readonly string[]): FilterTarget {
  const constants = new Map(values.map((value) => [value, `${sql} = '${value}'`]));
  return { kind: 'column', sql, type: 'text', constants };
}

/** The casts of columns in filters. A `numeric` can be compared with numbers that are too large for an `integer`. */
const comparedTypes: Partial<Record<FieldType, string>> = { uuid: '::text', integer: '::numeric' };

/** The filter targets for columns of the resource's own table, by the key in filters: the name of the column. */
export function filterTargets(columns: readonly Column[]): [string, FilterTarget][] {
  return columns.map(({ column, type, ignoresCase }) => {
    const sql = `t.${column}${comparedTypes[type] ?? ''}`;
    if (type === 'boolean') return [column, booleanTarget(sql)];
    return [column, { kind: 'column', sql, type: filterTypes[type], ignoresCase: ignoresCase ?? false }];
  });
}

/**
 * The filter targets for columns of related rows, by the key in filters: prefix and column, e.g. `tags.name`.
 * @param alias of the table of the related rows
 */
export function relationTargets(
  prefix: string,
  target: Extract<FilterTarget, { kind: 'relation' }>,
  alias: string,
  columns: readonly Column[],
): [string, FilterTarget][] {
  return columns.map(({ column, type, ignoresCase }) => [
    `${prefix}.${column}`,
    { ...target, sql: `${alias}.${column}`, type: filterTypes[type], ignoresCase: ignoresCase ?? false },
  ]);
}

/** The names of columns that have no nulls in any table. */
const neverNull = new Set(['id', 'slug', 'email', 'created_at']);
/** The names of columns that are unique in every table. */
const unique = new Set(['id', 'slug']);

function orderTarget({ column, ignoresCase }: Omit<Column, 'name' | 'type'>): OrderTarget {
  const sql = ignoresCase ? `lower(t.${column})` : `t.${column}`;
  return { sql, isNeverNull: neverNull.has(column), isUnique: unique.has(column) };
}

/** The order targets for columns of the resource's own table, by the name of the column. */
export function orderTargets(columns: readonly Column[]): [string, OrderTarget][] {
  return columns.map((column) => [column.column, orderTarget(column)]);
}

/** A clause that orders by a column, the lowest value first. */
export function ascending(column: string, options: Pick<Column, 'ignoresCase'> = {}): OrderClause {
  return { ...orderTarget({ column, ...options }), isDescending: false };
}

/** A clause that orders by a column, the highest value first. */
export function descending(column: string, options: Pick<Column, 'ignoresCase'> = {}): OrderClause {
  return { ...orderTarget({ column, ...options }), isDescending: true };
}

/** The type of a JSON object. `json` is faster to build and to print; `jsonb` is for objects that are stored in a column. */
export type JsonType = 'json' | 'jsonb';

/**
 * The SQL of a JSON object with the columns of a table, by the properties of a row.
 * @param alias of the table
 * @param more further pairs: a quoted name, a comma and an expression
 */
export function jsonObject(
  alias: string,
  columns: readonly Column[],
  more: readonly string[] = [],
  type: JsonType = 'json',
): string {
  const pairs = columns.map(({ name, column }) => `'${name}', ${alias}.${column}`);
  return `${type}_build_object(${[...pairs, ...more].join(', ')})`;
}
