/**
 * In columns and queries, these instants mean "no bound", with two exceptions. A dense series, of which nothing is stored, has an empty
 * period: `materialized_from_at` is `latestInstant`, and `materialized_until_at` is `earliestInstant`. Of a series without occurrences,
 * `last_end_at` is `earliestInstant`. Occurrences start in the local years 1900 to 2199.
 */
export const earliestInstant = new Date('1800-01-01T00:00:00Z');
export const latestInstant = new Date('2300-01-01T00:00:00Z');

/** The period for which the occurrence table contains the occurrences of series. */
export interface Horizon {
  fromAt: Date;
  untilAt: Date;
}

const YEARS_BACK = 1;
const YEARS_AHEAD = 2;

function shiftYears(day: Date, years: number): Date {
  return new Date(Date.UTC(day.getUTCFullYear() + years, day.getUTCMonth(), day.getUTCDate()));
}

/** The horizon at a time: from the UTC day one year before to the UTC day two years after it. */
export function horizonAt(now: Date): Horizon {
  return { fromAt: shiftYears(now, -YEARS_BACK), untilAt: shiftYears(now, YEARS_AHEAD) };
}
