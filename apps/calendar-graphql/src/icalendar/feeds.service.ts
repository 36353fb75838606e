import { CalendarEvent, CalendarUser } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { SeriesCache } from '../events/series-cache';
import { isObjectId } from '../graphql/object-id';
import { calendarText } from './calendar-text';

/** A feed contains so many of the newest events. */
const MAX_FEED_EVENTS = 5_000;

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

  private write(name: string | null, events: CalendarEvent[]): string {
    return calendarText(
      name,
      events.map((event) => ({ event, series: this.series.of(event) })),
    );
  }
}
