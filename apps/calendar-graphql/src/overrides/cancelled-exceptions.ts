import { type OccurrenceOverride } from '@almanac/entities';
import { type Series, toEpochSeconds, withOverrides } from '@almanac/recurrence';

/**
 * The series in which cancelled occurrences are EXDATEs. Feeds write them so, because programs show a component with
 * STATUS:CANCELLED as an occurrence.
 */
export function withCancelledAsExceptions(
  series: Series,
  overrides: readonly Pick<OccurrenceOverride, 'status' | 'recurrenceAt'>[],
): Series {
  const cancelled = overrides.filter(({ status }) => status === 'cancelled');
  const starts = cancelled.map(({ recurrenceAt }) => toEpochSeconds(recurrenceAt));
  return withOverrides({ ...series, exceptions: new Set([...series.exceptions, ...starts]) }, []);
}
