export const DAY_MS = 86_400_000;

/** A day without a zone, as `YYYY-MM-DD`. Days can be compared with `<` and `>`. */
export type Day = string;

/** The attribute `max` of date fields. Without it, browsers accept years with six digits. */
export const LAST_DAY: Day = '9999-12-31';

const utcMidnight = (day: Day): Date => new Date(`${day}T00:00:00Z`);
const dayOf = (date: Date): Day => date.toISOString().slice(0, 10);

/** Whether a value is a day in the format `YYYY-MM-DD` that exists. */
export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' &&
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(utcMidnight(text).getTime()) &&
  // `Date` turns a day that does not exist, e.g. 30 February, into a day in March.
  dayOf(utcMidnight(text)) === text;

/** The day that is `count` days later; earlier for a negative `count`. */
export const addDays = (day: Day, count: number): Day => dayOf(new Date(utcMidnight(day).getTime() + count * DAY_MS));

/** The number of days from one day to another; negative if `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS);

/** The first day of the month that is `count` months after the month of `day`. */
export function firstOfMonth(day: Day, count = 0): Day {
  const date = utcMidnight(day);
  return dayOf(new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + count, 1)));
}

/** The first day of the week that contains `day`. @param firstDay 1 for Monday to 7 for Sunday */
export function startOfWeek(day: Day, firstDay: number): Day {
  const offset = (utcMidnight(day).getUTCDay() - firstDay + 7) % 7;
  return addDays(day, -offset);
}

/** The day of an instant in a zone. */
export function dayIn(instant: string | number | Date, timeZone: string): Day {
  const parts = dayFormat(timeZone).formatToParts(new Date(instant));
  const part = (type: string): string => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}

/** The time of an instant in a zone, as `HH:MM`. */
export const timeIn = (instant: string | number | Date, timeZone: string): string =>
  timeFormat(timeZone).format(new Date(instant));

const dayFormats = new Map<string, Intl.DateTimeFormat>();
const timeFormats = new Map<string, Intl.DateTimeFormat>();

// Formats are reused, because their creation is slow.
function dayFormat(timeZone: string): Intl.DateTimeFormat {
  const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', calendar: 'gregory' } as const;
  return getOrCreate(dayFormats, timeZone, () => new Intl.DateTimeFormat('en-CA', options));
}

function timeFormat(timeZone: string): Intl.DateTimeFormat {
  const options = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return getOrCreate(timeFormats, timeZone, () => new Intl.DateTimeFormat('en-GB', options));
}

function getOrCreate<Value>(values: Map<string, Value>, key: string, create: () => Value): Value {
  const found = values.get(key) ?? create();
  values.set(key, found);
  return found;
}

/** The first day of the week in the region of a locale: 1 for Monday to 7 for Sunday. Browsers without `getWeekInfo` get Monday. */
export function firstDayOfWeek(locale: string): number {
  const parsed: Intl.Locale & { getWeekInfo?: () => { firstDay: number } } = new Intl.Locale(locale);
  return parsed.getWeekInfo?.().firstDay ?? 1;
}
