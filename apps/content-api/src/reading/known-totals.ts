import { type BrowsePlan, type BrowseResult, runBrowse } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ReadDatabase } from '../database/read-database';
import { SiteRevision } from '../site/site-revision';

const MOST_TOTALS = 1_000;
/** Characters of the longest filter whose total is kept. */
const LONGEST_KEY = 2_000;

/** Undefined where the total is cheap to read, or changes with the clock alone. */
function keyOf<Row>({ matches, total, values, dependsOnTime }: BrowsePlan<Row>): string | undefined {
  if (total.isKept || dependsOnTime) return undefined;
  const key = JSON.stringify([matches, total.from, total.where, values]);
  return key.length > LONGEST_KEY ? undefined : key;
}

/** Totals that had to be counted, for the present revision: the pages of one list count its rows once. */
@Injectable()
export class KnownTotals {
  private readonly totals = new LRUCache<string, number>({ max: MOST_TOTALS });

  constructor(
    private readonly database: ReadDatabase,
    private readonly revision: SiteRevision,
  ) {
    revision.onRaise(() => this.totals.clear());
  }

  /** Runs a list request, without counting where the total is known. */
  async browse<Row extends object>(plan: BrowsePlan<Row>): Promise<BrowseResult<Row>> {
    const { run } = this.database;
    const key = keyOf(plan);
    const since = this.revision.current;
    if (key === undefined || since === undefined) return runBrowse(run, plan);
    const known = this.totals.get(key);
    const result = await runBrowse(run, plan, known);
    // A revision that rose meanwhile makes it worthless.
    if (known === undefined && since === this.revision.current) this.totals.set(key, result.pagination.total);
    return result;
  }
}
