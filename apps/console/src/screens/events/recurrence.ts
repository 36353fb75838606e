import { addDays, type Day, dayIn, timeIn } from '../calendar/plain-date.ts';

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export const FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** A rule that the fields of the form can show. */
export interface SimpleRule {
  frequency: Frequency;
  /** 2 for every second day, week, month or year. */
  interval: number;
  /** Used by weekly rules only. If it is empty, the rule has the weekday of the event's first day. */
  weekdays: Weekday[];
  /** Used by monthly rules only: the same day of the month, or the same weekday of the month, e.g. the second Tuesday. */
  monthly: 'day' | 'weekday';
  /** `day` is the last day on which an occurrence can start, empty while it is incomplete; `count` is the number of occurrences. */
  end: { type: 'never' } | { type: 'until'; day: Day } | { type: 'count'; count: number };
}

/** The recurrence of an event in the form. */
export interface Recurrence {
  /** Which rule applies: none, `simple` or `raw`. */
  mode: 'none' | 'simple' | 'raw';
  /** The rule in the mode `simple`; in the other modes, the rule with which the form starts when the user chooses a frequency. */
  simple: SimpleRule;
  /** The value of an RRULE of RFC 5545, without `RRULE:`. */
  raw: string;
  /** The starts of excluded occurrences in UTC, as in EXDATE, e.g. `20270302T090000Z`. */
  exceptions: string[];
  /** The other lines of the stored recurrence (RDATE), which are saved unchanged. */
  otherLines: string[];
}

/** The default rule: every week on the weekday of `day`. @param day the first day of the event */
export const defaultRule = (day: Day): SimpleRule => ({
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

interface StoredRecurrence {
  /** RRULE, RDATE and EXDATE lines of RFC 5545; null for a single event. */
  recurrence: string | null;
  /** The excluded starts in UTC as in EXDATE, separated by commas; null if there are none. */
  exceptions: string | null;
}

/**
 * Reads a stored recurrence. A rule that the fields cannot show gets the mode `raw`.
 * @param start the start of the event, RFC 3339
 */
export function parseRecurrence(
  { recurrence, exceptions }: StoredRecurrence,
  start: string,
  timeZone: string,
): Recurrence {
  const lines = (recurrence ?? '').split(/\r?\n/).filter(Boolean);
  // The calendar API also stores a rule without `RRULE:`, with its parts in any order.
  const rule = lines.find((line) => /^RRULE:/i.test(line) || !line.includes(':'));
  const raw = rule?.replace(/^RRULE:/i, '') ?? '';
  const simple = parseRule(raw, start, timeZone);
  const modeOfRule = simple ? 'simple' : 'raw';
  return {
    mode: lines.length === 0 ? 'none' : modeOfRule,
    simple: simple ?? defaultRule(dayIn(start, timeZone)),
    raw,
    exceptions: exceptions?.split(',') ?? [],
    // `exceptions` contains the values of the EXDATE lines.
    otherLines: lines.filter((line) => line !== rule && !/^EXDATE/i.test(line)),
  };
}

const isOneOf = <Value extends string>(values: readonly Value[], text: string | undefined): text is Value =>
  values.some((value) => value === text);

/** The parts of the value of an RRULE by their names in upper case. */
const partsOf = (raw: string): Record<string, string | undefined> =>
  Object.fromEntries(raw.split(';').map((part): string[] => part.toUpperCase().split('=')));

/** @returns undefined for a rule that the fields of the form cannot show */
function parseRule(raw: string, start: string, timeZone: string): SimpleRule | undefined {
  const { FREQ, INTERVAL = '1', BYDAY, BYMONTHDAY, COUNT, UNTIL, WKST, ...others } = partsOf(raw);
  if (!isOneOf(FREQUENCIES, FREQ) || Object.keys(others).length > 0) return undefined;
  // WKST (the first day of the week) matters only if the interval is above 1. The form writes no WKST, and Monday is the default.
  if (WKST !== undefined && WKST !== 'MO' && Number(INTERVAL) > 1) return undefined;
  const day = dayIn(start, timeZone);
  const lastDay = UNTIL === undefined ? undefined : lastDayOf(UNTIL, start, timeZone);
  if (UNTIL !== undefined && lastDay === undefined) return undefined;
  const end = endOf(COUNT, lastDay);
  const rule = { ...defaultRule(day), frequency: FREQ, interval: Number(INTERVAL), end };
  if (FREQ === 'WEEKLY') {
    const names = BYDAY?.split(',') ?? [];
    const weekdays = names.filter((name) => isOneOf(WEEKDAYS, name));
    if (BYMONTHDAY || weekdays.length < names.length) return undefined;
    return names.length > 0 ? { ...rule, weekdays } : rule;
  }
  if (FREQ === 'MONTHLY' && BYDAY === `${ordinalOf(day)}${weekdayOf(day)}` && !BYMONTHDAY)
    return { ...rule, monthly: 'weekday' };
  if (FREQ === 'MONTHLY' && BYMONTHDAY === String(Number(day.slice(8))) && !BYDAY) return rule;
  return BYDAY || BYMONTHDAY ? undefined : rule;
}

function endOf(count: string | undefined, lastDay: Day | undefined): SimpleRule['end'] {
  if (count) return { type: 'count', count: Number(count) };
  return lastDay ? { type: 'until', day: lastDay } : { type: 'never' };
}

/**
 * The last day on which an occurrence can start: the day of UNTIL, or the day before if the time of UNTIL is before the start time of
 * the event. For example, when a user changes an occurrence and all that follow, the calendar API sets UNTIL of the first part of the
 * series to one second before the occurrence.
 * @param until the value of UNTIL: a day, a local time, or an instant in UTC
 * @returns undefined for a value in another format
 */
function lastDayOf(until: string, start: string, timeZone: string): Day | undefined {
  const parts = /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?$/.exec(until);
  if (!parts) return undefined;
  const [, year, month, date, hour, minute, second, isUtc] = parts;
  const day = `${year}-${month}-${date}`;
  if (!hour) return day;
  const instant = `${day}T${hour}:${minute}:${second}Z`;
  const [untilDay, untilTime] = isUtc
    ? [dayIn(instant, timeZone), timeIn(instant, timeZone)]
    : [day, `${hour}:${minute}`];
  const startTime = `${timeIn(start, timeZone)}:${new Date(start).toISOString().slice(17, 19)}`;
  return `${untilTime}:${second}` < startTime ? addDays(untilDay, -1) : untilDay;
}
