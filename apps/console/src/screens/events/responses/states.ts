import type { RsvpState } from '@almanac/client';

/** The states of an answer, in the order in which the Console shows them. */
export const RSVP_STATES = [
  'ATTENDING',
  'MAYBE',
  'WAITING',
  'DECLINED',
  'UNANSWERED',
] as const satisfies readonly RsvpState[];
