import { type EventInformation, type EventStatus, type OverrideLocation } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { type EpochSeconds, type OccurrenceSpan, parseBasicUtc, readTimes, type Zone } from '@almanac/recurrence';
import { checkInput, EventDetailsDto } from '@almanac/validation';
import { detailColumns } from '../events/event-input';
import { type ChangeOccurrenceInput } from '../generated/schema-types';
import { collectIssue } from '../graphql/collect-issue';
import { assertNoIssues } from '../graphql/input-error';
import { isObjectId } from '../graphql/object-id';

/** An occurrence, identified by its event and its recurrence start (RECURRENCE-ID of RFC 5545). */
export interface OccurrenceId {
  eventId: string;
  recurrenceStart: EpochSeconds;
}

/** The validated change of an occurrence. Absent properties are not changed. */
export interface CheckedOccurrenceChange {
  /** The new start and end. */
  time?: OccurrenceSpan;
  status?: EventStatus;
  information?: EventInformation[];
  location?: OverrideLocation;
}

/**
 * Parses the id of an occurrence: the id of its event, `_`, and its recurrence start, e.g. `20260601T090000Z`.
 * @returns undefined for any other string
 */
export function parseOccurrenceId(id: string): OccurrenceId | undefined {
  const [eventId = '', startText = '', ...rest] = id.split('_');
  const recurrenceStart = parseBasicUtc(startText);
  if (recurrenceStart === undefined || rest.length > 0 || !isObjectId(eventId)) return undefined;
  return { eventId, recurrenceStart };
}

/** Parses the id of an occurrence, as {@link parseOccurrenceId} does. @throws NotFoundError for any other string */
export function requireOccurrenceId(id: string): OccurrenceId {
  const parsed = parseOccurrenceId(id);
  if (!parsed) throw new NotFoundError('There is no such occurrence.');
  return parsed;
}

/**
 * Validates the change of an occurrence.
 * @param zone the time zone of the event
 * @throws ValidationError with the issues of all details, and the first issue of the time
 */
export function checkOccurrenceChange(input: ChangeOccurrenceInput, zone: Zone): CheckedOccurrenceChange {
  const { input: details, issues } = checkInput(EventDetailsDto, input, 'input');
  const { time: newTime } = input;
  const time = newTime ? collectIssue(() => readTimes(zone, newTime), issues) : undefined;
  assertNoIssues(issues);
  const { information, locationAddress, locationName, status } = detailColumns(details);
  return {
    ...(time && { time }),
    ...(status && { status }),
    ...(information && { information }),
    ...(input.location && { location: { address: locationAddress ?? null, name: locationName ?? null } }),
  };
}
