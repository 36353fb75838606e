import {
  createSeries,
  type EpochSeconds,
  expand,
  findZone,
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

/** A change of the offset from UTC. */
interface Onset {
  at: EpochSeconds;
  offset: number;
}

/** Zones named after a city; `US/Eastern` and the like are aliases of them. */
const AREA = /^(?:Africa|America|Antarctica|Asia|Atlantic|Australia|Europe|Indian|Pacific)\//;
const OFFSET = /^([+-])(\d{2})(\d{2})(\d{2})?$/;
const YEAR_SECONDS = 366 * SECONDS_PER_DAY;
/** The distance between two compared instants. */
const SAMPLE_SECONDS = 5 * SECONDS_PER_DAY;
/** Onsets are read from this long before the last compared instant. The first compared instant is three years before the last one. */
const ONSETS_SECONDS = 5 * YEAR_SECONDS;
/** More than the changes of a zone in the compared years: two a year in practice. */
const MAX_ONSETS = 100;
/** Programs write rules from 1601 or 1970 on. An earlier start moves to 1971; the onsets of the compared years stay the same. */
const FIRST_START = Date.UTC(1971, 0, 1) / 1000;

function offsetOf(text: string | undefined): number | undefined {
  const match = OFFSET.exec(text ?? '');
  if (!match) return undefined;
  const [hours = 0, minutes = 0, seconds = 0] = match.slice(2).map((digits) => Number(digits ?? 0));
  return (match[1] === '-' ? -1 : 1) * (hours * 3600 + minutes * 60 + seconds);
}

/** The onsets of a STANDARD or DAYLIGHT part until an instant, and the offset before them. Undefined when it breaks the grammar. */
function onsetsOf(part: Component, until: EpochSeconds): { before: number; onsets: Onset[] } | undefined {
  const [before, offset] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) => offsetOf(findRawValue(part, name)));
  const first = parseBasicUtc(`${findRawValue(part, 'DTSTART') ?? ''}Z`);
  if (before === undefined || offset === undefined || first === undefined) return undefined;
  const dates = part.contentLines
    .filter(({ name }) => name === 'RDATE')
    .flatMap(({ text }) => text.slice(text.indexOf(':') + 1).split(','))
    .flatMap((text) => parseBasicUtc(`${text.trim()}Z`) ?? []);
  const rule = findRawValue(part, 'RRULE');
  // The onsets are local times before the change (RFC 5545 §3.6.5), here as if they were UTC.
  const repeated = rule === undefined ? [] : startsOf(rule, first, until);
  const starts = [first, ...dates, ...repeated].filter((start) => start <= until);
  return { before, onsets: starts.map((local) => ({ at: local - before, offset })) };
}

function startsOf(rule: string, first: EpochSeconds, until: EpochSeconds): EpochSeconds[] {
  const start = Math.max(first, FIRST_START + (first % SECONDS_PER_DAY));
  const series = createSeries({
    zone: requireZone('UTC', 'timeZone'),
    start,
    end: start,
    recurrence: parseRecurrence(rule),
  });
  const window = { from: until - ONSETS_SECONDS, to: until };
  return expand(series, window, { limit: MAX_ONSETS }).map((occurrence) => occurrence.start);
}

/** The offsets of a VTIMEZONE at some instants; undefined when its rules cannot be read. */
function offsetsOf(component: Component, samples: readonly EpochSeconds[]): number[] | undefined {
  const parts = component.components.filter(({ name }) => name === 'STANDARD' || name === 'DAYLIGHT');
  const read = parts.map((part) => onsetsOf(part, samples.at(-1) ?? 0));
  const known = read.filter((each) => each !== undefined);
  const [first] = known;
  if (!first || known.length < read.length) return undefined;
  const onsets = known.flatMap((each) => each.onsets).sort((one, other) => one.at - other.at);
  return samples.map((instant) => onsets.findLast(({ at }) => at <= instant)?.offset ?? first.before);
}

function samplesAround(now: Date): EpochSeconds[] {
  const from = toEpochSeconds(now) - YEAR_SECONDS;
  return Array.from({ length: (3 * YEAR_SECONDS) / SAMPLE_SECONDS }, (_, index) => from + index * SAMPLE_SECONDS);
}

/** The usual zone for each set of rules, by CLDR. */
function usualZones(): string[] {
  const usual = WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').flatMap(({ iana }) => iana);
  return ['UTC', ...usual];
}

function cityOf(name: string): string {
  return (name.split('/').at(-1) ?? '').replaceAll('_', ' ').toLowerCase();
}

/**
 * The zone of the tz database with the rules of a VTIMEZONE, from a year before `now` to two years after it. Of several zones it
 * prefers the usual ones, and of these the one whose city the TZID contains.
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
  const usual = usualZones().filter(isMatching);
  const matching = usual.length > 0 ? usual : zoneNames().filter((name) => AREA.test(name) && isMatching(name));
  const text = tzid.toLowerCase();
  return matching.find((name) => AREA.test(name) && text.includes(cityOf(name))) ?? matching[0];
}
