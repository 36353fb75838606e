import { CalendarEvent } from './calendar-event.entity';
import { CalendarOutboxEvent } from './calendar-outbox-event.entity';
import { CalendarSession } from './calendar-session.entity';
import { CalendarUser } from './calendar-user.entity';
import { OccurrenceOverride } from './occurrence-override.entity';
import { Occurrence } from './occurrence.entity';
import { RsvpResponse } from './rsvp-response.entity';
import { RsvpSettings } from './rsvp-settings.entity';
import { UsernameClaim } from './username-claim.entity';

/** Every entity of the calendar schema. */
export const calendarEntities: (new () => object)[] = [
  CalendarEvent,
  CalendarOutboxEvent,
  CalendarSession,
  CalendarUser,
  Occurrence,
  OccurrenceOverride,
  RsvpResponse,
  RsvpSettings,
  UsernameClaim,
];
