import { CalendarEvent } from '@almanac/entities';
import { expand } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { ReadConnections } from '../database/read-connections';
import { isObjectId } from '../graphql/object-id';
import { type CheckedFilter } from '../occurrences/filters';
import { findCandidates } from './event-candidates';
import { timeIndexOfWindow, timeIndexCondition } from './time-index';
import { SeriesCache } from './series-cache';

/** Events that a batch reads in addition to the limit, because some have no occurrence in the window. */
const EXTRA_EVENTS = 50;

/**
 * SQL: whether a stored occurrence overlaps the window. This is a scalar subquery, because for `exists` in an `or` PostgreSQL can read the
 * whole table of occurrences first. The lower bound of `start_at` shortens the index range: an occurrence lasts as long as the event. An
 * all-day occurrence can be up to 48 hours longer, if the offset of the zone changes during it.
 */
const OVERLAPS = `(
  select true from calendar.occurrences o where o.event_id = event.id and o.start_at < :toAt
    and o.start_at >= cast(:fromAt as timestamptz) - (event.end_at - event.start_at) - interval '48 hours'
    and (o.end_at > :fromAt or (o.start_at = o.end_at and o.start_at >= :fromAt)) limit 1) is true`;

/** SQL: whether a part of the window lies outside the period for which occurrences are stored, so that the series must be expanded. */
const MAY_OVERLAP = `(event.recurrence is not null and (event.materialized_until_at < :toAt or event.materialized_from_at > :fromAt))`;

/** SQL: whether an override overlaps the window. Neither the table of occurrences nor the time index contains overrides. */
const HAS_OVERRIDE = `(case when event.overridden_at <> '{}' then (
  select true from calendar.occurrence_overrides o where o.event_id = event.id and not o.is_cancelled and o.start_at < :toAt
    and (o.end_at > :fromAt or (o.start_at = o.end_at and o.start_at >= :fromAt)) limit 1) end) is true`;

/** SQL: false for most series if the window is short. It needs no subquery and no expansion. */
const TIME_INDEX_CONDITION = timeIndexCondition('event', {
  hours: ':hours',
  weekdays: ':weekdays',
  monthDays: ':monthDays',
  months: ':months',
});

/** Which of the events that match a filter are listed, and in which order. */
interface ListOptions {
  /** The id of the user whose events are listed; an unknown id gives an empty list. Null or absent: the events of all users. */
  owner?: string | null;
  /** True reverses the order of start and id. */
  latestFirst?: boolean | null;
}

/** The batch of events that one statement reads. */
interface EventsBatch extends ListOptions {
  /** The events are among these ids; null when they are not limited to ids. */
  ids: string[] | null;
  /** The last event of the previous batch; undefined for the first batch. */
  after: CalendarEvent | undefined;
}

/** Lists events in the order of start and id, including cancelled events. With a window, only events with an occurrence in it. */
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
    const boundsOverlap = 'event.first_start_at < :toAt and event.last_end_at >= :fromAt';
    return query
      .andWhere(`(${boundsOverlap} and ${TIME_INDEX_CONDITION} and (${OVERLAPS} or ${MAY_OVERLAP}) or ${HAS_OVERRIDE})`)
      .setParameters({ ...timeIndexOfWindow(filter.window), fromAt, toAt });
  }

  /**
   * The given events that have an occurrence in the window, cancelled events included. One statement reads the overrides of all events
   * that have no other occurrence in the window.
   */
  async filterOverlapping(events: readonly CalendarEvent[], filter: CheckedFilter): Promise<CalendarEvent[]> {
    if (!hasWindow(filter)) return [...events];
    const { from, to } = filter.window;
    // The expansion leaves out overridden occurrences.
    const isInWindow = (event: CalendarEvent) => expand(this.cache.of(event), { from, to }, { limit: 1 }).length > 0;
    const inWindow = new Set(events.filter(isInWindow));
    const undecided = events.filter((event) => !inWindow.has(event) && event.overriddenAt.length > 0);
    const ids = undecided.map(({ id }) => id);
    const idsWithOverride = ids.length > 0 ? await this.findOverriddenIn(ids, filter) : new Set<string>();
    return events.filter((event) => inWindow.has(event) || idsWithOverride.has(event.id));
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
