import { CalendarEvent, CalendarUser, OccurrenceOverride } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { SeriesCache } from '../events/series-cache';
import { isObjectId } from '../graphql/object-id';
import { calendarText } from './calendar-text';

/** A feed contains so many of the newest events. */
const MAX_FEED_EVENTS = 5_000;

/** A feed contains so many changed and cancelled occurrences at most, each of up to 10,000 characters. */
const MAX_FEED_OVERRIDES = 10_000;

/** Feeds in iCalendar format. */
@Injectable()
export class FeedsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly series: SeriesCache,
  ) {}

  /** The events of a user. @throws NotFoundError for an unknown username */
  async ofUser(username: string): Promise<string> {
    const user = await this.dataSource.getRepository(CalendarUser).findOneBy({ usernameKey: username.toLowerCase() });
    if (!user) throw new NotFoundError('There is no such calendar.');
    const events = await this.dataSource.getRepository(CalendarEvent).find({
      where: { ownerId: user.id },
      order: { startAt: 'DESC', id: 'DESC' },
      take: MAX_FEED_EVENTS,
    });
    return this.write(user.name, events.reverse());
  }

  /** One event. @throws NotFoundError for an unknown id */
  async ofEvent(id: string): Promise<string> {
    const event = isObjectId(id) ? await this.dataSource.getRepository(CalendarEvent).findOneBy({ id }) : null;
    if (!event) throw new NotFoundError('There is no such event.');
    return this.write(null, [event]);
  }

  /** One statement more if any event has overrides. */
  private async write(name: string | null, events: CalendarEvent[]): Promise<string> {
    const ids = events.filter(({ overriddenAt }) => overriddenAt.length > 0).map(({ id }) => id);
    const overrides = ids.length > 0 ? await this.findOverrides(ids) : [];
    const byEvent = new Map<string, OccurrenceOverride[]>(ids.map((id) => [id, []]));
    for (const override of overrides) byEvent.get(override.eventId)?.push(override);
    return calendarText(
      name,
      events.map((event) => ({ event, series: this.series.of(event), overrides: byEvent.get(event.id) ?? [] })),
    );
  }

  private findOverrides(ids: string[]): Promise<OccurrenceOverride[]> {
    return this.dataSource.getRepository(OccurrenceOverride).find({
      where: { eventId: In(ids) },
      order: { eventId: 'ASC', recurrenceAt: 'ASC' },
      take: MAX_FEED_OVERRIDES,
    });
  }
}
