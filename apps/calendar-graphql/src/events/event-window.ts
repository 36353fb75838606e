import { type Window, type Zone } from '@almanac/recurrence';

/** Which occurrences of an event are shown, and on which clock: the filter the event was found by. Undefined: from its start, on its own. */
export interface EventWindow extends Window {
  zone?: Zone;
}
