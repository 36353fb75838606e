import { type CalendarEvent, OccurrenceOverride } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import {
  createDayMove,
  createSeries,
  createShift,
  dayOf,
  type EpochSeconds,
  formatBasicUtc,
  type InstanceMove,
  isInstance,
  parseRecurrence,
  readTimes,
  requireZone,
  SECONDS_PER_DAY,
  type Series,
  seriesBefore,
  seriesFrom,
  type SeriesTime,
  toEpochSeconds,
  toLocal,
  withoutOverrides,
} from '@almanac/recurrence';
import { checkInput, EventDetailsDto } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { type Viewer } from '../accounts/viewer';
import { detailColumns } from '../events/event-input';
import { EventsService } from '../events/events.service';
import { getOwnedEvent } from '../events/owned-event';
import { SeriesCache } from '../events/series-cache';
import { type ChangeSeriesFromInput, type FollowingTimeInput } from '../generated/schema-types';
import { collectIssue } from '../graphql/collect-issue';
import { assertNoIssues, inputError } from '../graphql/input-error';
import { RsvpChanges } from '../rsvp/rsvp-changes.service';
import { findOverrides } from './find-overrides';
import { type OccurrenceId } from './override-input';
import { reassignOverrides } from './reassign-overrides';

/** A series after a change of an occurrence and all that follow. */
export interface ChangedSeries {
  /** The event with the changed occurrences. */
  event: CalendarEvent;
  /** The event with the occurrences before them. Null if there are none; then `event` has the id of the old event. */
  previous: CalendarEvent | null;
  /** The RECURRENCE-IDs of the overrides that were removed, because the new series has no occurrence for them. */
  removedOverrides: string[];
}

/** The validated input of `changeSeriesFrom`. */
interface CheckedInput {
  /** The new details. */
  columns: Partial<CalendarEvent>;
  /** The new time of the occurrence; undefined if the input has none. */
  move: InstanceMove | undefined;
  /** The new recurrence from the occurrence on; blank if the occurrence becomes a single event; undefined if the old rule continues. */
  recurrence: string | undefined;
}

/** Changes an occurrence and all that follow: the series ends before it, and a new one begins with it. */
@Injectable()
export class SplitSeriesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly events: EventsService,
    private readonly cache: SeriesCache,
    private readonly rsvps: RsvpChanges,
  ) {}

  /**
   * Changes an occurrence and all that follow, in one transaction. Their overrides go to the new series, except those for which it has no
   * occurrence. The override of the occurrence itself loses the values that the input replaces. RDATEs and EXDATEs go to the new series if
   * the old rule continues.
   * @throws NotFoundError when there is no such event or occurrence
   * @throws NoPermissionError when another user owns the event
   * @throws ValidationError for a wrong input, for an event that does not recur, and for a rule that cannot continue from the occurrence
   */
  changeFrom(
    actor: Viewer,
    { eventId, recurrenceStart: at }: OccurrenceId,
    input: ChangeSeriesFromInput,
  ): Promise<ChangedSeries> {
    return this.dataSource.transaction(async (manager) => {
      const before = await getOwnedEvent(manager, actor, eventId);
      const series = withoutOverrides(this.cache.of(before));
      if (!series.recurrence) {
        throw inputError([{ path: 'input.id', message: 'the event does not recur: change it with updateEvent' }]);
      }
      if (!isInstance(series, at)) throw new NotFoundError('There is no such occurrence.');
      const checked = checkChange(input, series, at);
      const earlier = seriesBefore(series, at);
      return this.store(manager, before, {
        firstPart: earlier && seriesOf(earlier),
        secondPart: secondPartOf(series, at, checked),
        columns: checked.columns,
        hasNewTime: checked.move !== undefined,
        at,
        shift: createShift(series, at, checked.move),
      });
    });
  }

  private async store(
    manager: EntityManager,
    before: CalendarEvent,
    split: {
      /** Null when there are no occurrences before `at`. */
      firstPart: Series | null;
      secondPart: Series;
      columns: Partial<CalendarEvent>;
      hasNewTime: boolean;
      /** The recurrence start of the first changed occurrence. */
      at: EpochSeconds;
      /** Maps instants of the old series to the second part. */
      shift: (instant: EpochSeconds) => EpochSeconds;
    },
  ): Promise<ChangedSeries> {
    const { firstPart, secondPart, columns, at, shift } = split;
    const overrides = before.overriddenAt.length > 0 ? await findOverrides(manager, before.id) : [];
    const isLater = ({ recurrenceAt }: OccurrenceOverride): boolean => toEpochSeconds(recurrenceAt) >= at;
    const later = withoutReplacedValues(overrides.filter(isLater), split);
    const reassigned = reassignOverrides(later, secondPart, shift);
    const removedOverrides = reassigned.removed.map(({ recurrenceAt }) => formatBasicUtc(toEpochSeconds(recurrenceAt)));
    if (!firstPart) {
      const event = await this.events.store(manager, { before, columns, series: secondPart, reassigned, shift });
      return { event, previous: null, removedOverrides };
    }
    const answered = await this.rsvps.findWithResponsesFrom(manager, before, at);
    const earlier = overrides.filter((override) => !isLater(override));
    const previous = await this.events.store(manager, {
      before,
      columns: {},
      series: firstPart,
      reassigned: { kept: earlier, removed: [] },
      // The answers are moved below, after the second part has an id.
      shift: null,
    });
    const event = await this.events.insert(manager, before.ownerId, {
      // The new event gets an id of its own, which is also its UID.
      columns: { ...before, ...columns, uid: null },
      series: secondPart,
      overrides: reassigned.kept,
    });
    await this.rsvps.copySettings(manager, before.id, event.id);
    await this.rsvps.applyEventChange(manager, answered, { event, series: secondPart, shift });
    return { event, previous, removedOverrides };
  }
}

