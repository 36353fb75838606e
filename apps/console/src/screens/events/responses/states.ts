import type { RsvpState } from '@almanac/client';

/** In the order in which the Console shows them. */
export const RSVP_STATES = [
  'ATTENDING',
  'MAYBE',
  'WAITING',
  'DECLINED',
  'UNANSWERED',
] as const satisfies readonly RsvpState[];
