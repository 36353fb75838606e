import { ValidationError } from '@almanac/errors';
import { type EpochSeconds, parseTimestamp, SECONDS_PER_DAY } from '@almanac/recurrence';
import { isObjectId } from '../graphql/object-id';

/** The values by which pages of occurrences are ordered, in this order. Two occurrences never have the same key. */
export interface OccurrenceKey {
  start: EpochSeconds;
  end: EpochSeconds;
  eventId: string;
  /** The start that the series gives the occurrence: its RECURRENCE-ID. */
  recurrenceStart: EpochSeconds;
}

/** The first part of each cursor of occurrences. Another format of cursors would get another version. */
const VERSION = 'o1';
/** In characters. */
const MAX_CURSOR_LENGTH = 200;
/** The maximum duration of an event, 366 days, and a day for the difference of local times to UTC. */
const MARGIN = 367 * SECONDS_PER_DAY;
/** The accepted years are 1900 to 2199, in local time. */
const EARLIEST = parseTimestamp('1900-01-01T00:00:00Z') - MARGIN;
const LATEST = parseTimestamp('2199-12-31T23:59:59Z') + MARGIN;

/** Negative when `one` comes before `other` on a page, 0 when both are equal. */
export function compareKeys(one: OccurrenceKey, other: OccurrenceKey): number {
  return (
    one.start - other.start ||
    one.end - other.end ||
    compareIds(one.eventId, other.eventId) ||
    one.recurrenceStart - other.recurrenceStart
  );
}

function compareIds(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

/** The opaque cursor of an occurrence. It contains the key, so it stays valid when the occurrence is deleted. */
export function cursorOf({ start, end, eventId, recurrenceStart }: OccurrenceKey): string {
  return Buffer.from([VERSION, start, end, eventId, recurrenceStart].join(' ')).toString('base64url');
}

/**
 * The key in a cursor.
 * @param path the name of the argument with the cursor, for the error
 * @throws ValidationError for any other string than {@link cursorOf} returns
 */
export function parseCursor(cursor: string, path: string): OccurrenceKey {
  const text = cursor.length <= MAX_CURSOR_LENGTH ? Buffer.from(cursor, 'base64url').toString('latin1') : '';
  const [, start, end, eventId = '', recurrenceStart] = text.split(' ');
  const key = { start: Number(start), end: Number(end), eventId, recurrenceStart: Number(recurrenceStart) };
  const isValid = [key.start, key.end, key.recurrenceStart].every(
    (instant) => Number.isInteger(instant) && instant >= EARLIEST && instant <= LATEST,
  );
  if (isValid && isObjectId(eventId) && cursorOf(key) === cursor) return key;
  throw new ValidationError('The cursor is not valid: send the endCursor of a page.', { property: path });
}
