import { expand, formatInZone, readSeries, wholeDays } from '@almanac/recurrence';
import { Args, Context, Query, Resolver } from '@nestjs/graphql';
import { requireViewer } from '../accounts/viewer';
import { type PreviewedOccurrence, type QueryPreviewOccurrencesArgs } from '../generated/schema-types';
import { type GraphqlContext } from '../graphql/graphql-context';
import { listSizeOf } from '../graphql/list-size';

const DEFAULT_OCCURRENCES = 10;
const MAX_OCCURRENCES = 100;

/** The query `previewOccurrences`: the occurrences that an event would have. It reads and writes no rows. */
@Resolver()
export class PreviewResolver {
  // Expanding a rule can take much processor time (up to the StepBudget of libs/recurrence), so the query needs a session.
  @Query('previewOccurrences')
  preview(
    @Args() { input, first }: QueryPreviewOccurrencesArgs,
    @Context() { viewer }: GraphqlContext,
  ): PreviewedOccurrence[] {
    requireViewer(viewer);
    const limit = listSizeOf(first, { default: DEFAULT_OCCURRENCES, max: MAX_OCCURRENCES });
    const series = readSeries(input.time);
    return expand(series, {}, { limit }).map(({ start, end }) => ({
      start: formatInZone(series.zone, start),
      end: formatInZone(series.zone, end),
      isAllDay: wholeDays(series.zone, start, end) > 0,
    }));
  }
}
