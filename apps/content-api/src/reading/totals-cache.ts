import { type BrowsePlan, type BrowseResult, runBrowse } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContentDatabase } from '../database/content-database';
import { SiteRevision } from '../site/site-revision';

const MAX_TOTALS = 1_000;
/** In characters. A longer key comes from a long filter; its total is not cached. */
const MAX_KEY_LENGTH = 2_000;

/**
 * Caches the totals that PostgreSQL has to count, until the revision changes. So the pages of a filtered list share one count. Most
 * totals need no cache, because triggers maintain them (ADR 0170).
 */
@Injectable()
export class TotalsCache {
  private readonly totals = new LRUCache<string, number>({ max: MAX_TOTALS });

  constructor(
    private readonly database: ContentDatabase,
    private readonly revision: SiteRevision,
  ) {
    revision.onChange(() => this.totals.clear());
  }

  /** Runs a list request. Does not count if the total is cached. */
  async browse<Row extends object>(plan: BrowsePlan<Row>): Promise<BrowseResult<Row>> {
    const { run } = this.database;
    const key = this.keyOf(plan);
    if (key === undefined) return runBrowse(run, plan);
    const cached = this.totals.get(key);
    const result = await runBrowse(run, plan, cached);
    if (cached === undefined) this.totals.set(key, result.pagination.total);
    return result;
  }

  /** The cache key of the total; undefined if triggers maintain the total, if it changes with time, or while the revision is unknown. */
  private keyOf<Row>({ matches, total, values, dependsOnTime }: BrowsePlan<Row>): string | undefined {
    const revision = this.revision.current;
    if (total.isMaintained || dependsOnTime || revision === undefined) return undefined;
    const key = JSON.stringify([String(revision), matches, total.from, total.where, values]);
    return key.length > MAX_KEY_LENGTH ? undefined : key;
  }
}
