import { type Window, type Zone } from '@almanac/recurrence';

/** The window of a filter, and the zone in which the response shows times; without `zone`, each event has its own zone. */
export interface EventWindow extends Window {
  zone?: Zone;
}
