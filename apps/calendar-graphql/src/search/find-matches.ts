import { type CheckedFilter } from '../occurrences/filters';
import { type RowReader } from '../database/read-connections';
import { type SearchKey } from './search-cursor';

/**
 * If a search has more matches than this, its results are in the order of their start and not of their rank, because ranking them would
 * take longer than reading events in the order of their start.
 */
export const MAX_RANKED = 4_000;

/**
 * If even the rarest word of a search is in more events than this, the search does not use the index of terms. PostgreSQL would compare the
 * index entries of all words one by one, which takes long even if few events have all of the words. The limit is checked only if the search
 * has no owner, categories or window, PostgreSQL estimates more than {@link MAX_RANKED} matches, and the latest {@link MAX_READ} events
 * do not contain enough matches for a page.
 */
export const MAX_EVENTS_OF_RAREST_WORD = 100_000;

/** The weights for `ts_rank`, by label: D (not used), C (descriptions), B (places) and A (titles). */
const WEIGHTS = `'{0.1, 0.1, 0.4, 1}'::real[]`;

/** A validated search. */
export interface Search {
  /** The tsquery of each word. The last one can match as a prefix: it ends with `:*`. */
  queries: readonly string[];
  filter: CheckedFilter;
  /** The id of a user; null for the events of all users. */
  owner: string | null;
  /**
   * Whether the last word, which is a prefix, is not looked up in the index, but checked on the events that have the other words. From the
   * index, PostgreSQL would read all matches of the prefix, however few events have the other words.
   */
  isLastWordFiltered?: boolean;
}

/**
 * The maximum number of events that one statement reads in the order of their start. This takes milliseconds, however few of them match.
 */
const MAX_READ = 7_000;

/** SQL: the start of an event in seconds since 1970. */
const START_SECONDS = 'extract(epoch from e.start_at)::float8';

/**
 * SQL: the conditions of a search and their values. The window is compared only with the first start and the last end of an event, and
 * not at all if the event has overrides. So matches without an occurrence in the window remain, which the caller removes.
 */
function conditionsOf({ queries, filter, owner, isLastWordFiltered }: Search): { text: string; values: unknown[] } {
  const { window, fromAt, toAt, categories } = filter;
  const values: unknown[] = [queries.join(' & ')];
  const conditions = ['e.search_document @@ $1::tsquery'];
  if (isLastWordFiltered) {
    // PostgreSQL does not use an index for a condition with `is true`.
    conditions[0] = '(e.search_document @@ $1::tsquery) is true';
    conditions.push(`e.search_document @@ $${values.push(queries.slice(0, -1).join(' & '))}::tsquery`);
  }
  if (owner !== null) conditions.push(`e.owner_id = $${values.push(owner)}`);
  if (categories !== null) conditions.push(`e.tag_keys && $${values.push(categories)}::text[]`);
  if (window.from !== undefined || window.to !== undefined) {
    const [from, to] = [values.push(fromAt), values.push(toAt)];
    conditions.push(`(e.first_start_at < $${to} and e.last_end_at >= $${from} or e.overridden_at <> '{}')`);
  }
  return { text: conditions.join(' and '), values };
}

/** The number of matches, as PostgreSQL estimates it from the frequencies of the most common terms. */
export async function estimateMatches(database: RowReader, search: Search): Promise<number> {
  const { text, values } = conditionsOf(search);
  return (await explain(database, `select 1 from calendar.events e where ${text}`, values))['Plan Rows'];
}

/** Whether the last word of a search is a prefix, and PostgreSQL estimates that few events match the search without it. */
export async function hasFewMatchesWithoutLastWord(database: RowReader, search: Search): Promise<boolean> {
  const others = search.queries.slice(0, -1);
  if (others.length === 0 || !search.queries.at(-1)?.endsWith(':*')) return false;
  return (await estimateMatches(database, { ...search, queries: others })) <= MAX_RANKED;
}

/** The number of events with the rarest word of a search, as PostgreSQL estimates it. The owner and the filter do not count. */
export async function estimateEventsOfRarestWord(database: RowReader, { queries }: Search): Promise<number> {
  // The queries are materialized, so that PostgreSQL plans each one separately. The top node of a plan then has the estimated rows of all
  // parallel workers together. In a common plan, the node of a word could have the rows of only one worker.
  const commonTables = queries.map(
    (_, index) =>
      `q${index} as materialized (select 1 from calendar.events e where e.search_document @@ $${index + 1}::tsquery)`,
  );
  const union = queries.map((_, index) => `select 1 from q${index}`).join(' union all ');
  const plan = await explain(database, `with ${commonTables.join(', ')} ${union}`, [...queries]);
  const planned = plan.Plans?.filter((each) => each['Subplan Name']?.startsWith('CTE ')) ?? [];
  return Math.min(...planned.map((each) => each['Plan Rows']));
}

