import { useMediaQuery } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useLocale, useTimeZone } from 'use-intl';
import type { Span } from './calendar-queries.ts';
import type { CalendarSearch, CalendarView } from './calendar-search.ts';
import { WEEKS_OF_MONTH } from './month/month-layout.ts';
import { addDays, type Day, firstDayOfWeek, firstOfMonth, startOfWeek } from './plain-date.ts';
import { useToday } from './use-today.ts';

const route = getRouteApi('/shell/');
/** The media query for screens that are too narrow for titles in the month view. */
export const NARROW_SCREEN = '(max-width: 700px)';
const AGENDA_DAYS = 28;

export interface CalendarState {
  view: CalendarView;
  /** A day of the shown month or week; the first day of the agenda. */
  date: Day;
  /** The zone in which times are shown. */
  zone: string;
  siteZone: string;
  /** The days on the screen. */
  span: Span;
  search: CalendarSearch;
  /** Changes search parameters. The value undefined removes a parameter, so that its default applies. */
  change: (change: { [Key in keyof CalendarSearch]?: CalendarSearch[Key] | undefined }) => void;
  showNext: () => void;
  showPrevious: () => void;
}

/** @param firstDay the first day of a week: 1 for Monday to 7 for Sunday */
function spanOf(view: CalendarView, date: Day, firstDay: number): Span {
  if (view === 'agenda') return { from: date, to: addDays(date, AGENDA_DAYS) };
  const from = startOfWeek(view === 'week' ? date : firstOfMonth(date), firstDay);
  return { from, to: addDays(from, view === 'week' ? 7 : WEEKS_OF_MONTH * 7) };
}

/** The state of the calendar: its search parameters, with their defaults. */
export function useCalendarState(): CalendarState {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const locale = useLocale();
  const siteZone = useTimeZone() ?? 'UTC';
  const isNarrow = useMediaQuery(NARROW_SCREEN, undefined, { getInitialValueInEffect: false });
  const view = search.view ?? (isNarrow ? 'agenda' : 'month');
  const zone = search.zone ?? siteZone;
  const today = useToday(zone);
  const date = search.date ?? today;
  const change: CalendarState['change'] = (values) =>
    void navigate({
      search: (old) =>
        Object.fromEntries(Object.entries({ ...old, ...values }).filter(([, value]) => value !== undefined)),
    });
  const showPeriod = (direction: 1 | -1): void => {
    if (view === 'month') change({ date: firstOfMonth(date, direction) });
    else change({ date: addDays(date, direction * (view === 'week' ? 7 : AGENDA_DAYS)) });
  };
  return {
    view,
    date,
    zone,
    siteZone,
    span: spanOf(view, date, firstDayOfWeek(locale)),
    search,
    change,
    showNext: () => showPeriod(1),
    showPrevious: () => showPeriod(-1),
  };
}
