import { findZone, parsePosixRule, transitionsOfYear, type Zone, zoneNames } from '@almanac/recurrence';
import { timeZoneComponent } from './time-zone-component';

const FROM = Date.UTC(1950, 0, 1) / 1000;
/** The zones contain transitions until this year: events start before 2200 and last up to 366 days. */
const LAST_YEAR = 2202;

const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];

/** A local time in the format of iCalendar, in seconds since 1970 as if it were UTC. */
function localSeconds(text: string): number {
  const [, year = '', month = '', day = '', hour = '', minute = '', second = ''] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) / 1000;
}

function secondsOfOffset(text: string): number {
  const [, sign, hours, minutes, seconds = 0] = /^([+-])(\d\d)(\d\d)(\d\d)?$/.exec(text) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds));
}

/** The days of a month that a rule names: `BYMONTHDAY=…;BYDAY=SU`, or `BYDAY=2SU` and `BYDAY=-1SU`. */
function daysOfRule(rule: string, year: number): Date[] {
  const [, month, days, number, weekday] =
    /^FREQ=YEARLY;BYMONTH=(\d+)(?:;BYMONTHDAY=([\d,]+))?;BYDAY=(-?\d)?(\w\w)$/.exec(rule) ?? [];
  const inMonth = Array.from({ length: 31 }, (_, index) => new Date(Date.UTC(year, Number(month) - 1, index + 1)))
    .filter((date) => date.getUTCMonth() + 1 === Number(month))
    .filter((date) => WEEKDAYS[date.getUTCDay()] === weekday);
  if (days !== undefined) return inMonth.filter((date) => days.split(',').includes(String(date.getUTCDate())));
  const day = inMonth.at(Number(number) < 0 ? Number(number) : Number(number) - 1);
  return day ? [day] : [];
}

/** The local times of a rule from its start to the last year. */
function datesOfRule(rule: string, start: number): number[] {
  const first = new Date(start * 1000);
  const midnight = Date.UTC(first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()) / 1000;
  const years = Array.from({ length: LAST_YEAR - first.getUTCFullYear() + 1 }, (_, i) => first.getUTCFullYear() + i);
  return years
    .flatMap((year) => daysOfRule(rule, year).map((date) => date.getTime() / 1000 + start - midnight))
    .filter((local) => local >= start);
}

/** The onsets that a program reads in a VTIMEZONE until the last year: the instant, the offset and the name, ascending. */
function onsetsIn(component: string): string[] {
  const parts = component.split(/BEGIN:(?=STANDARD|DAYLIGHT)/).slice(1);
  const onsets = parts.flatMap((part) => {
    const valueOf = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(part)?.[1]?.trim() ?? '';
    const start = localSeconds(valueOf('DTSTART'));
    const rule = valueOf('RRULE');
    const dates = [...part.matchAll(/^RDATE:(\w+)/gm)].map(([, date = '']) => localSeconds(date));
    const locals = new Set([start, ...dates, ...(rule ? datesOfRule(rule, start) : [])]);
    const kind = `${secondsOfOffset(valueOf('TZOFFSETTO'))} ${part.startsWith('DAYLIGHT')} ${valueOf('TZNAME')}`;
    return [...locals].map((local) => ({ at: local - secondsOfOffset(valueOf('TZOFFSETFROM')), kind }));
  });
  return onsets.sort((one, other) => one.at - other.at).map(({ at, kind }) => `${at} ${kind}`);
}

/** The onset in force at `from`, and the later transitions of the zone. */
function expectedOnsets({ initial, transitions }: Zone, from: number): string[] {
  const next = transitions.findIndex(({ at }) => at > from);
  const index = next < 0 ? transitions.length : next;
  const inForce = transitions[index - 1] ?? { ...initial, at: Date.UTC(1800, 0, 1) / 1000 };
  return [inForce, ...transitions.slice(index)].map(
    ({ at, offset, isDaylight, abbreviation }) => `${at} ${offset} ${isDaylight} ${abbreviation}`,
  );
}

/** A zone with daylight saving time from 1950 to a year. */
function zoneUntil(lastYear: number): Zone {
  const rule = parsePosixRule('EST5EDT,M3.2.0,M11.1.0');
  const years = Array.from({ length: lastYear - 1949 }, (_, index) => 1950 + index);
  const transitions = years.flatMap((year) => transitionsOfYear(rule, year));
  const instants = Float64Array.from(transitions, ({ at }) => at);
  const offsets = Int32Array.from([rule.standard.offset, ...transitions.map(({ offset }) => offset)]);
  return { name: 'Test', initial: rule.standard, transitions, index: { instants, offsets, localTimes: instants } };
}

describe('timeZoneComponent', () => {
  it('writes onsets that repeat each year as rules, also from before 1970 on', () => {
    const lines = timeZoneComponent(zoneUntil(LAST_YEAR), FROM).split('\r\n');
    expect(lines.filter((line) => line.startsWith('RRULE'))).toHaveLength(2);
    expect(lines).toContain('DTSTART:19500312T020000');
    expect(lines).toContain('DTSTART:19501105T020000');
    expect(lines.filter((line) => line.startsWith('RDATE'))).toEqual([]);
  });

  it.each([
    ['Europe/Berlin', ['BYMONTH=10;BYDAY=-1SU', 'BYMONTH=3;BYDAY=-1SU']],
    ['America/New_York', ['BYMONTH=11;BYDAY=1SU', 'BYMONTH=3;BYDAY=2SU']],
  ])(
    'has one part for standard and one for daylight saving time, in the form that Outlook reads: %s',
    (name, rules) => {
      const zone = findZone(name);
      const lines = zone ? timeZoneComponent(zone, Date.UTC(2026, 0, 1) / 1000).split('\r\n') : [];
      expect(lines.filter((line) => line.startsWith('BEGIN:')).sort()).toEqual([
        'BEGIN:DAYLIGHT',
        'BEGIN:STANDARD',
        'BEGIN:VTIMEZONE',
      ]);
      expect(lines.filter((line) => line.startsWith('RRULE:')).sort()).toEqual(
        rules.map((rule) => `RRULE:FREQ=YEARLY;${rule}`),
      );
    },
  );

  it('has no onset after a year in which the offset becomes constant', () => {
    const zone = zoneUntil(2030);
    expect(onsetsIn(timeZoneComponent(zone, FROM))).toEqual(expectedOnsets(zone, FROM));
  });

  it.each([1850, 2026])('has exactly the transitions of each zone of the tz database from the year %d on', (year) => {
    const from = Date.UTC(year, 0, 1) / 1000;
    const wrong = zoneNames().filter((name) => {
      const zone = findZone(name);
      return !zone || onsetsIn(timeZoneComponent(zone, from)).join() !== expectedOnsets(zone, from).join();
    });
    expect(wrong).toEqual([]);
  });
});
