import { CalendarEvent, CalendarUser, type EventStatus, type OccurrenceOverride } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ArrayContains, DataSource, type FindOptionsWhere, In } from 'typeorm';
import { tagKey } from '../events/event-input';
import { SeriesCache } from '../events/series-cache';
import { isObjectId } from '../graphql/object-id';
import { withOverriddenAsExceptions } from '../overrides/cancelled-exceptions';
import { findOverridesByEvent } from '../overrides/overrides-of-events';
import { type FeedEvent, writeCalendar } from './calendar-text';
import { PersonalFeedsService } from './personal-feeds.service';

/** The maximum number of events in a feed. It contains those with the latest starts. */
const MAX_FEED_EVENTS = 5_000;

/**
 * The maximum number of overrides in a feed. Each can have a description of up to 10,000 characters. Overrides are written for the events
 * with the latest starts; earlier events are written without their overridden occurrences.
 */
const MAX_FEED_OVERRIDES = 10_000;

/** The number of events that one turn of the event loop processes: creating an entity takes up to 0.1 ms. */
const ROWS_PER_TURN = 100;

/** Writes the feeds in iCalendar format. */
@Injectable()
export class FeedsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly series: SeriesCache,
    private readonly personalFeeds: PersonalFeedsService,
  ) {}

  /** The feed of a user. @throws NotFoundError for an unknown username */
  async ofUser(username: string): Promise<string> {
    const user = await this.findUser(username);
    return this.write(user.name, await this.findLatest({ ownerId: user.id }));
  }

  /**
   * The feed of the events with a category.
   * @param username only events of this user; undefined for the events of all users
   * @throws NotFoundError for an unknown username
   */
  async ofCategory(category: string, username: string | undefined): Promise<string> {
    const user = username === undefined ? undefined : await this.findUser(username);
    const tagKeys = ArrayContains([tagKey(category)]);
    return this.write(category.trim(), await this.findLatest({ tagKeys, ...(user && { ownerId: user.id }) }));
  }

  /**
   * The personal feed with a secret token: the events of its user.
   * @param status only events with this status; undefined for all events
   * @throws NotFoundError for an unknown token
   */
  async ofToken(token: string, status: EventStatus | undefined): Promise<string> {
    const userId = await this.personalFeeds.findOwner(token);
    const user = userId === null ? null : await this.dataSource.getRepository(CalendarUser).findOneBy({ id: userId });
    if (!user) throw new NotFoundError('There is no such calendar.');
    return this.write(user.name, await this.findLatest({ ownerId: user.id, ...(status && { status }) }));
  }

  private async findUser(username: string): Promise<CalendarUser> {
    const user = await this.dataSource.getRepository(CalendarUser).findOneBy({ usernameKey: username.toLowerCase() });
    if (!user) throw new NotFoundError('There is no such calendar.');
    return user;
  }

  /** The events with the latest starts, ascending. */
  private async findLatest(where: FindOptionsWhere<CalendarEvent>): Promise<CalendarEvent[]> {
    const repository = this.dataSource.getRepository(CalendarEvent);
    const order = { startAt: 'DESC', id: 'DESC' } as const;
    const found = await repository.find({ select: { id: true }, where, order, take: MAX_FEED_EVENTS });
    const ids = found.map(({ id }) => id).reverse();
    const events: CalendarEvent[] = [];
    for (let index = 0; index < ids.length; index += ROWS_PER_TURN) {
      const batch = ids.slice(index, index + ROWS_PER_TURN);
      const byId = new Map((await repository.findBy({ id: In(batch) })).map((event) => [event.id, event]));
      events.push(...batch.flatMap((id) => byId.get(id) ?? []));
    }
    return events;
  }

  /** The feed of one event. @throws NotFoundError for an unknown id */
  async ofEvent(id: string): Promise<string> {
    const event = isObjectId(id) ? await this.dataSource.getRepository(CalendarEvent).findOneBy({ id }) : null;
    if (!event) throw new NotFoundError('There is no such event.');
    return this.write(null, [event]);
  }

  /**
   * The text of a feed.
   * @param name the name of the calendar; null for the feed of one event
   * @param events in the order of their starts
   */
  private async write(name: string | null, events: CalendarEvent[]): Promise<string> {
    const latestFirst = [...events].reverse();
    const overrides = await findOverridesByEvent(this.dataSource.manager, latestFirst, MAX_FEED_OVERRIDES);
    const feedEvents: FeedEvent[] = [];
    for (const event of events) {
      // To compute the times of an event takes up to 0.1 ms.
      if (feedEvents.length % ROWS_PER_TURN === 0) await nextTurn();
      feedEvents.push(this.feedEventOf(event, overrides.get(event.id) ?? []));
    }
    return writeCalendar(name, feedEvents);
  }

  /**
   * An event whose overrides are missing gets an EXDATE for each overridden occurrence.
   * @param overrides empty for an event without overrides, and for an event beyond {@link MAX_FEED_OVERRIDES}
   */
  private feedEventOf(event: CalendarEvent, overrides: OccurrenceOverride[]): FeedEvent {
    const series = this.series.of(event);
    const areMissing = overrides.length === 0 && event.overriddenAt.length > 0;
    return { event, series: areMissing ? withOverriddenAsExceptions(series, event) : series, overrides };
  }
}
