import { NotFoundError } from '@almanac/errors';
import type { Resource, Selection } from '../resource';
import type { RunQuery } from './run-query';
import { withDatesInRelations, selectSql } from './select';

/** The condition for each unique key of a single read. */
const keyConditions = {
  id: 't.id = $1::text',
  slug: 't.slug = $1::text',
  uuid: 't.uuid::text = $1::text',
  email: 'lower(t.email) = lower($1::text)',
} as const;

export type ReadKey = keyof typeof keyConditions;

/** The row with this key, if it is in the scope of the resource (the rows that clients may see); otherwise null. */
export async function findRow<Row extends object>(
  run: RunQuery,
  resource: Resource<Row>,
  [key, value]: readonly [key: ReadKey, value: string],
  selection: Selection,
): Promise<Row | null> {
  // PostgreSQL cannot store a string with a NUL character, so no row has this key.
  if (value.includes('\0')) return null;
  const condition = `${resource.scope} and ${keyConditions[key]}`;
  const text = `select ${selectSql(resource, selection)} from ${resource.table} t where ${condition}`;
  const rows = await run<Row>(text, [value]);
  return withDatesInRelations(rows, resource, selection)[0] ?? null;
}

/**
 * The row with this key.
 * @throws NotFoundError when there is no such row in the scope of the resource
 */
export async function getRow<Row extends object>(
  run: RunQuery,
  resource: Resource<Row>,
  by: readonly [key: ReadKey, value: string],
  selection: Selection,
): Promise<Row> {
  const row = await findRow(run, resource, by, selection);
  if (!row) throw new NotFoundError(resource.notFoundMessage);
  return row;
}
