import { isDay, type Day } from './plain-date.ts';

export const VIEWS = ['month', 'week', 'agenda'] as const;
export type CalendarView = (typeof VIEWS)[number];

export const KINDS = ['post', 'page', 'newsletter', 'event'] as const;
export type Kind = (typeof KINDS)[number];

/** The search parameters of the calendar; without a value the default applies. */
export interface CalendarSearch {
  /** Month on wide screens, agenda on narrow ones by default. */
  view?: CalendarView;
  /** Today by default. */
  date?: Day;
  /** The zone of the site by default. */
  zone?: string;
  /** Kinds that are not shown. */
  hide?: Kind[];
  /** Slugs. */
  author?: string;
  tag?: string;
  category?: string;
}

const isOneOf = <Value extends string>(values: readonly Value[], value: unknown): value is Value =>
  values.some((known) => known === value);

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : typeof value === 'number' ? String(value) : undefined;

function zoneOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }) && value;
  } catch {
    return undefined;
  }
}

/** Reads the search parameters of the calendar; unknown values are left out. */
export function parseCalendarSearch(search: Record<string, unknown>): CalendarSearch {
  const { view, date, hide } = search;
  const hidden = Array.isArray(hide) ? KINDS.filter((kind) => hide.includes(kind)) : [];
  const [zone, author, tag, category] = [
    zoneOf(search['zone']),
    text(search['author']),
    text(search['tag']),
    text(search['category']),
  ];
  return {
    ...(isOneOf(VIEWS, view) && { view }),
    ...(isDay(date) && { date }),
    ...(zone && { zone }),
    ...(hidden.length > 0 && { hide: hidden }),
    ...(author && { author }),
    ...(tag && { tag }),
    ...(category && { category }),
  };
}
