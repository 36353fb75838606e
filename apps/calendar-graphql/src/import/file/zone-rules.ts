import {
  createSeries,
  type EpochSeconds,
  expand,
  findZone,
  formatBasicUtc,
  offsetAt,
  parseBasicUtc,
  parseRecurrence,
  requireZone,
  SECONDS_PER_DAY,
  toEpochSeconds,
  zoneNames,
} from '@almanac/recurrence';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { type Component } from './content-lines';
import { findRawValue } from './properties';

/** A change of the offset from UTC. Offsets are in seconds east of UTC. */
interface Onset {
  at: EpochSeconds;
  offsetBefore: number;
  offset: number;
}

/** Matches names such as `Europe/Berlin`. Most other names, such as `US/Eastern`, are aliases of a zone with one of these names. */
const AREA = /^(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;
const OFFSET = /^([+-])(\d{2})(\d{2})(\d{2})?$/;
const YEAR_SECONDS = 366 * SECONDS_PER_DAY;
/**
 * A VTIMEZONE has the rules of a zone if their offsets are equal at all samples. The samples are instants in a period of three years, with
 * this distance.
 */
const SAMPLE_SECONDS = 5 * SECONDS_PER_DAY;
/** The maximum number of onsets that are read from one RRULE. In practice, a rule has one onset a year, from the year 1 at the earliest. */
const MAX_ONSETS = 2_500;

/** The seconds of an offset such as `+0130`; undefined for any other string. */
function offsetOf(text: string | undefined): number | undefined {
  const match = OFFSET.exec(text ?? '');
  if (!match) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(2).map((digits) => Number(digits ?? 0));
  return (match[1] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}

/**
 * The onsets of a STANDARD or DAYLIGHT part, including those of its RRULE up to `until`. Undefined if an offset or DTSTART is missing or
 * malformed.
 */
function onsetsOf(part: Component, until: EpochSeconds): Onset[] | undefined {
  const [offsetBefore, offset] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) => offsetOf(findRawValue(part, name)));
  const first = parseBasicUtc(`${findRawValue(part, 'DTSTART') ?? ''}Z`);
  if (offsetBefore === undefined || offset === undefined || first === undefined) return undefined;
  const dates = part.contentLines
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ text }) => text.slice(text.indexOf(':') + 1).split(','))
    .flatMap((text) => parseBasicUtc(`${text.trim()}Z`) ?? []);
  const rule = findRawValue(part, 'RRULE');
  // The values are local times by the offset before the change (RFC 5545 §3.6.5). They have been read as if they were UTC.
  const repeated = rule === undefined ? [] : startsOf(withLocalUntil(rule, offsetBefore), first, until);
  return [first, ...dates, ...repeated].map((local) => ({ at: local - offsetBefore, offsetBefore, offset }));
}

/** The rule with an UNTIL in local time, read as if it were UTC. In a VTIMEZONE, UNTIL is in UTC (RFC 5545 §3.6.5). */
function withLocalUntil(rule: string, offsetBefore: number): string {
  return rule.replace(/(?<=UNTIL=)\d{8}T\d{6}Z/i, (text) => {
    const instant = parseBasicUtc(text.toUpperCase());
    return instant === undefined ? text : formatBasicUtc(instant + offsetBefore);
  });
}

/** The times of an RRULE that starts at `first`. All times are local times, read as if they were UTC. */
function startsOf(rule: string, first: EpochSeconds, until: EpochSeconds): EpochSeconds[] {
  const series = createSeries({
    zone: requireZone('UTC', 'timeZone'),
    start: first,
    end: first,
    recurrence: parseRecurrence(rule),
  });
  return expand(series, { from: first, to: until }, { limit: MAX_ONSETS }).map(({ start }) => start);
}

/** The offsets of a VTIMEZONE at the samples, in seconds; undefined if it has no onset, or an offset or DTSTART cannot be read. */
function offsetsOf(component: Component, samples: readonly EpochSeconds[]): number[] | undefined {
  const parts = component.components.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT');
  const read = parts.map((part) => onsetsOf(part, samples.at(-1) ?? 0));
  const known = read.filter((each) => each !== undefined);
  const onsets = known.flat().sort((one, other) => one.at - other.at);
  const [earliest] = onsets;
  if (!earliest || known.length < read.length) return undefined;
  return samples.map((instant) => onsets.findLast(({ at }) => at <= instant)?.offset ?? earliest.offsetBefore);
}

function samplesAround(now: Date): EpochSeconds[] {
  const from = toEpochSeconds(now) - YEAR_SECONDS;
  return Array.from({ length: (3 * YEAR_SECONDS) / SAMPLE_SECONDS }, (_, index) => from + index * SAMPLE_SECONDS);
}

/** The default zone of each Windows zone (CLDR, territory 001), and UTC. */
function windowsZones(): string[] {
  const zones = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').flatMap(({ iana }) => iana);
  return ['UTC', ...zones];
}

function cityOf(name: string): string {
  return (name.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase();
}

/**
 * The IANA name of a zone that has the rules of a VTIMEZONE, from a year before `now` to two years after it; undefined if no zone has
 * them. The default zones of Windows are compared first. Only if none of them has the rules, all zones with a name such as `Europe/Berlin`
 * are compared. Of several zones with the rules, it returns one whose city the TZID contains, else the first.
 * @throws RecurrenceError for a wrong RRULE
 */
export function matchZoneRules(component: Component, tzid: string, now: Date): string | undefined {
  const samples = samplesAround(now);
  const offsets = offsetsOf(component, samples);
  if (!offsets) return undefined;
  const isMatching = (name: string): boolean => {
    const zone = findZone(name);
    return zone !== undefined && samples.every((instant, index) => offsetAt(zone, instant) === offsets[index]);
  };
  const preferred = windowsZones().filter(isMatching);
  const matching = preferred.length > 0 ? preferred : zoneNames().filter((name) => AREA.test(name) && isMatching(name));
  const text = tzid.toLowerCase();
  return matching.find((name) => AREA.test(name) && text.includes(cityOf(name))) ?? matching[0];
}
