import { type SearchQuery } from '@almanac/entities';
import { type CheckedFilter } from '../occurrences/filters';
import { type ReadConnections } from '../database/read-connections';
import { type SearchKey } from './search-cursor';

/** Matches are ranked up to this number. Ranking more takes longer than reading events in the order of their start. */
export const MAX_RANKED = 4_000;

/** The weights of D, C (descriptions), B (places) and A (titles). */
const WEIGHTS = `'{0.1, 0.1, 0.4, 1}'::real[]`;

/** A validated search. */
export interface Search extends SearchQuery {
  filter: CheckedFilter;
  owner: string | null;
}

const SECONDS = 'extract(epoch from e.start_at)::float8';

/**
 * SQL: the conditions of a search and their values. Series are only tested by their bounds here, and events with overrides
 * not at all.
 */
function conditionsOf({ query, filter, owner }: Search): { text: string; values: unknown[] } {
  const { window, fromAt, toAt, categories } = filter;
  const values: unknown[] = [query];
  const conditions = ['e.search_document @@ $1::tsquery'];
  if (owner !== null) conditions.push(`e.owner_id = $${values.push(owner)}`);
  if (categories !== null) conditions.push(`e.tag_keys && $${values.push(categories)}::text[]`);
  if (window.from !== undefined || window.to !== undefined) {
    const [from, to] = [values.push(fromAt), values.push(toAt)];
    conditions.push(`(e.first_start_at < $${to} and e.last_end_at >= $${from} or e.overridden_at <> '{}')`);
  }
  return { text: conditions.join(' and '), values };
}

/** The number of matches that PostgreSQL estimates from its statistics. */
async function estimateMatches(database: ReadConnections, search: Search): Promise<number> {
  const { text, values } = conditionsOf({ ...search, query: search.wholeWords });
  const explained = await database.plannedRow<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) select 1 from calendar.events e where ${text}`,
    values,
  );
  return explained['QUERY PLAN'][0].Plan['Plan Rows'];
}

/** All matches in the order of their rank; undefined when there are more than {@link MAX_RANKED}. */
export async function findRanked(
  database: ReadConnections,
  search: Search,
  after: SearchKey | undefined,
  limit: number,
): Promise<SearchKey[] | undefined> {
  if (!after && (await estimateMatches(database, search)) > MAX_RANKED) return undefined;
  const { text, values } = conditionsOf(search);
  const isAfter = after
    ? `where (rank, start, id) < ($${values.push(after.rank)}::real, $${values.push(after.start)}::float8, $${values.push(after.id)})`
    : '';
  // A search keeps its order on all pages, also when events are added meanwhile.
  const most = after ? '' : `limit ${MAX_RANKED + 1}`;
  const row = await database.plannedRow<{ count: number; matches: SearchKey[] }>(
    `with matched as materialized (
       select e.id, ts_rank(${WEIGHTS}, e.search_document, $1::tsquery) as rank, ${SECONDS} as start
       from calendar.events e where ${text} ${most})
     select (select count(*)::int from matched) as count, coalesce(json_agg(page), '[]') as matches
     from (select * from matched ${isAfter} order by rank desc, start desc, id desc limit $${values.push(limit)}) as page`,
    values,
  );
  return !after && row.count > MAX_RANKED ? undefined : row.matches;
}

/** Matches in the order of their start, the latest first. */
export async function findByStart(
  database: ReadConnections,
  search: Search,
  after: SearchKey | undefined,
  limit: number,
): Promise<SearchKey[]> {
  const { text, values } = conditionsOf(search);
  const isAfter = after
    ? `and (e.start_at, e.id) < (to_timestamp($${values.push(after.start)}::float8), $${values.push(after.id)})`
    : '';
  const { matches } = await database.plannedRow<{ matches: SearchKey[] }>(
    `select coalesce(json_agg(page), '[]') as matches from (
       select e.id, ${SECONDS} as start from calendar.events e where ${text} ${isAfter}
       order by e.start_at desc, e.id desc limit $${values.push(limit)}) as page`,
    values,
  );
  return matches;
}
