import { CalendarEvent, RsvpResponse, RsvpSettings, type RsvpState } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';
import { Clock } from '@almanac/platform';
import { toEpochSeconds } from '@almanac/recurrence';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { type Viewer } from '../accounts/viewer';
import { SeriesCache } from '../events/series-cache';
import { isObjectId } from '../graphql/object-id';
import { type OccurrenceId } from '../overrides/override-input';
import { occurrenceKeyValues, RESPONSE_COLUMNS } from './response-rows';
import { csvLine } from './csv';
import { type AnsweredOccurrence, countStates, findAnsweredWithCounts, type StateCounts } from './response-counts';
import { findOccurrence, type RsvpOccurrence } from './rsvp-occurrence';

/** An answer with its position on the waiting list, from 1; null if it does not wait. */
export type ListedResponse = RsvpResponse & { position: number | null };

/** An occurrence with the settings of its event, the counts of its answers, and the answer of the signed-in user. */
export interface RsvpOverview {
  occurrence: RsvpOccurrence;
  settings: RsvpSettings;
  /** Whether every kind of answer is accepted. */
  isOpen: boolean;
  /** Whether at least a NO is accepted. */
  isChangeable: boolean;
  counts: StateCounts;
  /** Null if the user has not answered, or no user is signed in. */
  answer: ListedResponse | null;
}

/** Which answers a page contains. */
export interface ListOptions {
  /** Null for all states. */
  state: RsvpState | null;
  /** The maximum number of answers on the page. */
  first: number;
  /** The id of the last answer on the previous page; null for the first page. */
  after: string | null;
}

const CSV_HEADER = ['name', 'email', 'answer', 'places', 'waiting_position', 'created_at', 'updated_at'];
const MAX_CSV_ROWS = 20_000;
/** The maximum number of occurrences in a list of answered occurrences. */
const MAX_ANSWERED = 200;

