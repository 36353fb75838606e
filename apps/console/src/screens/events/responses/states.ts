import type { RsvpState } from '@almanac/client';

/** The states of an answer (`WAITING`: yes, on the waiting list), in the order of the filter of the list of answers. */
export const RSVP_STATES = [
  'ATTENDING',
  'MAYBE',
  'WAITING',
  'DECLINED',
  'UNANSWERED',
] as const satisfies readonly RsvpState[];