/** The used properties of a plan in the JSON format of EXPLAIN. */
interface Plan {
  'Plan Rows': number;
  'Subplan Name'?: string;
  Plans?: Plan[];
}

async function explain(database: RowReader, text: string, values: unknown[]): Promise<Plan> {
  const row = await database.customPlanRow<{ 'QUERY PLAN': [{ Plan: Plan }] }>(`explain (format json) ${text}`, values);
  return row['QUERY PLAN'][0].Plan;
}

/**
 * Makes the later statements of a transaction use the index of terms. PostgreSQL overestimates the matches of words that are rarely
 * together in one event, and would read the whole table for them.
 */
export async function avoidTableScans(transaction: RowReader): Promise<void> {
  await transaction.customPlanRow(`select set_config('enable_seqscan', 'off', true)`, []);
}

/**
 * The first `limit` matches in the order of their rank.
 * @param after the key of the last match on the previous page; undefined for the first page
 * @returns undefined for a first page if the search has more than {@link MAX_RANKED} matches
 */
export async function findRanked(
  database: RowReader,
  search: Search,
  after: SearchKey | undefined,
  limit: number,
): Promise<SearchKey[] | undefined> {
  const { text, values } = conditionsOf(search);
  const isAfter = after
    ? `where (rank, start, id) < ($${values.push(after.rank)}::real, $${values.push(after.start)}::float8, $${values.push(after.id)})`
    : '';
  // Only the first page limits the matches. Later pages keep the order by rank, even if events were added meanwhile.
  const maxMatches = after ? '' : `limit ${MAX_RANKED + 1}`;
  const statement = `with matched as materialized (
       select e.id, ts_rank(${WEIGHTS}, e.search_document, $1::tsquery) as rank, ${START_SECONDS} as start
       from calendar.events e where ${text} ${maxMatches})
     select (select count(*)::int from matched) as count, coalesce(json_agg(page), '[]') as matches
     from (select * from matched ${isAfter} order by rank desc, start desc, id desc limit $${values.push(limit)}) as page`;
  const row = await database.customPlanRow<{ count: number; matches: SearchKey[] }>(statement, values);
  return !after && row.count > MAX_RANKED ? undefined : row.matches;
}

/** Matches in the order of their start. */
export interface MatchesByStart {
  matches: SearchKey[];
  /** The key of the event after which to continue; undefined if all events were read. */
  next: SearchKey | undefined;
}

/** Up to `limit` matches among the next {@link MAX_READ} events after a key, in the order of their start, the latest first. */
export async function findByStart(
  database: RowReader,
  search: Search,
  after: SearchKey | undefined,
  limit: number,
): Promise<MatchesByStart> {
  const { text, values } = conditionsOf(search);
  const events = selectByStart(search.owner, after, values);
  // `lastRead` is the last of the MAX_READ events. It is null if fewer than MAX_READ events remain, or if the page is full.
  const { matches, lastRead } = await database.customPlanRow<{ matches: SearchKey[]; lastRead: SearchKey | null }>(
    `with page as materialized (
       select e.id, ${START_SECONDS} as start from (${events} limit ${MAX_READ}) as e where ${text}
       order by e.start_at desc, e.id desc limit $${values.push(limit)})
     select (select coalesce(json_agg(page order by start desc, id desc), '[]') from page) as matches,
       case when (select count(*) from page) < $${values.length} then (
         select json_build_object('id', e.id, 'start', ${START_SECONDS}) from (${events} offset ${MAX_READ - 1} limit 1) as e
       ) end as "lastRead"`,
    values,
  );
  return { matches, next: matches.length < limit ? (lastRead ?? undefined) : matches.at(-1) };
}

/**
 * SQL: events in the order of their start, the latest first. Indexes have this order for all events and for one owner. Adds to `values`.
 */
function selectByStart(owner: string | null, after: SearchKey | undefined, values: unknown[]): string {
  const conditions = [
    ...(owner === null ? [] : [`each.owner_id = $${values.push(owner)}`]),
    ...(after
      ? [`(each.start_at, each.id) < (to_timestamp($${values.push(after.start)}::float8), $${values.push(after.id)})`]
      : []),
  ];
  return `select each.* from calendar.events each ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
    order by each.start_at desc, each.id desc`;
}
