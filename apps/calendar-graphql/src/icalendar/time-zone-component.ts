import {
  type EpochSeconds,
  formatBasicLocal,
  type LocalSeconds,
  offsetAt,
  type Transition,
  type Zone,
} from '@almanac/recurrence';
import { groupBy } from '../events/group-by';

/** A change from one UTC offset of a zone to another. A STANDARD or DAYLIGHT part of a VTIMEZONE lists onsets. */
interface Onset {
  /** The time of the change, in local time by the offset before it (RFC 5545 §3.6.5). */
  local: LocalSeconds;
  /** The offsets before and after the change, in seconds east of UTC. */
  offsetFrom: number;
  offsetTo: number;
  isDaylight: boolean;
  abbreviation: string;
}

/** Onsets that repeat each year for fewer years than this are written one by one, and not as a rule. */
const MIN_YEARS_OF_RULE = 30;
/** All events start before this time, in seconds since 1970. A zone with an onset after it changes its offset each year without end. */
const LAST_START = Date.UTC(2200, 0, 1) / 1000;
/** The onsets in a year with daylight saving time: the beginning and the end of daylight saving time. */
const ONSETS_PER_YEAR = 2;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The onset of the offset that a zone has before its first transition, in seconds since 1970. No event is as early. */
const FIRST_ONSET = Date.UTC(1800, 0, 1) / 1000;

/**
 * The VTIMEZONE of a zone for events from `from` on, without a CRLF at the end. Onsets that repeat each year up to the last one are
 * written as rules, all other onsets one by one.
 */
export function timeZoneComponent(zone: Zone, from: EpochSeconds): string {
  const onsets = onsetsFrom(zone, from);
  const { single, yearly } = splitYearly(onsets);
  const parts = [
    ...[...groupBy(single, kindKey).values()].map((group) => partLines(group)),
    ...yearly.map(({ first, day }) => partLines([first], yearlyRule(day))),
  ];
  return ['BEGIN:VTIMEZONE', `TZID:${zone.name}`, ...parts.flat(), 'END:VTIMEZONE'].join('\r\n');
}

/** The onset of the offset that is in force at `from`, and all later onsets. */
function onsetsFrom(zone: Zone, from: EpochSeconds): Onset[] {
  const { transitions, initial } = zone;
  const next = transitions.findIndex(({ at }) => at > from);
  const nextIndex = next < 0 ? transitions.length : next;
  const inForce: Transition = transitions[nextIndex - 1] ?? { ...initial, at: FIRST_ONSET };
  const first = onset(inForce, offsetAt(zone, inForce.at - 1));
  return [first, ...transitions.slice(nextIndex).map((each) => onset(each, offsetAt(zone, each.at - 1)))];
}

function onset({ at, offset, isDaylight, abbreviation }: Transition, offsetFrom: number): Onset {
  return { local: at + offsetFrom, offsetFrom, offsetTo: offset, isDaylight, abbreviation };
}

/** The day and time at which an onset repeats each year: a weekday within seven days of a month, at one local time. */
interface YearlyDay {
  /** The year of the onset that was read last. */
  year: number;
  month: number;
  /** 0 is Sunday. */
  weekday: number;
  /** Milliseconds after midnight. */
  time: number;
  /** The earliest and the latest day of the month on which the onset fell in the years read so far. */
  earliest: number;
  latest: number;
}

function yearlyDay({ local }: Onset): YearlyDay {
  const date = new Date(local * 1000);
  const day = date.getUTCDate();
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    weekday: date.getUTCDay(),
    // Not the remainder of a division by the length of a day: the remainder is negative before 1970.
    time: date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), day),
    earliest: day,
    latest: day,
  };
}

/** Extends a yearly day by the onset of the year before it; undefined when that onset does not fit. */
function extendToYearBefore(known: YearlyDay, before: YearlyDay): YearlyDay | undefined {
  const isSame = before.month === known.month && before.weekday === known.weekday && before.time === known.time;
  const earliest = Math.min(known.earliest, before.earliest);
  const latest = Math.max(known.latest, before.latest);
  return isSame && before.year === known.year - 1 && latest - earliest <= 6
    ? { ...before, earliest, latest }
    : undefined;
}

