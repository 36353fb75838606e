import type { Move, Slot } from './grid-events.ts';
import type { CalendarItem, EventItem } from './items.ts';
import type { Day } from './plain-date.ts';

/** A move of one occurrence of a series. A dialog asks which other occurrences to move too. */
export interface OccurrenceMove extends Move {
  item: EventItem;
}

/** The open dialog of the calendar, with what it shows. */
export type DialogState =
  | { type: 'item'; item: CalendarItem }
  | { type: 'reschedule'; item: CalendarItem }
  | { type: 'scope'; move: OccurrenceMove }
  | { type: 'create'; slot: Slot }
  | { type: 'day'; day: Day; items: CalendarItem[] };
