import { type CalendarEvent, type OccurrenceOverride } from '@almanac/entities';
import { type Series, toEpochSeconds, withoutOverrides } from '@almanac/recurrence';

/**
 * The series with its cancelled occurrences as EXDATEs, and as if it had no other overrides. Feeds write cancelled occurrences as EXDATEs,
 * because some programs show a component with STATUS:CANCELLED as an occurrence that takes place.
 */
export function withCancelledAsExceptions(
  series: Series,
  overrides: readonly Pick<OccurrenceOverride, 'status' | 'recurrenceAt'>[],
): Series {
  const cancelled = overrides.filter(({ status }) => status === 'cancelled');
  const starts = cancelled.map(({ recurrenceAt }) => toEpochSeconds(recurrenceAt));
  return withoutOverrides({ ...series, exceptions: new Set([...series.exceptions, ...starts]) });
}

/**
 * The series with all overridden occurrences as EXDATEs, for a feed that leaves out the overrides of the event. Without the EXDATEs,
 * programs would show these occurrences with the values of the series, even cancelled ones.
 */
export function withOverriddenAsExceptions(
  series: Series,
  { overriddenAt }: Pick<CalendarEvent, 'overriddenAt'>,
): Series {
  return withCancelledAsExceptions(
    series,
    overriddenAt.map((recurrenceAt) => ({ status: 'cancelled', recurrenceAt })),
  );
}
