import { earliestInstant, latestInstant } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { type EpochSeconds, parseTimestamp, requireZone, toDate, type Zone } from '@almanac/recurrence';
import { CalendarGraphqlConfiguration, checkInput, type Issue, ListFilterDto } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { tagKey } from '../events/event-input';
import { type EventWindow } from '../events/event-window';
import { type EventsQueryFilter, type OccurrencesQueryFilter } from '../generated/schema-types';
import { assertNoIssues } from '../graphql/input-error';

/** A validated filter of `events` or `occurrences`. */
export interface CheckedFilter {
  window: EventWindow;
  /** The bounds of the window, or instants outside the calendar where a bound is missing. */
  fromAt: Date;
  toAt: Date;
  limit: number;
  /** Keys of the categories, of which an event needs one; null without this filter. */
  categories: string[] | null;
}

const UNSTORABLE = /\0|\p{Surrogate}/u;

function collectIssue<T>(read: () => T, issues: Issue[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ValidationError) || error.property === undefined) throw error;
    issues.push({ path: error.property, message: error.message });
    return undefined;
  }
}

function instantOf(text: string | null | undefined, path: string, issues: Issue[]): EpochSeconds | undefined {
  return text === null || text === undefined ? undefined : collectIssue(() => parseTimestamp(text, path), issues);
}

/** Null items are ignored. Categories that no tag can contain match nothing. */
function categoryKeys(categories: readonly (string | null)[] | null | undefined): string[] | null {
  const given = (categories ?? []).filter((category) => category !== null);
  return given.length === 0 ? null : given.map(tagKey).filter((key) => !UNSTORABLE.test(key));
}

/** Validates the filters of `events` and `occurrences`. */
@Injectable()
export class FilterValidator {
  constructor(private readonly configuration: CalendarGraphqlConfiguration) {}

  /** @throws ValidationError with every issue of the filter */
  check(filter: EventsQueryFilter | OccurrencesQueryFilter): CheckedFilter {
    const { input, issues } = checkInput(ListFilterDto, filter, 'filter');
    const from = instantOf(filter.from, 'filter.from', issues);
    const to = instantOf(filter.to, 'filter.to', issues);
    if (from !== undefined && to !== undefined && to <= from) {
      issues.push({ path: 'filter.to', message: 'to must be later than from' });
    }
    const zone = 'timeZone' in filter ? this.zoneOf(filter.timeZone, issues) : undefined;
    assertNoIssues(issues);
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
