import { oneOf, textIn } from '../../app/search.ts';
import { isDay, type Day } from './plain-date.ts';

export const VIEWS = ['month', 'week', 'agenda'] as const;
export type CalendarView = (typeof VIEWS)[number];

export const KINDS = ['post', 'page', 'newsletter', 'event'] as const;
export type ItemKind = (typeof KINDS)[number];

/** The search parameters in the URL of the calendar. An absent parameter has its default value, or sets no filter. */
export interface CalendarSearch {
  /** By default the month on wide screens, the agenda on narrow ones. */
  view?: CalendarView;
  /** By default today. */
  date?: Day;
  /** An IANA time zone; by default the zone of the site. */
  zone?: string;
  /** The kinds of items that are not shown. */
  hide?: ItemKind[];
  /** The slug of an author; filters posts, pages and newsletters, but not events. */
  author?: string;
  /** The slug of a tag; filters posts, pages and newsletters, but not events. */
  tag?: string;
  /** A category; filters only events. */
  category?: string;
}

/** The number of filters that are set. The time zone counts as a filter. */
export const countFilters = ({ hide, author, tag, category, zone }: CalendarSearch): number =>
  [hide, author, tag, category, zone].filter((value) => value !== undefined).length;

function isTimeZone(value: unknown): value is string {
  // `Intl` also accepts offsets such as +01:00, but the calendar needs a name.
  if (typeof value !== 'string' || !/^[A-Za-z]/.test(value)) return false;
  try {
    Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}

/** Reads the search parameters of the calendar. Invalid values become undefined. */
export function parseCalendarSearch(search: Record<string, unknown>): CalendarSearch {
  const { date, zone, hide } = search;
  const hidden = Array.isArray(hide) ? KINDS.filter((kind) => hide.includes(kind)) : [];
  return {
    view: oneOf(search, 'view', VIEWS),
    date: isDay(date) ? date : undefined,
    zone: isTimeZone(zone) ? zone : undefined,
    hide: hidden.length > 0 ? hidden : undefined,
    author: textIn(search, 'author'),
    tag: textIn(search, 'tag'),
    category: textIn(search, 'category'),
  };
}
