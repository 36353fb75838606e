import { CalendarEvent } from '@almanac/entities';
import { expand } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { ReadConnections } from '../database/read-connections';
import { isObjectId } from '../graphql/object-id';
import { type CheckedFilter } from '../occurrences/filters';
import { findCandidates } from './event-candidates';
import { timeIndexOfWindow, meetsTimeIndex } from './time-index';
import { SeriesCache } from './series-cache';

/** Events read beyond the limit, because some have no occurrence in the window. */
const EXTRA_EVENTS = 50;

/**
 * SQL: whether a stored occurrence lies in the window. A scalar subquery: with `exists` beside `or` PostgreSQL can first read the
 * whole table. The lower bound of `start_at` shortens the index range: an occurrence lasts as long as the event. The duration of an
 * all-day one differs by up to 48 hours where the offset of the zone changes.
 */
const OVERLAPS = `(
  select true from calendar.occurrences o where o.event_id = event.id and o.start_at < :toAt
    and o.start_at >= cast(:fromAt as timestamptz) - (event.end_at - event.start_at) - interval '48 hours'
    and (o.end_at > :fromAt or (o.start_at = o.end_at and o.start_at >= :fromAt)) limit 1) is true`;

/** SQL: whether the stored occurrences of a series do not cover the whole window, so that the series must be expanded. */
const MAY_OVERLAP = `(event.recurrence is not null and (event.materialized_until_at < :toAt or event.materialized_from_at > :fromAt))`;

/** SQL: whether an override takes place in the window. The table of occurrences and the time index do not contain overrides. */
const HAS_OVERRIDE = `(case when event.overridden_at <> '{}' then (
  select true from calendar.occurrence_overrides o where o.event_id = event.id and not o.is_cancelled and o.start_at < :toAt
    and (o.end_at > :fromAt or (o.start_at = o.end_at and o.start_at >= :fromAt)) limit 1) end) is true`;

/** SQL: skips most series for a short window, without a subquery or an expansion. */
const MEETS_TIME_INDEX = meetsTimeIndex('event', {
  hours: ':hours',
  weekdays: ':weekdays',
  monthDays: ':monthDays',
  months: ':months',
});

/** Which of the events that match a filter are listed, and in which order. */
interface ListOptions {
  /** The id of a user; an unknown one gives an empty list. */
  owner?: string | null;
  /** Whether the order is reversed. */
  latestFirst?: boolean | null;
}

/** The batch of events that one statement reads. */
interface EventsBatch extends ListOptions {
  /** The events are among these ids; null when they are not limited to ids. */
  ids: string[] | null;
  /** The last event of the previous batch. */
  after: CalendarEvent | undefined;
}

/** Lists events with an occurrence in a window, including cancelled events, in the order of start and id. */
@Injectable()
export class EventListService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: ReadConnections,
    private readonly cache: SeriesCache,
  ) {}

  async list(filter: CheckedFilter, { owner, latestFirst }: ListOptions = {}): Promise<CalendarEvent[]> {
    if (owner !== null && owner !== undefined && !isObjectId(owner)) return [];
    const ids = hasWindow(filter) && !owner ? await findCandidates(this.database, filter) : null;
    if (ids?.length === 0) return [];
    const listed: CalendarEvent[] = [];
    const size = filter.limit + (hasWindow(filter) ? EXTRA_EVENTS : 0);
    let batch: CalendarEvent[] = [];
    do {
      batch = await this.queryBatch(filter, { owner, latestFirst, ids, after: batch.at(-1) })
        .take(size)
        .getMany();
      listed.push(...(await this.filterOverlapping(batch, filter)));
    } while (listed.length < filter.limit && batch.length >= size);
    return listed.slice(0, filter.limit);
  }

  private queryBatch(filter: CheckedFilter, batch: EventsBatch): SelectQueryBuilder<CalendarEvent> {
    const { fromAt, toAt, categories } = filter;
    const { owner, latestFirst, ids, after } = batch;
    const direction = latestFirst ? 'DESC' : 'ASC';
    const query = this.dataSource
      .getRepository(CalendarEvent)
      .createQueryBuilder('event')
      .orderBy('event.startAt', direction)
      .addOrderBy('event.id', direction);
    if (owner) query.andWhere('event.ownerId = :owner', { owner });
    if (categories) query.andWhere('event.tag_keys && :categories::text[]', { categories });
    if (after) query.andWhere(`(event.start_at, event.id) ${latestFirst ? '<' : '>'} (:startAt, :id)`, after);
    if (ids) return query.andWhere('event.id = any(:ids)', { ids });
    if (!hasWindow(filter)) return query;
    const hasBounds = 'event.first_start_at < :toAt and event.last_end_at >= :fromAt';
    return query
      .andWhere(`(${hasBounds} and ${MEETS_TIME_INDEX} and (${OVERLAPS} or ${MAY_OVERLAP}) or ${HAS_OVERRIDE})`)
      .setParameters({ ...timeIndexOfWindow(filter.window), fromAt, toAt });
  }

  /**
   * The events that have an occurrence in the window. For events that have only overridden occurrences there, one statement reads
   * the overrides.
   */
  async filterOverlapping(events: readonly CalendarEvent[], filter: CheckedFilter): Promise<CalendarEvent[]> {
    if (!hasWindow(filter)) return [...events];
    const { from, to } = filter.window;
    const isInWindow = (event: CalendarEvent) => expand(this.cache.of(event), { from, to }, { limit: 1 }).length > 0;
    const regular = new Set(events.filter(isInWindow));
    const undecided = events.filter((event) => !regular.has(event) && event.overriddenAt.length > 0);
    const ids = undecided.map(({ id }) => id);
    const idsInWindow = ids.length > 0 ? await this.findOverriddenIn(ids, filter) : new Set<string>();
    return events.filter((event) => regular.has(event) || idsInWindow.has(event.id));
  }

  /** The ids of the given events that have an override in the window. */
  private async findOverriddenIn(ids: string[], { fromAt, toAt }: CheckedFilter): Promise<Set<string>> {
    const rows = await this.dataSource.query<{ id: string }[]>(
      `select distinct event_id as id from calendar.occurrence_overrides
       where event_id = any($1) and not is_cancelled and start_at < $3 and (end_at > $2 or (start_at = end_at and start_at >= $2))`,
      [ids, fromAt, toAt],
    );
    return new Set(rows.map(({ id }) => id));
  }
}

function hasWindow({ window }: CheckedFilter): boolean {
  return window.from !== undefined || window.to !== undefined;
}
