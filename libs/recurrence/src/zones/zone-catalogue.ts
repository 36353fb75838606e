import { ZONE_DATA } from '../generated/zone-data';
import { civilDate, dayOf } from '../civil';
import { parsePosixRule, transitionsOfYear } from './posix-rule';
import type { Transition } from './posix-rule';
import { buildZone } from './zone';
import type { Zone } from './zone';

/** The release of the tz database from which the zone data was compiled, e.g. `2026f`. */
export const ZONE_DATA_VERSION: string = ZONE_DATA.version;

/** Occurrences start before 2200 and last up to 366 days; the zones contain transitions until after the last possible end. */
const LAST_TRANSITION_YEAR = 2202;

// An entry is `names|line`. The names are separated by spaces; `decode` describes the line.
const entryByLowerCaseName = new Map<string, { name: string; line: string }>();
for (const entry of ZONE_DATA.zones) {
  const [names = '', ...rest] = entry.split('|');
  for (const name of names.split(' ')) entryByLowerCaseName.set(name.toLowerCase(), { name, line: rest.join('|') });
}
const zones = new Map<string, Zone>();

/** All names of the tz database, aliases included, in the spelling of the database; sorted. */
export function zoneNames(): string[] {
  return [...entryByLowerCaseName.values()].map(({ name }) => name).sort();
}

/** The zone of an IANA name, whose case does not matter; undefined when there is none. The zone of an alias has the alias as its name. */
export function findZone(name: string): Zone | undefined {
  const entry = entryByLowerCaseName.get(name.toLowerCase());
  if (!entry) return undefined;
  const known = zones.get(entry.name);
  if (known) return known;
  const zone = decode(entry.name, entry.line);
  zones.set(entry.name, zone);
  return zone;
}

/**
 * Reads a zone from a line `types|order|deltas|footer`. A local time type is `offset daylight abbreviation`; types are separated by
 * commas. For each transition, `order` contains the index of its type (one digit), and `deltas` the seconds since the previous transition;
 * both in base 36.
 */
function decode(name: string, line: string): Zone {
  const [typeTexts = '', order = '', deltas = '', footer = ''] = line.split('|');
  const types = typeTexts.split(',').map((text) => {
    const [offset = '0', daylight = '0', abbreviation = ''] = text.split(' ');
    return { offset: Number(offset), isDaylight: daylight === '1', abbreviation };
  });
  const [initial = { offset: 0, isDaylight: false, abbreviation: '' }] = types;
  const transitions: Transition[] = [];
  let at = 0;
  for (const [i, delta] of deltas === '' ? [] : deltas.split(' ').entries()) {
    at += Number.parseInt(delta, 36);
    transitions.push({ ...(types[Number.parseInt(order.charAt(i), 36)] ?? initial), at });
  }
  return buildZone(name, initial, withFooter(transitions, footer));
}

/** Appends the transitions that the POSIX rule of the footer gives after the listed ones. */
function withFooter(listed: Transition[], footer: string): Transition[] {
  const rule = parsePosixRule(footer);
  if (!rule.daylight) return listed;
  const last = listed.at(-1)?.at ?? -Infinity;
  const firstYear = listed.length > 0 ? civilDate(dayOf(last)).year : 1900;
  const later: Transition[] = [];
  for (let year = firstYear; year <= LAST_TRANSITION_YEAR; year += 1) {
    later.push(...transitionsOfYear(rule, year).filter(({ at }) => at > last));
  }
  return [...listed, ...later];
}