/**
 * Separates the onsets that repeat each year up to the last onset from the others. It reads the onsets from the last to the first. There
 * are no yearly onsets if the offset of the zone becomes constant.
 */
function splitYearly(onsets: Onset[]): { single: Onset[]; yearly: { first: Onset; day: YearlyDay }[] } {
  const yearly = new Map<string, { first: Onset; day: YearlyDay }>();
  let begin = onsets.length;
  for (; begin > 0; begin -= 1) {
    const earlier = onsets[begin - 1];
    if (!earlier) break;
    const known = yearly.get(kindKey(earlier));
    const day = known ? extendToYearBefore(known.day, yearlyDay(earlier)) : yearlyDay(earlier);
    if (!day || (!known && yearly.size === ONSETS_PER_YEAR)) break;
    yearly.set(kindKey(earlier), { first: earlier, day });
  }
  const isEndless = (onsets.at(-1)?.local ?? 0) > LAST_START;
  const areRules = isEndless && onsets.length - begin >= ONSETS_PER_YEAR * MIN_YEARS_OF_RULE;
  return areRules
    ? { single: onsets.slice(0, begin), yearly: [...yearly.values()].reverse() }
    : { single: onsets, yearly: [] };
}

/** Onsets with the same key can be in one STANDARD or DAYLIGHT part. */
function kindKey({ offsetFrom, offsetTo, isDaylight, abbreviation }: Onset): string {
  return [offsetFrom, offsetTo, isDaylight, abbreviation].join(' ');
}

/**
 * The RRULE of a yearly onset. In {@link MIN_YEARS_OF_RULE} years it falls on each of seven days, of which `earliest` is the first. Outlook
 * reads only rules with one weekday and its number in the month (MS-OXCICAL 2.1.3.1.1.19.2.2). So the rule has this form if the seven days
 * are the first, second, third, fourth or last of the month.
 */
function yearlyRule({ month, weekday, earliest }: YearlyDay): string {
  const day = WEEKDAYS[weekday] ?? '';
  const number = numberInMonth(month, earliest);
  if (number !== undefined) return `FREQ=YEARLY;BYMONTH=${month};BYDAY=${number}${day}`;
  const days = Array.from({ length: 7 }, (_, i) => earliest + i).join(',');
  return `FREQ=YEARLY;BYMONTH=${month};BYMONTHDAY=${days};BYDAY=${day}`;
}

/** The number of a weekday in its month if it falls on one of the seven days from `earliest` on: 1 to 4, or -1 for the last. */
function numberInMonth(month: number, earliest: number): number | undefined {
  if (earliest <= 22 && earliest % 7 === 1) return (earliest + 6) / 7;
  // The last day of February varies.
  return month !== 2 && earliest + 6 === new Date(Date.UTC(2000, month, 0)).getUTCDate() ? -1 : undefined;
}

/** A STANDARD or DAYLIGHT part, with the onsets of the group as RDATEs or with a rule. */
function partLines(group: Onset[], rule?: string): string[] {
  const [first] = group;
  if (!first) return [];
  // The RDATEs include the first onset: some programs read them instead of DTSTART.
  const dates = group.length > 1 ? group.map(({ local }) => `RDATE:${formatBasicLocal(local)}`) : [];
  const name = first.isDaylight ? 'DAYLIGHT' : 'STANDARD';
  return [
    `BEGIN:${name}`,
    `DTSTART:${formatBasicLocal(first.local)}`,
    ...(rule ? [`RRULE:${rule}`] : dates),
    `TZOFFSETFROM:${offsetText(first.offsetFrom)}`,
    `TZOFFSETTO:${offsetText(first.offsetTo)}`,
    `TZNAME:${first.abbreviation}`,
    `END:${name}`,
  ];
}

/** `±HHMM`, with seconds where there are some (RFC 5545 §3.3.14). */
function offsetText(seconds: number): string {
  const size = Math.abs(seconds);
  const pair = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const rest = size % 60;
  return `${seconds < 0 ? '-' : '+'}${pair(size / 3600)}${pair((size % 3600) / 60)}${rest === 0 ? '' : pair(rest)}`;
}
