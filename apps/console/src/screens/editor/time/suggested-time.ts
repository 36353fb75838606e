import { Temporal } from 'temporal-polyfill';

/**
 * The suggested time of publication: one hour after `now`, rounded up to a full hour of the local time in the zone.
 * @returns ISO 8601 in UTC
 */
export function suggestedTime(now: Date, timeZone: string): string {
  const inAnHour = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timeZone).add({ hours: 1 });
  const fullHour = inAnHour.round({ smallestUnit: 'hour', roundingMode: 'ceil' });
  return new Date(fullHour.epochMilliseconds).toISOString();
}
