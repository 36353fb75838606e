import { type EpochSeconds } from '@almanac/recurrence';
import { type ReadDatabase } from '../database/read-database';
import { type StoredSeries } from '../events/series-cache';
import { footprintOfWindow, meetsFootprint } from '../events/footprints';
import { type CheckedFilter } from './filters';

/** A series of which the occurrence table does not hold everything in the window, as it is stored. */
export interface OpenSeriesRow extends StoredSeries {
  /** The table holds what ends at or after this and starts before the next. */
  heldFrom: EpochSeconds;
  heldUntil: EpochSeconds;
}

/** Which of the open series one statement reads. */
export interface RoundOfSeries {
  /** Of the series that run at the window's beginning, those with larger ids; '' begins. */
  afterId: string;
  /** Most of those that are read at once. */
  size: number;
  /** Digests of rounds that need not be sent again. */
  knownDigests: string[];
}

export interface FoundRound {
  /** Tells whether this round is one that was found before. */
  digest: string;
  /** Null where the digest is among the known ones. */
  series: OpenSeriesRow[] | null;
  /** Where the next round begins; null when this one was the last. */
  nextAfterId: string | null;
}

function secondsOf(column: string): string {
  return `floor(extract(epoch from ${column}))::bigint`;
}

const ROW = `json_build_object('id', e.id, 'revision', e.revision::text, 'timeZone', e.time_zone,
  'recurrence', e.recurrence, 'startAt', ${secondsOf('e.start_at')}, 'endAt', ${secondsOf('e.end_at')},
  'heldFrom', ${secondsOf('e.materialized_from_at')}, 'heldUntil', ${secondsOf('e.materialized_until_at')})`;

/** What an index holds of a series: the rows themselves are read only where they have to be sent. */
const INDEXED = `e.id, e.revision, e.materialized_from_at, e.materialized_until_at`;

const FOOTPRINT = { hours: '$7', weekdays: '$8', monthDays: '$9', months: '$10' };

/** What a series is made of changes with its revision alone; what the table holds of it moves by itself. */
const DIGEST = `count(*) || ' ' ||
  coalesce(sum(hash_record_extended(row(id, revision, materialized_from_at, materialized_until_at), 0)), 0)`;

/** The two ways to be open, apart, so that each is one range of an index: what lies after what is held, or else before it. */
const OPEN = ['e.materialized_until_at < $2', 'e.materialized_from_at > $1 and e.materialized_until_at >= $2'];

function statement(hasCategories: boolean): string {
  const open = (condition: string) => `select ${INDEXED} from calendar.events e
    where e.recurrence is not null and e.status <> 'cancelled' and ${condition} and ${meetsFootprint('e', FOOTPRINT)}
    ${hasCategories ? 'and e.tag_keys && $11::text[]' : ''}`;
  const running = OPEN.map((isOpen) =>
    open(`${isOpen} and e.id > $4 and e.first_start_at < $1 and e.last_end_at >= $1`),
  );
  const beginning = open(
    `(e.materialized_until_at < $2 or e.materialized_from_at > $1) and $4 = '' and e.first_start_at >= $1 and e.first_start_at < $2`,
  );
  // Of series that begin inside the window, each contributes its first occurrence: more than a page of them is never needed.
  return `with open as materialized (
      (select *, true as is_running from (${running.join(' union all ')}) as running order by id limit $5)
      union all
      (select *, false from (${beginning} order by e.first_start_at, e.first_end_at, e.id limit $3) as beginning)
    ), round as (
      select ${DIGEST} as digest,
        case when count(*) filter (where is_running) = $5 then max(id) filter (where is_running) end as "nextAfterId"
      from open
    )
    select digest, "nextAfterId", case when digest = any($6) then null
      else (select coalesce(json_agg(${ROW}), '[]') from open join calendar.events e using (id)) end as series
    from round`;
}

const withoutCategories = statement(false);
const withCategories = statement(true);

/**
 * One round of the series that have to be expanded for the window: those running at its beginning by their ids, the others
 * with the first. Not prepared: which index is right depends on how far away the window is.
 */
export async function findOpenSeries(
  database: ReadDatabase,
  { window, fromAt, toAt, limit, categories }: CheckedFilter,
  { afterId, size, knownDigests }: RoundOfSeries,
): Promise<FoundRound> {
  const { hours, weekdays, monthDays, months } = footprintOfWindow(window);
  const values = [fromAt, toAt, limit, afterId, size, knownDigests, hours, weekdays, monthDays, months];
  return categories === null
    ? database.row<FoundRound>(withoutCategories, values)
    : database.row<FoundRound>(withCategories, [...values, categories]);
}
