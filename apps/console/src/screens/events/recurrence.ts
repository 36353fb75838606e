import { addDays, type Day, dayIn, isDay } from '../calendar/plain-date.ts';

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** A rule that the form can show. */
export interface SimpleRule {
  frequency: Frequency;
  interval: number;
  /** Used by weekly rules only. */
  weekdays: Weekday[];
  /** Used by monthly rules only: the same day of the month, or the same weekday of the month, e.g. the second Tuesday. */
  monthly: 'day' | 'weekday';
  end: { type: 'never' } | { type: 'until'; day: Day } | { type: 'count'; count: number };
}

/** The recurrence of an event: none, a rule of the form, or an RRULE of RFC 5545 as text. */
export interface Recurrence {
  mode: 'none' | 'simple' | 'raw';
  simple: SimpleRule;
  /** The value of the RRULE, without its name. */
  raw: string;
  /** Excluded instants in UTC, e.g. `20270302T090000Z`. */
  exceptions: string[];
  /** Other lines (RDATE), kept as they are. */
  otherLines: string[];
}

export const simpleRule = (day: Day): SimpleRule => ({
  frequency: 'WEEKLY',
  interval: 1,
  weekdays: [weekdayOf(day)],
  monthly: 'day',
  end: { type: 'never' },
});

export const weekdayOf = (day: Day): Weekday => WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7] ?? 'MO';

/** The position of a day among the same weekdays of its month, as in BYDAY: 1 to 4, or -1 for the last one. */
export const ordinalOf = (day: Day): number =>
  addDays(day, 7).slice(0, 7) === day.slice(0, 7) ? Math.ceil(Number(day.slice(8)) / 7) : -1;

/** The recurrence of an event after its first day has moved. A rule for only the weekday of the old day takes the new weekday. */
export function moveRecurrence(recurrence: Recurrence, from: Day, to: Day): Recurrence {
  const { simple } = recurrence;
  if (!isDay(from) || !isDay(to) || simple.weekdays.join() !== weekdayOf(from)) return recurrence;
  return { ...recurrence, simple: { ...simple, weekdays: [weekdayOf(to)] } };
}

interface StoredTime {
  recurrence: string | null;
  exceptions: string | null;
}

/** Reads the recurrence that the calendar stores. A rule that the form cannot show is kept as `raw`. @param day the first day */
export function parseRecurrence({ recurrence, exceptions }: StoredTime, day: Day, timeZone: string): Recurrence {
  const lines = (recurrence ?? '').split(/\r?\n/).filter(Boolean);
  const rule = lines.find((line) => /^(?:RRULE:|FREQ=)/i.test(line));
  const raw = rule?.replace(/^RRULE:/i, '') ?? '';
  const simple = parseRule(raw, day, timeZone);
  return {
    mode: lines.length === 0 ? 'none' : simple ? 'simple' : 'raw',
    simple: simple ?? simpleRule(day),
    raw,
    exceptions: exceptions?.split(',') ?? [],
    otherLines: lines.filter((line) => line !== rule && !/^EXDATE/i.test(line)),
  };
}

const isOneOf = <Value extends string>(values: readonly Value[], text: string | undefined): text is Value =>
  values.some((value) => value === text);

/** @returns undefined for a rule that the form cannot show */
function parseRule(raw: string, day: Day, timeZone: string): SimpleRule | undefined {
  const {
    FREQ,
    INTERVAL = '1',
    BYDAY,
    BYMONTHDAY,
    COUNT,
    UNTIL,
    WKST,
    ...others
  } = Object.fromEntries(raw.split(';').map((part) => part.toUpperCase().split('='))) as Record<
    string,
    string | undefined
  >;
  if (!isOneOf(FREQUENCIES, FREQ) || Object.keys(others).length > 0) return undefined;
  // WKST changes the occurrences only of rules with an interval above 1. The form writes no WKST, which means Monday.
  if (WKST !== undefined && WKST !== 'MO' && Number(INTERVAL) > 1) return undefined;
  const end = endOf(COUNT, UNTIL, timeZone);
  const rule = { ...simpleRule(day), frequency: FREQ, interval: Number(INTERVAL), end };
  const days = BYDAY?.split(',') ?? [];
  if (FREQ === 'WEEKLY') {
    const weekdays = days.filter((name) => isOneOf(WEEKDAYS, name));
    if (BYMONTHDAY || weekdays.length < days.length) return undefined;
    return days.length > 0 ? { ...rule, weekdays } : rule;
  }
  if (FREQ === 'MONTHLY' && BYDAY === `${ordinalOf(day)}${weekdayOf(day)}` && !BYMONTHDAY)
    return { ...rule, monthly: 'weekday' };
  if (FREQ === 'MONTHLY' && BYMONTHDAY === String(Number(day.slice(8))) && !BYDAY) return rule;
  return BYDAY || BYMONTHDAY ? undefined : rule;
}

function endOf(count: string | undefined, until: string | undefined, timeZone: string): SimpleRule['end'] {
  if (count) return { type: 'count', count: Number(count) };
  const parts = until && /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z?)?$/.exec(until);
  if (!parts) return { type: 'never' };
  const [, year, month, date, hour, minute, second] = parts;
  const text = `${year}-${month}-${date}`;
  return { type: 'until', day: hour ? dayIn(`${text}T${hour}:${minute}:${second}Z`, timeZone) : text };
}
