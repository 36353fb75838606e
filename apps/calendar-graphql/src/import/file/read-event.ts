import { ValidationError } from '@almanac/errors';
import { createHash } from 'node:crypto';
import { type Component } from './content-lines';
import { type ComponentIdentity, type FileEvent, type FileTime } from './file-event';
import { readDuration, readSingleTime, readTimes, type ZoneLookup } from './file-times';
import { findProperty, findRawValue, findText, readProperties } from './properties';

const MAX_UID_LENGTH = 500;
const MAX_TITLE_LENGTH = 255;
const MAX_DESCRIPTION_LENGTH = 10_000;
const MAX_LOCATION_LENGTH = 1_000;
/** The maximum number of RDATE values, and of EXDATE values, as for a recurrence in the API. */
const MAX_DATES = 1_000;
const MAX_TAGS = 50;
const MAX_TAG_LENGTH = 64;
const STATUSES: ReadonlyMap<string, FileEvent['status']> = new Map([
  ['CONFIRMED', 'confirmed'],
  ['TENTATIVE', 'tentative'],
  ['CANCELLED', 'cancelled'],
]);
const PRIVATE_CLASSES = new Set(['PRIVATE', 'CONFIDENTIAL']);
/** Properties that can differ between two exports of the same event. So a UID that is derived from the content leaves them out. */
const EXPORT_PROPERTIES = new Set(['DTSTAMP', 'CREATED', 'LAST-MODIFIED', 'SEQUENCE']);

/** The code points of a string. The limits of texts count these, and not UTF-16 code units. */
function characters(text: string): string[] {
  return [...text];
}

/** The text of a property, cut to `max` characters; null without text. Adds a warning if it was cut. */
function boundedText(component: Component, name: string, max: number, warnings: string[]): string | null {
  const text = findText(component, name) ?? '';
  if (text === '') return null;
  const all = characters(text);
  if (all.length <= max) return text;
  warnings.push(`${name} was cut to ${max.toLocaleString('en')} characters.`);
  return all.slice(0, max).join('');
}

/** The values of CATEGORIES. Adds a warning if tags were left out. */
function tagsOf(component: Component, warnings: string[]): string[] {
  const texts = readProperties(component, 'CATEGORIES').flatMap(({ values }) => values.map(String));
  const tags = [...new Set(texts.map((text) => text.trim()).filter((text) => text !== ''))];
  const fitting = tags.filter((tag) => characters(tag).length <= MAX_TAG_LENGTH).slice(0, MAX_TAGS);
  const leftOut = tags.length - fitting.length;
  if (leftOut > 0) warnings.push(`${leftOut} CATEGORIES are too long or too many, and were left out.`);
  return fitting;
}

/** The UID. If it is missing, a digest of the content, so that a second import of the file finds the same event. */
function uidOf(component: Component, warnings: string[]): string {
  const uid = findText(component, 'UID');
  if (uid !== undefined && characters(uid).length > MAX_UID_LENGTH) {
    throw new ValidationError(`UID is longer than ${MAX_UID_LENGTH} characters.`);
  }
  if (uid !== undefined) return uid;
  warnings.push('The component has no UID. It got one that is derived from its content.');
  const content = component.contentLines.filter(({ name }) => !EXPORT_PROPERTIES.has(name)).map(({ text }) => text);
  return `sha256-${createHash('sha256').update(content.join('\n')).digest('hex')}`;
}

function statusOf(component: Component): FileEvent['status'] {
  return STATUSES.get(findRawValue(component, 'STATUS')?.toUpperCase() ?? '') ?? null;
}

/**
 * The value of RRULE without a semicolon at its end, which some programs write; null without RRULE.
 * @throws ValidationError for several RRULEs, and for EXRULE
 */
