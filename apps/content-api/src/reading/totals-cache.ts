import { type BrowsePlan, type BrowseResult, runBrowse } from '@almanac/resource-queries';
import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ContentDatabase } from '../database/content-database';
import { SiteRevision } from '../site/site-revision';

const MAX_TOTALS = 1_000;
/** In characters; totals with longer keys, which have long filters, are not cached. */
const MAX_KEY_LENGTH = 2_000;

/**
 * Caches totals that PostgreSQL has to count, until the revision changes: all pages of a filtered list share one count. Most
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

  /** Runs a list request, without counting where the total is cached. */
  async browse<Row extends object>(plan: BrowsePlan<Row>): Promise<BrowseResult<Row>> {
    const { run } = this.database;
    const key = this.keyOf(plan);
    if (key === undefined) return runBrowse(run, plan);
    const cached = this.totals.get(key);
    const result = await runBrowse(run, plan, cached);
    if (cached === undefined) this.totals.set(key, result.pagination.total);
    return result;
  }

  /** The cache key of the total; undefined for totals that triggers maintain, and for those that change with time. */
  private keyOf<Row>({ matches, total, values, dependsOnTime }: BrowsePlan<Row>): string | undefined {
    const revision = this.revision.current;
    if (total.isMaintained || dependsOnTime || revision === undefined) return undefined;
    const key = JSON.stringify([String(revision), matches, total.from, total.where, values]);
    return key.length > MAX_KEY_LENGTH ? undefined : key;
  }
}
