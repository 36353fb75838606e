import { ValidationError } from '@almanac/errors';
import { findZone } from '@almanac/recurrence';
import { WINDOWS_TO_IANA_MAP } from 'windows-iana';
import { type Component } from './content-lines';
import { findRawValue, findText } from './properties';
import { matchZoneRules } from './zone-rules';

/** The zone that a TZID names. */
interface ResolvedZone {
  /** An IANA name; undefined when the zone is unknown. */
  name: string | undefined;
  /** True if neither the TZID nor X-LIC-LOCATION names a known zone, so that only the rules of the VTIMEZONE can identify it. */
  isGuessed: boolean;
}

/** The maximum number of TZIDs of a file for which zones are compared by their rules. Each comparison takes some milliseconds. */
const MAX_COMPARED = 50;
/** The default IANA names of each Windows zone (territory 001 of CLDR), by its Windows name in lower case. */
const WINDOWS_ZONES: ReadonlyMap<string, readonly string[]> = new Map(
  WINDOWS_TO_IANA_MAP.filter(({ territory }) => territory === '001').map((zone) => [
    zone.windowsName.toLowerCase(),
    zone.iana,
  ]),
);

function ianaName(text: string | undefined): string | undefined {
  return text === undefined ? undefined : findZone(text)?.name;
}

/** The value of X-LIC-LOCATION of a VTIMEZONE; undefined if it is missing or not valid. */
function locationOf(zone: Component): string | undefined {
  try {
    return findText(zone, 'X-LIC-LOCATION');
  } catch (error) {
    if (error instanceof ValidationError) return undefined;
    throw error;
  }
}

/** The IANA name at the end of a path, as in `/freeassociation.sourceforge.net/Tzfile/Europe/Berlin`. */
function nameInPath(tzid: string): string | undefined {
  const parts = tzid.split('/');
  return parts.flatMap((_, index) => ianaName(parts.slice(index).join('/')) ?? [])[0];
}

function windowsName(text: string): string | undefined {
  return WINDOWS_ZONES.get(text.toLowerCase())?.flatMap((name) => ianaName(name) ?? [])[0];
}

/**
 * The TZID of a VTIMEZONE in two forms: with its escapes resolved, and as written. The TZID parameter of a time has no escapes, and can
 * equal either form. Empty if the property is not valid.
 */
function idsOf(zone: Component): string[] {
  try {
    return [findText(zone, 'TZID'), findRawValue(zone, 'TZID')].filter((id) => id !== undefined);
  } catch (error) {
    if (error instanceof ValidationError) return [];
    throw error;
  }
}

/** The IANA names of the TZIDs of a file. */
export class TimeZoneNames {
  private readonly components: ReadonlyMap<string, Component>;
  private readonly resolved = new Map<string, ResolvedZone>();
  private compared = 0;

  /** @param calendars the VCALENDAR components of the file */
  constructor(
    calendars: readonly Component[],
    private readonly now: Date,
  ) {
    const zones = calendars.flatMap(({ components }) => components).filter(({ name }) => name === 'VTIMEZONE');
    this.components = new Map(zones.flatMap((zone) => idsOf(zone).map((id) => [id, zone])));
  }

  /**
   * The IANA name of a TZID. It is found by the TZID itself, as a Windows name, by X-LIC-LOCATION, or by the rules of the VTIMEZONE.
   * @param warnings receives a sentence if only the rules identify the zone
   * @throws ValidationError for an unknown zone
   */
  nameOf(tzid: string, warnings: string[]): string {
    const zone = this.resolved.get(tzid) ?? this.resolve(tzid);
    this.resolved.set(tzid, zone);
    if (zone.name === undefined) throw new ValidationError(`The time zone "${tzid.slice(0, 100)}" is unknown.`);
    const warning = `The time zone "${tzid.slice(0, 100)}" has the rules of ${zone.name}, and is read as this zone.`;
    if (zone.isGuessed && !warnings.includes(warning)) warnings.push(warning);
    return zone.name;
  }

  private resolve(tzid: string): ResolvedZone {
    const component = this.components.get(tzid);
    const name = nameInPath(tzid) ?? windowsName(tzid) ?? ianaName(component && locationOf(component));
    if (name !== undefined) return { name, isGuessed: false };
    return { name: component && this.findNameByRules(component, tzid), isGuessed: true };
  }

  private findNameByRules(component: Component, tzid: string): string | undefined {
    this.compared += 1;
    if (this.compared > MAX_COMPARED) return undefined;
    try {
      return matchZoneRules(component, tzid, this.now);
    } catch (error) {
      if (error instanceof ValidationError) return undefined;
      throw error;
    }
  }
}
