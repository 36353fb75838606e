import { type EventInformation, type EventStatus, type OverrideLocation } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { type EpochSeconds, type Occurrence, parseBasicUtc, readTimes, type Zone } from '@almanac/recurrence';
import { checkInput, EventPartsDto } from '@almanac/validation';
import { partColumns } from '../events/event-input';
import { type ChangeOccurrenceInput } from '../generated/schema-types';
import { inputError } from '../graphql/input-error';
import { collectIssue } from '../occurrences/filters';

/** The event and the RECURRENCE-ID in the id of an occurrence. */
export interface OccurrenceId {
  eventId: string;
  recurrenceStart: EpochSeconds;
}

/** The validated change of an occurrence; absent parts do not change. */
export interface OccurrenceChange {
  time?: Occurrence;
  status?: EventStatus;
  information?: EventInformation[];
  location?: OverrideLocation;
}

/** Reads the id of an occurrence. @throws NotFoundError for a string that is no such id */
export function parseOccurrenceId(id: string): OccurrenceId {
  const [eventId = '', text = '', ...rest] = id.split('_');
  const recurrenceStart = parseBasicUtc(text);
  if (recurrenceStart === undefined || rest.length > 0) throw new NotFoundError('There is no such occurrence.');
  return { eventId, recurrenceStart };
}

/**
 * Validates the change of an occurrence.
 * @param zone the zone of its event
 * @throws ValidationError with every issue
 */
export function checkOccurrenceChange(input: ChangeOccurrenceInput, zone: Zone): OccurrenceChange {
  const { input: parts, issues } = checkInput(EventPartsDto, input, 'input');
  const { time: newTime } = input;
  const time = newTime ? collectIssue(() => readTimes(zone, newTime), issues) : undefined;
  if (issues.length > 0) throw inputError(issues);
  const { information, locationAddress, locationName, status } = partColumns(parts);
  return {
    ...(time && { time }),
    ...(status && { status }),
    ...(information && { information }),
    ...(input.location && { location: { address: locationAddress ?? null, name: locationName ?? null } }),
  };
}
