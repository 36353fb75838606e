import { type Window, type Zone } from '@almanac/recurrence';

/** The period of a filter, and the zone in which the response shows times. Without `zone`, times are in the time zone of their event. */
export interface EventWindow extends Window {
  zone?: Zone;
}
