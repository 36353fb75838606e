import type { Move, Slot } from './grid-events.ts';
import type { CalendarItem, EventItem } from './items.ts';
import type { Day } from './plain-date.ts';

/** A move of one occurrence of a series. In a dialog, the user chooses whether other occurrences move, too. */
export interface OccurrenceMove extends Move {
  item: EventItem;
}

/** The open dialog of the calendar, with its data. */
export type DialogState =
  | { type: 'item'; item: CalendarItem }
  | { type: 'reschedule'; item: CalendarItem }
  /** The user chooses the occurrences to move. */
  | { type: 'scope'; move: OccurrenceMove }
  | { type: 'create'; slot: Slot }
  /** All items of a day. */
  | { type: 'day'; day: Day; items: CalendarItem[] };
