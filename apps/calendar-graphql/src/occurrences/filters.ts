import { earliestInstant, latestInstant } from '@almanac/entities';
import { type EpochSeconds, parseTimestamp, requireZone, toDate, toEpochSeconds, type Zone } from '@almanac/recurrence';
import { CalendarGraphqlConfiguration, checkInput, type Issue, ListFilterDto } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { tagKey } from '../events/event-input';
import { type EventWindow } from '../events/event-window';
import { type EventsQueryFilter, type OccurrencesQueryFilter } from '../generated/schema-types';
import { collectIssue } from '../graphql/collect-issue';
import { assertNoIssues } from '../graphql/input-error';
import { FIRST_TOO_SMALL } from '../graphql/list-size';
import { type OccurrenceKey, parseCursor } from './occurrence-key';

/** A validated filter of events, occurrences or a search. */
export interface CheckedFilter {
  window: EventWindow;
  /** The bounds of the window. A missing bound is replaced by an instant before or after all occurrences. */
  fromAt: Date;
  toAt: Date;
  /** The maximum number of items, limited by the configuration. */
  limit: number;
  /** The keys of categories (see `tagKey`): an event must have one of them. Null: all events. */
  categories: string[] | null;
  /** The key of the last item on the previous page; undefined for the first page. */
  after?: OccurrenceKey;
}

/**
 * The start of the last occurrence on the previous page, or of the window if that is later. Pages are in the order of the start, so no
 * occurrence of this page ends before.
 */
export function pageStart({ fromAt, after }: CheckedFilter): Date {
  return after && after.start > toEpochSeconds(fromAt) ? toDate(after.start) : fromAt;
}

/** The arguments of `searchEvents` that this module validates. */
export type SearchFilter = Pick<EventsQueryFilter, 'from' | 'to' | 'categories'> & Pick<PageArguments, 'first'>;

/** The arguments of a page, as a client sends them. */
export interface PageArguments {
  first?: number | null;
  after?: string | null;
}

/** Characters that PostgreSQL cannot store. */
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** The instant of a bound. Undefined if the client sent no bound, or an invalid one; the error of an invalid one is added to the issues. */
function instantOf(text: string | null | undefined, path: string, issues: Issue[]): EpochSeconds | undefined {
  return text === null || text === undefined ? undefined : collectIssue(() => parseTimestamp(text, path), issues);
}

/** The keys of the categories. Null items are ignored. A category that PostgreSQL cannot store matches no event. */
function categoryKeys(categories: readonly (string | null)[] | null | undefined): string[] | null {
  const given = (categories ?? []).filter((category) => category !== null);
  return given.length === 0 ? null : given.map(tagKey).filter((key) => !UNSTORABLE.test(key));
}

/** Validates the filters of queries for events and occurrences, and of searches. */
@Injectable()
export class FilterValidator {
  constructor(private readonly configuration: CalendarGraphqlConfiguration) {}

  /** Validates a filter. @throws ValidationError with every issue of the filter */
  check(filter: EventsQueryFilter | OccurrencesQueryFilter): CheckedFilter {
    const issues: Issue[] = [];
    const checked = this.read(filter, issues);
    assertNoIssues(issues);
    return checked;
  }

  /**
   * Validates a filter with the arguments of a page.
   * @throws ValidationError with every issue
   */
  checkPage(filter: OccurrencesQueryFilter, { first, after }: PageArguments): CheckedFilter {
    const issues: Issue[] = [];
    const { limit, ...rest } = filter;
    if (typeof limit === 'number') {
      issues.push({ path: 'filter.limit', message: 'occurrencePage takes `first` instead of `filter.limit`' });
    }
    const size = this.pageSize(first, issues);
    const key = typeof after === 'string' ? collectIssue(() => parseCursor(after, 'after'), issues) : undefined;
    const checked = this.read(rest, issues);
    assertNoIssues(issues);
    return { ...checked, limit: size, ...(key && { after: key }) };
  }

  /**
   * The size of a page: `first` or the default, and not more than the configured maximum.
   * @param issues receives an issue if `first` is less than 1
   */
  pageSize(first: number | null | undefined, issues: Issue[]): number {
    const { defaultLimit, maxLimit } = this.configuration;
    if (typeof first === 'number' && first < 1) issues.push(FIRST_TOO_SMALL);
    return Math.min(first ?? defaultLimit, maxLimit);
  }

  /**
   * Validates the window, the categories and the page size of a search.
   * @param issues receives the issues
   */
  readSearch({ first, ...filter }: SearchFilter, issues: Issue[]): CheckedFilter {
    const size = this.pageSize(first, issues);
    return { ...this.read(filter, issues, ''), limit: size };
  }

  /** @param pathPrefix empty for a search, whose arguments are not fields of `filter` */
  private read(
    filter: EventsQueryFilter | OccurrencesQueryFilter,
    issues: Issue[],
    pathPrefix: 'filter.' | '' = 'filter.',
  ): CheckedFilter {
    const { input, issues: found } = checkInput(ListFilterDto, filter, pathPrefix === '' ? undefined : 'filter');
    issues.push(...found);
    const from = instantOf(filter.from, `${pathPrefix}from`, issues);
    const to = instantOf(filter.to, `${pathPrefix}to`, issues);
    if (from !== undefined && to !== undefined && to <= from) {
      issues.push({ path: `${pathPrefix}to`, message: 'to must be later than from' });
    }
    const zone = 'timeZone' in filter ? this.zoneOf(filter.timeZone, issues) : undefined;
    const { defaultLimit, maxLimit } = this.configuration;
    return {
      window: { ...(from !== undefined && { from }), ...(to !== undefined && { to }), ...(zone && { zone }) },
      fromAt: from === undefined ? earliestInstant : toDate(from),
      toAt: to === undefined ? latestInstant : toDate(to),
      limit: Math.min(input.limit ?? defaultLimit, maxLimit),
      categories: categoryKeys(input.categories),
    };
  }

  private zoneOf(name: string | null | undefined, issues: Issue[]): Zone | undefined {
    return name === null || name === undefined
      ? undefined
      : collectIssue(() => requireZone(name, 'filter.timeZone'), issues);
  }
}
