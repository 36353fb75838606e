/** The statuses of a calendar event (STATUS of RFC 5545). */
export const STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];
