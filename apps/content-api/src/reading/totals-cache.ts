import { type BrowsePlan, type BrowseResult, runBrowse } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContentDatabase } from '../database/content-database';
import { SiteRevision } from '../site/site-revision';

const MAX_TOTALS = 1_000;
/** In characters. The total of a request with a longer key, i.e. with a long filter, is not cached. */
const MAX_KEY_LENGTH = 2_000;

/**
 * Caches the totals of lists that PostgreSQL has to count, until the site revision changes. So the pages of results of a list share one
 * count. Totals that triggers maintain need no cache (ADR 0170).
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

  /** Runs a list request. PostgreSQL does not count the rows if the total is cached. */
  async browse<Row extends object>(plan: BrowsePlan<Row>): Promise<BrowseResult<Row>> {
    const { run } = this.database;
    const key = this.keyOf(plan);
    if (key === undefined) return runBrowse(run, plan);
    const cached = this.totals.get(key);
    const result = await runBrowse(run, plan, cached);
    if (cached === undefined) this.totals.set(key, result.pagination.total);
    return result;
  }

  /**
   * The cache key of the total: the site's revision, and the SQL that counts the rows, with its values.
   * @returns undefined for a total that is not cached: triggers maintain it, it depends on the current time, the revision is unknown, or
   *   the key is too long
   */
  private keyOf<Row>({ matches, total, values, dependsOnTime }: BrowsePlan<Row>): string | undefined {
    const revision = this.revision.current;
    if (total.isMaintained || dependsOnTime || revision === undefined) return undefined;
    const key = JSON.stringify([revision, matches, total.from, total.where, values]);
    return key.length > MAX_KEY_LENGTH ? undefined : key;
  }
}
