import { CalendarEvent } from './calendar-event.entity';
import { CalendarFact } from './calendar-fact.entity';
import { CalendarSession } from './calendar-session.entity';
import { CalendarUser } from './calendar-user.entity';
import { Occurrence } from './occurrence.entity';
import { UsernameClaim } from './username-claim.entity';

/** Every entity of the calendar schema. */
export const calendarEntities: (new () => object)[] = [
  CalendarEvent,
  CalendarFact,
  CalendarSession,
  CalendarUser,
  Occurrence,
  UsernameClaim,
];
