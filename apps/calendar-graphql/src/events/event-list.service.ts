import { CalendarEvent } from '@almanac/entities';
import { expand } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { DataSource, type SelectQueryBuilder } from 'typeorm';
import { ReadDatabase } from '../database/read-database';
import { isObjectId } from '../graphql/object-id';
import { type CheckedFilter } from '../occurrences/filters';
import { findFewCandidates } from './event-candidates';
import { timeIndexOfWindow, meetsTimeIndex } from './time-index';
import { SeriesCache } from './series-cache';

/** Events read in one round beyond what is asked for, in case some turn out to have no occurrence in the window. */
const SPARE = 50;

/**
 * A scalar subquery, because of an `exists` beside an `or` PostgreSQL may first read the whole table. An instance lasts as
 * long as the event; an all-day one differs by what a zone's clock can be moved.
 */
const OVERLAPS = `(
  select true from calendar.occurrences o where o.event_id = event.id and o.start_at < :toAt
    and o.start_at >= cast(:fromAt as timestamptz) - (event.end_at - event.start_at) - interval '48 hours'
    and (o.end_at > :fromAt or (o.start_at = o.end_at and o.start_at >= :fromAt)) limit 1) is true`;

/** Not everything of the series is in the occurrence table: whether it overlaps is found out by expanding it. */
const MAY_OVERLAP = `(event.recurrence is not null and (event.materialized_until_at < :toAt or event.materialized_from_at > :fromAt))`;

/** Told by the row itself, it spares most series of a short window both ways of finding out. */
const MEETS_TIME_INDEX = meetsTimeIndex('event', {
  hours: ':hours',
  weekdays: ':weekdays',
  monthDays: ':monthDays',
  months: ':months',
});

/** Which events of a filter one statement reads. */
interface EventsRound {
  owner: string | null | undefined;
  /** All that come into question; null when they are too many to be named. */
  ids: string[] | null;
  after: CalendarEvent | undefined;
}

/** Answers `events`: events with an occurrence in the window, cancelled ones included, by start and id. */
@Injectable()
export class EventListService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: ReadDatabase,
    private readonly cache: SeriesCache,
  ) {}

  /** @param owner the id of a user; one that nobody has gives the empty list */
  async list(filter: CheckedFilter, owner: string | null | undefined): Promise<CalendarEvent[]> {
    if (owner !== null && owner !== undefined && !isObjectId(owner)) return [];
    const ids = hasWindow(filter) && !owner ? await findFewCandidates(this.database, filter) : null;
    if (ids?.length === 0) return [];
    const listed: CalendarEvent[] = [];
    const size = filter.limit + (hasWindow(filter) ? SPARE : 0);
    for (let last: CalendarEvent | undefined; ;) {
      const round = await this.round(filter, { owner, ids, after: last }).take(size).getMany();
      for (const event of round) if (listed.length < filter.limit && this.overlaps(event, filter)) listed.push(event);
      last = round.at(-1);
      if (listed.length >= filter.limit || round.length < size) return listed;
    }
  }

  private round(filter: CheckedFilter, { owner, ids, after }: EventsRound): SelectQueryBuilder<CalendarEvent> {
    const { fromAt, toAt, categories } = filter;
    const query = this.dataSource
      .getRepository(CalendarEvent)
      .createQueryBuilder('event')
      .orderBy('event.startAt')
      .addOrderBy('event.id');
    if (owner) query.andWhere('event.ownerId = :owner', { owner });
    if (categories) query.andWhere('event.tag_keys && :categories::text[]', { categories });
    if (after) query.andWhere('(event.start_at, event.id) > (:startAt, :id)', after);
    if (ids) return query.andWhere('event.id = any(:ids)', { ids });
    if (!hasWindow(filter)) return query;
    return query
      .andWhere('event.first_start_at < :toAt and event.last_end_at >= :fromAt')
      .andWhere(MEETS_TIME_INDEX, timeIndexOfWindow(filter.window))
      .andWhere(`(${OVERLAPS} or ${MAY_OVERLAP})`, { fromAt, toAt });
  }

  /** What the statement could not decide; what it could is expanded again, which costs next to nothing. */
  private overlaps(event: CalendarEvent, filter: CheckedFilter): boolean {
    if (!hasWindow(filter)) return true;
    const { from, to } = filter.window;
    return expand(this.cache.of(event), { from, to }, { limit: 1 }).length > 0;
  }
}

function hasWindow({ window }: CheckedFilter): boolean {
  return window.from !== undefined || window.to !== undefined;
}
