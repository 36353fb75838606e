import { ValidationError } from '@almanac/errors';
import { type Component, type FileLimits, readComponents } from './content-lines';
import { type CalendarFile, type FileEvent, type IgnoredName, type SkippedComponent } from './file-event';
import { findRawValue, findText } from './properties';
import { identityOf, readEvent } from './read-event';
import { TimeZoneNames } from './time-zone-names';

/** The limits and the clock for reading a file. */
export interface ReadOptions extends FileLimits {
  /** The current time. A zone with an unknown name is identified by the offsets of its VTIMEZONE around this time. */
  now: Date;
}

/**
 * Properties of a VEVENT that the report of an import does not list as ignored. The calendar stores or checks them, or they describe the
 * export and not the event.
 */
const READ_PROPERTIES = new Set(
  (
    'UID SUMMARY DESCRIPTION LOCATION CATEGORIES STATUS DTSTART DTEND DURATION RRULE RDATE EXDATE EXRULE RECURRENCE-ID ' +
    'CLASS SEQUENCE DTSTAMP CREATED LAST-MODIFIED'
  ).split(' '),
);
/** Components that the report does not mention, because they only define the zones of events. */
const UNREPORTED_COMPONENTS = new Set(['VTIMEZONE']);
/** Methods of iTIP (RFC 5546 §1.4) whose components are messages about events. */
const MESSAGE_METHODS = new Set(['REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH']);
const MAX_IGNORED_NAMES = 100;
/** In characters; longer names are truncated in the report. */
const MAX_NAME_LENGTH = 100;

/** Counts the ignored properties and nested components of events by name, the most frequent first. */
function countIgnoredNames(events: readonly Component[]): IgnoredName[] {
  const counts = new Map<string, number>();
  for (const { contentLines, components } of events) {
    const names = [...contentLines, ...components].map(({ name }) => name).filter((name) => !READ_PROPERTIES.has(name));
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const counted = [...counts].map(([name, count]) => ({ name: name.slice(0, MAX_NAME_LENGTH), count }));
  return counted
    .sort((one, other) => other.count - one.count || one.name.localeCompare(other.name))
    .slice(0, MAX_IGNORED_NAMES);
}

function readOrSkip(component: Component, read: () => FileEvent): FileEvent | SkippedComponent {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return { ...identityOf(component), reason: error.message };
  }
}

/** Why a component is not imported; undefined when it can be read. */
function refusalOf(component: Component, method: string | undefined): string | undefined {
  if (component.name !== 'VEVENT') return `The calendar imports events only, no ${component.name}.`;
  return method !== undefined && MESSAGE_METHODS.has(method)
    ? `METHOD:${method} is a message about an event.`
    : undefined;
}

/** The IANA name for the first X-WR-TIMEZONE with a known zone; null without one. */
function statedZone(calendars: readonly Component[], zones: TimeZoneNames): string | null {
  for (const calendar of calendars) {
    try {
      const name = findText(calendar, 'X-WR-TIMEZONE');
      if (name !== undefined) return zones.nameOf(name, []);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
    }
  }
  return null;
}

/** The zone in which most events start; null if no start has a zone. */
function mostFrequentZone(events: readonly FileEvent[]): string | null {
  const counts = new Map<string, number>();
  for (const { start } of events) {
    if (start.kind === 'local' && start.zone !== undefined) counts.set(start.zone, (counts.get(start.zone) ?? 0) + 1);
  }
  const most = Math.max(...counts.values());
  return [...counts].find(([, count]) => count === most)?.[0] ?? null;
}

/**
 * Reads an iCalendar file (RFC 5545). A component that cannot be read is skipped with its reason.
 * @throws ValidationError under the conditions that {@link readComponents} lists
 */
export function readCalendarFile(bytes: Uint8Array, options: ReadOptions): CalendarFile {
  const calendars = readComponents(bytes, options);
  const zones = new TimeZoneNames(calendars, options.now);
  const read = calendars.flatMap((calendar) => {
    const method = findRawValue(calendar, 'METHOD')?.toUpperCase();
    return calendar.components
      .filter(({ name }) => !UNREPORTED_COMPONENTS.has(name))
      .map((component) => {
        const reason = refusalOf(component, method);
        if (reason !== undefined) return { ...identityOf(component), reason };
        return readOrSkip(component, () => readEvent(component, (tzid, warnings) => zones.nameOf(tzid, warnings)));
      });
  });
  const components = calendars.flatMap((calendar) => calendar.components);
  const events = read.filter((each): each is FileEvent => !('reason' in each));
  return {
    timeZone: statedZone(calendars, zones) ?? mostFrequentZone(events),
    events,
    skipped: read.filter((each): each is SkippedComponent => 'reason' in each),
    ignored: countIgnoredNames(components.filter(({ name }) => name === 'VEVENT')),
  };
}
