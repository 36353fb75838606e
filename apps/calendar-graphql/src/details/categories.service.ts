import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { ReadConnections } from '../database/read-connections';
import { type CategoryCount } from '../generated/schema-types';
import { isObjectId } from '../graphql/object-id';

const MAX_CATEGORIES = 1_000;
/** The maximum number of owners whose counts are cached. */
const MAX_OWNERS = 1_000;
const TTL_MS = 60_000;

/**
 * SQL: counts the events with each tag; cancelled events do not count. Of several spellings of a tag, the result has the first in
 * alphabetical order.
 */
const countTags = (condition: string): string => `select coalesce(json_agg(json_build_object('category', category,
    'events', events) order by events desc, category), '[]') as counts
  from (select min(tag) as category, count(*)::int as events
    from calendar.events e cross join lateral unnest(e.tags, e.tag_keys) as t (tag, tag_key)
    where e.status <> 'cancelled' ${condition}
    group by tag_key order by 2 desc, 1 limit ${MAX_CATEGORIES}) as counted`;

const COUNTS_OF_ALL = countTags('');
const COUNTS_OF_OWNER = countTags('and e.owner_id = $1');
/** The cache key of the counts of all events. */
const ALL_OWNERS = '';

/**
 * Counts the events with each tag. This reads every event of the owner, or of all users. So counts are cached for a minute, and
 * concurrent requests for the same counts share one statement.
 */
@Injectable()
export class CategoriesService {
  private readonly cache: LRUCache<string, CategoryCount[]>;

  constructor(private readonly database: ReadConnections) {
    this.cache = new LRUCache({ max: MAX_OWNERS, ttl: TTL_MS, fetchMethod: (owner) => this.read(owner) });
  }

  /**
   * The tags with the most events, up to 1,000, and their counts.
   * @param owner the id of a user; null counts the events of all users
   */
  async count(owner: string | null): Promise<CategoryCount[]> {
    if (owner !== null && !isObjectId(owner)) return [];
    return (await this.cache.fetch(owner ?? ALL_OWNERS)) ?? [];
  }

  private async read(owner: string): Promise<CategoryCount[]> {
    const row = await (owner === ALL_OWNERS
      ? this.database.customPlanRow<{ counts: CategoryCount[] }>(COUNTS_OF_ALL, [])
      : this.database.customPlanRow<{ counts: CategoryCount[] }>(COUNTS_OF_OWNER, [owner]));
    return row.counts;
  }
}
