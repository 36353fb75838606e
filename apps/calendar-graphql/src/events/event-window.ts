import { type Window, type Zone } from '@almanac/recurrence';

/** The window and zone of the filter by which an event was found. */
export interface EventWindow extends Window {
  zone?: Zone;
}
