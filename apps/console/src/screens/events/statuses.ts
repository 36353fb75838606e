export const STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];