function ruleOf(component: Component): string | null {
  const rules = component.contentLines.filter(({ name }) => name === 'RRULE');
  if (rules.length > 1) throw new ValidationError('More than one RRULE is not supported (RFC 5545 §3.8.5.3).');
  if (component.contentLines.some(({ name }) => name === 'EXRULE')) {
    throw new ValidationError('EXRULE is not supported: RFC 5545 removed it.');
  }
  return findRawValue(component, 'RRULE')?.replace(/(?<!;);+$/, '') || null;
}

/**
 * The times of a component. A component without DTSTART starts at its RECURRENCE-ID.
 * @throws ValidationError for a component without both, for a wrong time, and for times that the import does not support
 */
function timesOf(component: Component, zoneOf: ZoneLookup) {
  const single = (name: string): FileTime | null => {
    const property = findProperty(component, name);
    return property ? readSingleTime(name, property, zoneOf) : null;
  };
  const list = (name: string): FileTime[] => {
    const times = readProperties(component, name).flatMap((property) => readTimes(name, property, zoneOf));
    if (times.length > MAX_DATES) throw new ValidationError(`${name} has more than ${MAX_DATES} values.`);
    return times;
  };
  if (findProperty(component, 'RECURRENCE-ID')?.parameters.range !== undefined) {
    throw new ValidationError('RECURRENCE-ID;RANGE=THISANDFUTURE is not supported.');
  }
  const ownStart = single('DTSTART');
  const replaces = single('RECURRENCE-ID');
  const start = ownStart ?? replaces;
  if (!start) throw new ValidationError('DTSTART is missing.');
  const duration = findRawValue(component, 'DURATION');
  return {
    start,
    end: single('DTEND'),
    duration: duration === undefined ? null : readDuration(duration),
    additions: list('RDATE'),
    exceptions: list('EXDATE'),
    replaces,
  };
}

/**
 * The line and the identifying properties of a component, for reports. Long values are cut. A property that is missing or cannot be read is
 * null.
 */
export function identityOf(component: Component): ComponentIdentity {
  const textOf = (name: string): string | null => {
    try {
      const text = findText(component, name);
      return text === null || text === undefined ? null : characters(text).slice(0, MAX_TITLE_LENGTH).join('');
    } catch (error) {
      if (error instanceof ValidationError) return null;
      throw error;
    }
  };
  return {
    line: component.line,
    component: component.name,
    uid: textOf('UID'),
    recurrenceId: findRawValue(component, 'RECURRENCE-ID')?.slice(0, MAX_TITLE_LENGTH) ?? null,
    title: textOf('SUMMARY'),
  };
}

/**
 * Reads a VEVENT.
 * @param zoneOf returns the IANA name of a TZID. It can add warnings, and throws ValidationError for an unknown zone
 * @throws ValidationError for a component without a start, and for properties that are not valid or not supported
 */
export function readEvent(component: Component, zoneOf: (tzid: string, warnings: string[]) => string): FileEvent {
  // One warning is enough for all lines that are not valid.
  const warnings = component.brokenLines
    .slice(0, 1)
    .map((line) => `Line ${line} is not a valid property, and was skipped.`);
  const title = boundedText(component, 'SUMMARY', MAX_TITLE_LENGTH, warnings);
  if (title === null && !findRawValue(component, 'RECURRENCE-ID')) warnings.push('The component has no SUMMARY.');
  return {
    ...identityOf(component),
    uid: uidOf(component, warnings),
    sequence: Number.parseInt(findRawValue(component, 'SEQUENCE') ?? '0', 10) || 0,
    title,
    language: findProperty(component, 'SUMMARY')?.parameters.language ?? null,
    description: boundedText(component, 'DESCRIPTION', MAX_DESCRIPTION_LENGTH, warnings),
    location: boundedText(component, 'LOCATION', MAX_LOCATION_LENGTH, warnings),
    tags: tagsOf(component, warnings),
    status: statusOf(component),
    isPrivate: PRIVATE_CLASSES.has(findRawValue(component, 'CLASS')?.toUpperCase() ?? ''),
    ...timesOf(component, (tzid) => zoneOf(tzid, warnings)),
    rule: ruleOf(component),
    warnings,
  };
}