function seriesOf({ recurrence, ...time }: SeriesTime): Series {
  return createSeries({ ...time, recurrence: parseRecurrence(recurrence) });
}

/**
 * The overrides that the second part gets. That of its first occurrence loses the values that the change replaces, and is left out if it
 * has no other values.
 */
function withoutReplacedValues(
  overrides: readonly OccurrenceOverride[],
  { at, columns, hasNewTime }: { at: EpochSeconds; columns: Partial<CalendarEvent>; hasNewTime: boolean },
): OccurrenceOverride[] {
  const { information, locationName, status } = columns;
  return overrides.flatMap((override) => {
    if (toEpochSeconds(override.recurrenceAt) !== at) return override;
    const left = Object.assign(new OccurrenceOverride(), override, {
      ...(information && { information: null }),
      // A change of the location contains both columns.
      ...(locationName !== undefined && { location: null }),
      ...(status && { status: null }),
      // Without a start of its own, `reassignOverrides` gives the override the time of its instance.
      ...(hasNewTime && { startLocal: null }),
    });
    const values = [left.information, left.location, left.status, left.startLocal];
    return values.some((value) => value !== null) ? left : [];
  });
}

/** The series from the occurrence at `at` on. */
function secondPartOf(series: Series, at: EpochSeconds, { move, recurrence }: CheckedInput): Series {
  if (!move || recurrence === undefined) return seriesOf(seriesFrom(series, at, move));
  return createSeries({ ...move, recurrence: parseRecurrence(recurrence) });
}

/**
 * Validates the input.
 * @throws ValidationError with the issues of all details and the first issue of the time; also for an input without any property to change
 */
function checkChange(input: ChangeSeriesFromInput, series: Series, at: EpochSeconds): CheckedInput {
  const { input: details, issues } = checkInput(EventDetailsDto, input, 'input');
  const { time } = input;
  const move = time ? collectIssue(() => readMove(time, series, at), issues) : undefined;
  assertNoIssues(issues);
  const columns = detailColumns(details);
  if (!move && Object.keys(columns).length === 0) {
    throw inputError([
      { path: 'input', message: 'input must contain at least one of time, info, location, meta and status' },
    ]);
  }
  return { columns, move, recurrence: time?.recurrence ?? undefined };
}

/** Reads the new time of the occurrence. @throws ValidationError for a wrong time, and for a recurrence that does not fit it */
function readMove(time: FollowingTimeInput, series: Series, at: EpochSeconds): InstanceMove {
  const zone = typeof time.timeZone === 'string' ? requireZone(time.timeZone, 'input.time.timeZone') : series.zone;
  const move = { zone, ...readTimes(zone, time) };
  if (typeof time.recurrence !== 'string') return followingMove(series, at, move);
  createSeries({ ...move, recurrence: parseRecurrence(time.recurrence) });
  return move;
}

/**
 * Returns the move of an instance whose rule continues. Adds `dayMove` if the rule names days and the day changes.
 * @throws ValidationError when the rule may not fit the new start: when the day changes and the rule selects other days than the old one,
 * e.g. by `BYDAY=MO,WE`, or when the time of day changes and the rule selects times, e.g. by BYHOUR; also if the new day or time happens
 * to fit
 */
function followingMove({ zone, recurrence }: Series, at: EpochSeconds, move: InstanceMove): InstanceMove {
  if (!recurrence) return move;
  const { byDay, byMonthDay, byYearDay, byWeekNumber, byMonth, byHour, byMinute, bySecond } = recurrence.rule;
  const [old, moved] = [toLocal(zone, at), toLocal(move.zone, move.start)];
  const namesDays = [byDay, byMonthDay, byYearDay, byWeekNumber, byMonth].some((part) => part !== undefined);
  const namesTimes = [byHour, byMinute, bySecond].some((part) => part !== undefined);
  const hasOtherTime = (moved - old) % SECONDS_PER_DAY !== 0;
  const isOtherNamedDay = namesDays && dayOf(moved) !== dayOf(old);
  const dayMove = isOtherNamedDay ? createDayMove(recurrence.rule, dayOf(old), dayOf(moved)) : undefined;
  if ((isOtherNamedDay && !dayMove) || (namesTimes && hasOtherTime)) {
    const message =
      'the old rule sets days or times, which may not fit the new start: send the recurrence that applies from this occurrence on';
    throw new ValidationError(message, { property: 'input.time.recurrence' });
  }
  return { ...move, dayMove };
}
