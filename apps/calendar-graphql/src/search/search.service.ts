import { CalendarEvent } from '@almanac/entities';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { ReadConnections, type RowReader } from '../database/read-connections';
import { EventListService } from '../events/event-list.service';
import {
  avoidTableScans,
  estimateMatches,
  estimateEventsOfRarestWord,
  findByStart,
  findRanked,
  hasFewMatchesWithoutLastWord,
  type MatchesByStart,
  MAX_EVENTS_OF_RAREST_WORD,
  MAX_RANKED,
  type Search,
} from './find-matches';
import { type SearchKey } from './search-cursor';

/** The number of matches that are checked at once for an occurrence in the window, the period of the filter. */
const BATCH_SIZE = 200;
/** The maximum number of batches that a page reads. So a page can be shorter than requested, although more matches follow. */
const MAX_BATCHES = 20;

/** A page of matches. */
export interface SearchPage {
  /** The ids of the events. */
  ids: string[];
  /** The key after which the next page begins; undefined for an empty last page. */
  last: SearchKey | undefined;
  hasNext: boolean;
}

/** Finds events by the words of their titles, places and descriptions. */
@Injectable()
export class SearchService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly database: ReadConnections,
    private readonly events: EventListService,
  ) {}

  /**
   * A page of matches: the best first, or the latest first if there are many. Without a window, this takes at most seven statements, BEGIN
   * and COMMIT included. With a window, each batch (at most {@link MAX_BATCHES}) takes up to three more.
   * @param after the key in the cursor; undefined for the first page
   */
  async find(search: Search, after: SearchKey | undefined): Promise<SearchPage> {
    if (after && after.rank === undefined) return this.pageByStart(search, after);
    const first = after ? undefined : await this.firstMatchesByStart(search);
    if (first?.isEnough) return this.pageByStart(search, undefined, first);
    const ranked = await this.pageByRank(search, after, { isEstimatedLow: !after && !first });
    return ranked ?? this.pageByStart(search, undefined, first);
  }

  /**
   * The first matches in the order of their start. Undefined if PostgreSQL expects few matches, because then they are ranked.
   * `isEnough`: whether the page is in the order of the start, without ranking. This is so if these matches fill the page, if there are
   * no other matches, or if the words are too frequent to rank.
   */
  private async firstMatchesByStart(search: Search): Promise<(MatchesByStart & { isEnough: boolean }) | undefined> {
    if ((await estimateMatches(this.database, search)) <= MAX_RANKED) return undefined;
    const { limit } = search.filter;
    const found = await findByStart(this.database, search, undefined, limit + 1);
    const isWholePage = found.matches.length > limit || !found.next;
    return { ...found, isEnough: isWholePage || (await this.isTooFrequent(search)) };
  }

  /**
   * Whether the index of terms has too many entries for each of the words. False for a search with an owner, categories or a window,
   * because PostgreSQL can find the events by these.
   */
  private async isTooFrequent(search: Search): Promise<boolean> {
    const { owner, filter } = search;
    if (owner !== null || filter.categories !== null || hasWindow(search)) return false;
    return (await estimateEventsOfRarestWord(this.database, search)) > MAX_EVENTS_OF_RAREST_WORD;
  }

  /**
   * A page in the order of the rank; undefined if there are too many matches.
   * @param isEstimatedLow whether PostgreSQL expects few matches. Then it uses the index of terms by itself.
   */
  private async pageByRank(
    search: Search,
    after: SearchKey | undefined,
    { isEstimatedLow }: { isEstimatedLow: boolean },
  ): Promise<SearchPage | undefined> {
    const { limit } = search.filter;
    // Whether the index is used for all words except the last one, which can be the beginning of a word. The last word is then only
    // checked on the events that have the other words.
    const isLastWordFiltered =
      (isEstimatedLow || after !== undefined) && (await hasFewMatchesWithoutLastWord(this.database, search));
    // Matches outside the window are removed afterwards.
    const maxMatches = hasWindow(search) ? MAX_RANKED : limit + 1;
    const find = (reader: RowReader) => findRanked(reader, { ...search, isLastWordFiltered }, after, maxMatches);
    const ranked = await (isEstimatedLow
      ? find(this.database)
      : this.database.snapshot(async (reader) => {
          await avoidTableScans(reader);
          return find(reader);
        }));
    if (!ranked) return undefined;
    return hasWindow(search) ? this.filterRanked(search, ranked) : pageOf(ranked, limit);
  }

  /** A page in the order of the start, the latest first. @param first the first matches, if they were already read */
  private async pageByStart(
    search: Search,
    after: SearchKey | undefined,
    first: MatchesByStart | undefined = undefined,
  ): Promise<SearchPage> {
    if (hasWindow(search)) return this.filterByStart(search, after);
    const { limit } = search.filter;
    const { matches, next } = first ?? (await findByStart(this.database, search, after, limit + 1));
    return matches.length > limit ? pageOf(matches, limit) : shortPage(matches, next);
  }

  /** A page of the ranked matches that have an occurrence in the window. */
  private async filterRanked(search: Search, ranked: readonly SearchKey[]): Promise<SearchPage> {
    const { limit } = search.filter;
    const found: SearchKey[] = [];
    for (let index = 0; index < ranked.length && found.length <= limit; index += BATCH_SIZE) {
      found.push(...(await this.matchesInWindow(search, ranked.slice(index, index + BATCH_SIZE))));
    }
    return pageOf(found, limit);
  }

  /** A page, in the order of the start, of matches that have an occurrence in the window. */
  private async filterByStart(search: Search, after: SearchKey | undefined): Promise<SearchPage> {
    const { limit } = search.filter;
    const found: SearchKey[] = [];
    let last = after;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const { matches, next } = await findByStart(this.database, search, last, BATCH_SIZE);
      found.push(...(await this.matchesInWindow(search, matches)));
      last = next;
      if (found.length > limit) return pageOf(found, limit);
      if (!last) break;
    }
    return shortPage(found, last);
  }

  /** The matches that have an occurrence in the window. */
  private async matchesInWindow({ filter }: Search, matches: readonly SearchKey[]): Promise<SearchKey[]> {
    const ids = matches.map(({ id }) => id);
    const events = await this.dataSource.getRepository(CalendarEvent).findBy({ id: In(ids) });
    const overlapping = new Set((await this.events.filterOverlapping(events, filter)).map(({ id }) => id));
    return matches.filter(({ id }) => overlapping.has(id));
  }
}

/** The first `limit` matches as a page. @param matches at least one more if there is a next page */
function pageOf(matches: readonly SearchKey[], limit: number): SearchPage {
  const page = matches.slice(0, limit);
  return { ids: page.map(({ id }) => id), last: page.at(-1), hasNext: matches.length > limit };
}

/** All given matches as a page; there can be fewer than requested. @param next the key after which more matches can follow */
function shortPage(matches: readonly SearchKey[], next: SearchKey | undefined): SearchPage {
  return { ids: matches.map(({ id }) => id), last: next ?? matches.at(-1), hasNext: next !== undefined };
}

function hasWindow({ filter: { window } }: Search): boolean {
  return window.from !== undefined || window.to !== undefined;
}
