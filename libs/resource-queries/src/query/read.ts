import { NotFoundError } from '@almanac/errors';
import type { Resource, Selection } from '../resource';
import { keptWithSelection } from './known-selections';
import type { RunQuery } from './run-query';
import { jsonSelectSql, reviveJsonRow, reviveRelations, selectSql } from './select';

/** What a single row may be found by; each is unique. */
const keys = {
  id: 't.id =',
  slug: 't.slug =',
  uuid: 't.uuid::text =',
  email: 'lower(t.email) = lower',
} as const;

export type ReadKey = keyof typeof keys;

const statementBy = (key: ReadKey): ReturnType<typeof keptWithSelection<string>> =>
  keptWithSelection(
    (resource, selection) =>
      `select ${selectSql(resource, selection)} from ${resource.table} t where ${resource.scope} and ${keys[key]} ($1::text)`,
  );
const statements = {
  id: statementBy('id'),
  slug: statementBy('slug'),
  uuid: statementBy('uuid'),
  email: statementBy('email'),
} satisfies Record<ReadKey, unknown>;

/** The row the caller may see by this key, or null. */
export async function find<Row extends object>(
  run: RunQuery,
  resource: Resource<Row>,
  [key, value]: readonly [key: ReadKey, value: string],
  selection: Selection,
): Promise<Row | null> {
  const rows = await run<Row>(statements[key](resource, selection), [value]);
  return reviveRelations(rows, resource, selection)[0] ?? null;
}

/**
 * The row the caller may see by this key.
 * @throws NotFoundError with the resource's message
 */
export async function get<Row extends object>(
  run: RunQuery,
  resource: Resource<Row>,
  by: readonly [key: ReadKey, value: string],
  selection: Selection,
): Promise<Row> {
  const row = await find(run, resource, by, selection);
  if (!row) throw new NotFoundError(resource.notFoundMessage);
  return row;
}

/** A row as one JSON text is read several times faster than column by column. */
const statementForEach = (key: SharedKey): ReturnType<typeof keptWithSelection<string>> =>
  keptWithSelection((resource, selection) => {
    const rows = `select ${jsonSelectSql(resource, selection)} from ${resource.table} t
      where ${resource.scope} and t.${key} = any ($1::text[])`;
    return `select row_to_json(found) as row from (${rows}) as found`;
  });
const statementsForEach = { id: statementForEach('id'), slug: statementForEach('slug') };

/** What several rows may be found by at once. */
export type SharedKey = 'id' | 'slug';

/**
 * The rows the caller may see by these keys, with one statement; in the order of the keys, undefined where there is none. For
 * resources whose columns JSON can carry: texts, booleans and instants.
 */
export async function findEach<Row>(
  run: RunQuery,
  resource: Resource<Row>,
  [key, values]: readonly [key: SharedKey, values: readonly string[]],
  selection: Selection,
): Promise<(Row | undefined)[]> {
  // PostgreSQL refuses a text with NUL, and with it the whole statement; no key has one.
  const storable = values.filter((value) => !value.includes('\0'));
  const found = await run<{ row: Row & Record<SharedKey, string> }>(statementsForEach[key](resource, selection), [
    storable,
  ]);
  const byKey = new Map(found.map(({ row }) => [row[key], reviveJsonRow<Row>(row, resource, selection)]));
  return values.map((value) => byKey.get(value));
}