/** Reads RSVP answers from the primary, so that guests see their own answer at once. */
@Injectable()
export class RsvpLists {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clock: Clock,
    private readonly cache: SeriesCache,
  ) {}

  /**
   * An occurrence, the counts of its answers, and the answer of the viewer; null when there is no such occurrence, or `setRsvp` was never
   * called for its event.
   */
  async findOverview(id: OccurrenceId, viewer: Viewer | null): Promise<RsvpOverview | null> {
    const { manager } = this.dataSource;
    const settings = isObjectId(id.eventId) && (await manager.findOneBy(RsvpSettings, { eventId: id.eventId }));
    const occurrence = settings ? await this.findOccurrence(id).catch(nullIfNotFound) : null;
    if (!settings || !occurrence) return null;
    const hasBegun = occurrence.start <= toEpochSeconds(this.clock.now());
    const isChangeable = !hasBegun && occurrence.status !== 'cancelled';
    return {
      occurrence,
      settings,
      isOpen: settings.isOpen && isChangeable,
      isChangeable,
      counts: await this.count(occurrence),
      answer: viewer && (await this.answerOf(occurrence, viewer)),
    };
  }

  /** An answer with its occurrence. @throws NotFoundError when there is no such answer, or its occurrence no longer exists */
  async getById(answerId: string): Promise<{ occurrence: RsvpOccurrence; answer: ListedResponse }> {
    const [answer] = await this.read('a.id = $1', [answerId], 1);
    if (!answer) throw new NotFoundError('There is no such answer.');
    const { eventId, recurrenceAt } = answer;
    const id = { eventId, recurrenceStart: toEpochSeconds(recurrenceAt) };
    return { answer, occurrence: await this.findOccurrence(id) };
  }

  /**
   * A page of the answers to an occurrence, in the order of their ids (so by their creation), whether there is a next page, and the counts
   * of all answers.
   * @throws NotFoundError when there is no such occurrence
   * @throws NoPermissionError when another user owns the event
   */
  async listResponses(
    actor: Viewer,
    id: OccurrenceId,
    { state, first, after }: ListOptions,
  ): Promise<{ answers: ListedResponse[]; hasNext: boolean; counts: StateCounts }> {
    const occurrence = await this.getOwned(actor, id);
    const condition = `a.event_id = $1 and a.recurrence_at = $2 and a.id > $3 and ($4::text is null or a.state = $4)`;
    const rows = await this.read(condition, [...occurrenceKeyValues(occurrence), after ?? '', state], first + 1);
    return { answers: rows.slice(0, first), hasNext: rows.length > first, counts: await this.count(occurrence) };
  }

  /**
   * The answers to an occurrence and its unused links (state `unanswered`) as CSV (RFC 4180), in the order of their ids. At most 20,000
   * rows. An event has at most 10,000 answers, but any number of unused links, so only unused links can be left out. Throws the errors of
   * {@link listResponses}.
   */
  async writeCsv(actor: Viewer, id: OccurrenceId): Promise<string> {
    const occurrence = await this.getOwned(actor, id);
    const condition = 'a.event_id = $1 and a.recurrence_at = $2';
    const answers = await this.read(
      condition,
      occurrenceKeyValues(occurrence),
      MAX_CSV_ROWS,
      `a.state = 'unanswered', a.id`,
    );
    const lines = answers.map(({ name, email, state, partySize, position, createdAt, updatedAt }) =>
      csvLine([name, email, state, partySize, position, createdAt.toISOString(), updatedAt.toISOString()]),
    );
    return [csvLine(CSV_HEADER), ...lines].join('');
  }

  /**
   * The occurrences of an event that have answers or unused links, the latest start first, 200 at most.
   * @throws NotFoundError when there is no such event
   * @throws NoPermissionError when another user owns it
   */
  async listAnswered(actor: Viewer, eventId: string): Promise<AnsweredOccurrence[]> {
    const event = isObjectId(eventId) && (await this.dataSource.manager.findOneBy(CalendarEvent, { id: eventId }));
    if (!event) throw new NotFoundError('There is no such event.');
    assertOwner(event, actor);
    return findAnsweredWithCounts(this.dataSource.manager, event, MAX_ANSWERED);
  }

  /** The occurrence, if the actor owns its event. Throws the errors of {@link listResponses}. */
  private async getOwned(actor: Viewer, id: OccurrenceId): Promise<RsvpOccurrence> {
    const occurrence = await this.findOccurrence(id);
    assertOwner(occurrence.event, actor);
    return occurrence;
  }

  private async findOccurrence({ eventId, recurrenceStart }: OccurrenceId): Promise<RsvpOccurrence> {
    const { manager } = this.dataSource;
    const event = isObjectId(eventId) ? await manager.findOneBy(CalendarEvent, { id: eventId }) : null;
    if (!event) throw new NotFoundError('There is no such occurrence.');
    return findOccurrence(manager, this.cache, event, recurrenceStart);
  }

  private async answerOf(occurrence: RsvpOccurrence, { userId }: Viewer): Promise<ListedResponse | null> {
    const condition = 'a.event_id = $1 and a.recurrence_at = $2 and a.user_id = $3';
    const [answer] = await this.read(condition, [...occurrenceKeyValues(occurrence), userId], 1);
    return answer ?? null;
  }

  /**
   * Reads answers to one occurrence, ascending by id. All answers must belong to the same occurrence, because the positions are computed
   * for one waiting list.
   * @param condition SQL with the alias `a`
   * @param order SQL: which answers are selected if there are more than `limit`
   */
  private read(condition: string, values: unknown[], limit: number, order = 'a.id'): Promise<ListedResponse[]> {
    return this.dataSource.query<ListedResponse[]>(
      `with found as (
         select ${RESPONSE_COLUMNS} from calendar.rsvp_responses a where ${condition}
         order by ${order} limit ${limit}
       ), ranks as (
         select w.id, row_number() over (order by w.waiting_position)::int as position from calendar.rsvp_responses w
         where w.state = 'waiting'
           and (w.event_id, w.recurrence_at) = (select f."eventId", f."recurrenceAt" from found f limit 1)
       )
       select found.*, ranks.position from found left join ranks using (id) order by found.id`,
      values,
    );
  }

  private count(occurrence: RsvpOccurrence): Promise<StateCounts> {
    return countStates(this.dataSource.manager, occurrence);
  }
}

function assertOwner({ ownerId }: CalendarEvent, { userId }: Viewer): void {
  if (ownerId !== userId) throw new NoPermissionError('Another user owns this event.');
}

function nullIfNotFound(error: unknown): null {
  if (error instanceof NotFoundError) return null;
  throw error;
}
