import { CalendarEvent } from '@almanac/entities';
import { Injectable } from '@nestjs/common';
import { DataSource, In } from 'typeorm';
import { ReadConnections } from '../database/read-connections';
import { EventListService } from '../events/event-list.service';
import { findByStart, findRanked, MAX_RANKED, type Search } from './find-matches';
import { type SearchKey } from './search-cursor';

/** Matches whose occurrences are compared with a window together. */
const BATCH = 200;
/** With a window in which few matches have occurrences, a page can be shorter than requested. */
const MAX_BATCHES = 20;

/** A page of matches. */
export interface SearchPage {
  ids: string[];
  /** The place at which the next page begins; undefined for an empty page. */
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

  /** A page of matches, the best first. Two or three statements, and some more with a window. */
  async find(search: Search, after: SearchKey | undefined): Promise<SearchPage> {
    const { limit, window } = search.filter;
    const hasWindow = window.from !== undefined || window.to !== undefined;
    const isRanked = !after || after.rank !== undefined;
    const ranked = isRanked
      ? await findRanked(this.database, search, after, hasWindow ? MAX_RANKED : limit + 1)
      : undefined;
    if (!hasWindow) return pageOf(ranked ?? (await findByStart(this.database, search, after, limit + 1)), limit);
    return ranked ? this.filterRanked(search, ranked) : this.filterByStart(search, after);
  }

  private async filterRanked(search: Search, ranked: readonly SearchKey[]): Promise<SearchPage> {
    const { limit } = search.filter;
    const found: SearchKey[] = [];
    for (let index = 0; index < ranked.length && found.length <= limit; index += BATCH) {
      found.push(...(await this.inWindow(search, ranked.slice(index, index + BATCH))));
    }
    return pageOf(found, limit);
  }

  private async filterByStart(search: Search, after: SearchKey | undefined): Promise<SearchPage> {
    const { limit } = search.filter;
    const found: SearchKey[] = [];
    let last = after;
    for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
      const matches = await findByStart(this.database, search, last, BATCH);
      found.push(...(await this.inWindow(search, matches)));
      last = matches.at(-1);
      if (found.length > limit || matches.length < BATCH) return pageOf(found, limit);
    }
    return { ids: found.map(({ id }) => id), last, hasNext: true };
  }

  /** The matches that have an occurrence in the window. */
  private async inWindow({ filter }: Search, matches: readonly SearchKey[]): Promise<SearchKey[]> {
    const ids = matches.map(({ id }) => id);
    const events = await this.dataSource.getRepository(CalendarEvent).findBy({ id: In(ids) });
    const overlapping = new Set((await this.events.overlapping(events, filter)).map(({ id }) => id));
    return matches.filter(({ id }) => overlapping.has(id));
  }
}

/** @param matches one more than the page, if there is a next page */
function pageOf(matches: readonly SearchKey[], limit: number): SearchPage {
  const page = matches.slice(0, limit);
  return { ids: page.map(({ id }) => id), last: page.at(-1), hasNext: matches.length > limit };
}
