import { expand, toDate, toEpochSeconds, type Window } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { setImmediate } from 'node:timers/promises';
import { ReadDatabase } from '../database/read-database';
import { DenseSeriesKeeper } from './dense-series';
import { type CheckedFilter } from './filters';
import { type FoundOccurrence, OccurrencePage } from './occurrence-page';
import { OpenSeriesReader } from './open-series-reader';
import { type OpenSeries } from './series-rows';
import { findStoredOccurrences, isHeld } from './stored-occurrences';

/** How long series are expanded before other requests get their turn. */
const TURN_MS = 5;

/** Answers `occurrences`: what the table holds, merged with the series of which it does not hold everything. */
@Injectable()
export class OccurrencesService {
  constructor(
    private readonly database: ReadDatabase,
    private readonly dense: DenseSeriesKeeper,
    private readonly openSeries: OpenSeriesReader,
  ) {}

  /** A page in the order of start, end and event. One statement while the window lies within the horizon. */
  async list(filter: CheckedFilter): Promise<readonly FoundOccurrence[]> {
    const { occurrences, held } = await findStoredOccurrences(this.database, filter);
    const page = new OccurrencePage(occurrences, filter.limit);
    const rest = narrow(filter, page);
    const dense = isHeld(rest, held) ? await this.dense.find(held.denseDigest, rest) : undefined;
    await (dense ? expandOnto(page, dense, filter) : this.expandOpenSeries(page, filter));
    return page.items;
  }

  private async expandOpenSeries(page: OccurrencePage, filter: CheckedFilter): Promise<void> {
    let afterId: string | undefined = '';
    for (let number = 0; afterId !== undefined; number++) {
      const round = await this.openSeries.round(narrow(filter, page), number, afterId);
      await expandOnto(page, round.series, filter);
      afterId = round.nextAfterId;
    }
  }
}

async function expandOnto(page: OccurrencePage, series: readonly OpenSeries[], filter: CheckedFilter): Promise<void> {
  const { from } = filter.window;
  const to = toEpochSeconds(filter.toAt);
  let turnEndsAt = performance.now() + TURN_MS;
  let expanded = 0;
  for (const open of series) {
    expanded += 1;
    if (expanded % 32 === 0 && performance.now() > turnEndsAt) {
      await setImmediate();
      turnEndsAt = performance.now() + TURN_MS;
    }
    offerMissing(page, open, { from, to: Math.min(to, page.closesAt ?? to) }, filter.limit);
  }
}

/** Offers the series' occurrences in the window that are not in the table, as far as the page can need them. */
function offerMissing(
  page: OccurrencePage,
  { eventId, series, heldFrom, heldUntil }: OpenSeries,
  span: Window,
  limit: number,
): void {
  for (const { start, end } of expand(series, span, { limit })) {
    const isStored = end >= heldFrom && start < heldUntil;
    if (!isStored && !page.offer({ eventId, start, end })) return;
  }
}

/** The part of the window from which something can still come onto the page. */
function narrow(filter: CheckedFilter, { closesAt }: OccurrencePage): CheckedFilter {
  if (closesAt === undefined || closesAt >= toEpochSeconds(filter.toAt)) return filter;
  return { ...filter, toAt: toDate(closesAt), window: { ...filter.window, to: closesAt } };
}
