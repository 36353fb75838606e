import { toClientError } from '../errors/connection-error.ts';
import {
  AnsweredOccurrencesDocument,
  CancelOccurrenceDocument,
  CategoriesDocument,
  ChangeOccurrenceDocument,
  type ChangeOccurrenceInput,
  ChangeSeriesFromDocument,
  type ChangeSeriesFromInput,
  CreateEventDocument,
  type CreateEventInput,
  DeleteEventDocument,
  DeleteEventWithReportDocument,
  EventDetailsDocument,
  EventDetailsListDocument,
  EventDocument,
  type EventTimeInput,
  EventsDocument,
  type EventsQueryFilter,
  MeDocument,
  OccurrencePageDocument,
  type OccurrencesQueryFilter,
  PreviewOccurrencesDocument,
  RemoveRsvpResponseDocument,
  RequestInviteDocument,
  RestoreOccurrenceDocument,
  RsvpDocument,
  RsvpResponsesDocument,
  type RsvpResponsesQueryVariables,
  RsvpSettingsDocument,
  SearchEventsDocument,
  type SearchEventsQueryVariables,
  SetRsvpDocument,
  type SetRsvpInput,
  SignInDocument,
  type SignInMutation,
  SignOutDocument,
  SignUpDocument,
  type SignupInput,
  UpdateEventDocument,
  type UpdateEventInput,
} from '../generated/calendar.ts';
import { Transport, type TransportOptions } from '../transport/transport.ts';
import type { ListedEvent, Occurrence } from './calendar-results.ts';
import { CalendarSession } from './calendar-session.ts';
import { calendarError, graphqlError, type GraphqlErrorItem } from './graphql-error.ts';
import type { TypedDocument } from './typed-document.ts';

export interface CalendarClientOptions extends TransportOptions {
  /** Origin of the calendar service, e.g. `https://calendar.example.com`. */
  url: string;
  /** The hash of an open session: the property `hash` of the result of an earlier `signIn`. */
  hash?: string;
}

export interface RequestOptions {
  signal?: AbortSignal;
}

interface GraphqlResponse<Result> {
  data?: Result | null;
  errors?: GraphqlErrorItem[];
}

/**
 * A client for the calendar. Its methods reject with an `ApiError`, `ConnectionError` or `TimeoutError`, or with the reason of an aborted
 * `signal`.
 */
export class CalendarClient {
  private readonly session = new CalendarSession();
  private readonly transport: Transport;
  private readonly origin: string;

  constructor({ url, hash, ...transport }: CalendarClientOptions) {
    this.origin = url.replace(/\/+$/, '');
    this.session.hash = hash;
    this.transport = new Transport(this.session, transport, calendarError);
  }

  /**
   * Sends a GraphQL operation, e.g. a document of GraphQL Code Generator.
   * @returns `data` of the response
   * @throws ApiError when the response contains errors: it describes the first one
   */
  async request<Result, Variables extends object>(
    document: TypedDocument<Result, Variables>,
    variables: Variables,
    { signal }: RequestOptions = {},
  ): Promise<Result> {
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({ query: document.toString(), variables }),
      signal,
    };
    try {
      const response = await this.transport.send(new Request(`${this.origin}/graphql`, init));
      return this.dataOf<Result>(response, await response.text());
    } catch (error) {
      throw toClientError(error, signal);
    }
  }

  /** The signed-in user; null without a session. */
  async me(options?: RequestOptions) {
    return (await this.request(MeDocument, {}, options)).me;
  }

  /** Creates an account, unless the address has one, and mails a sign-in link. @returns the errors of `input`; empty on success */
  async signUp(input: SignupInput, options?: RequestOptions) {
    return (await this.request(SignUpDocument, { input }, options)).signup ?? [];
  }

  /** Mails a sign-in link. An address without an account gets a mail that explains how to sign up. */
  async requestInvite(email: string, options?: RequestOptions): Promise<void> {
    await this.request(RequestInviteDocument, { input: { email } }, options);
  }

  /** Redeems the hash of a mailed link, or a calendar ticket of the Admin API. Later requests of this client use the session. */
  async signIn(hash: string, options?: RequestOptions): Promise<SignInMutation['signin']> {
    const { signin } = await this.request(SignInDocument, { input: { hash } }, options);
    this.session.hash = signin.hash;
    return signin;
  }

  /** Ends the session. */
  async signOut(options?: RequestOptions): Promise<void> {
    await this.request(SignOutDocument, {}, options);
    this.session.hash = undefined;
  }

  /** @returns null when there is no such event */
  async event(id: string, options?: RequestOptions) {
    return (await this.request(EventDocument, { id }, options)).event ?? null;
  }

  /** Events in the order of their start, at most `filter.limit` (100 by default). */
  async events(filter: EventsQueryFilter, options?: RequestOptions) {
    return ((await this.request(EventsDocument, { filter }, options)).events ?? []).filter((event) => event !== null);
  }

  /**
   * An event with its first changed occurrences (at most `overrides`, 100 by default) and its next occurrences (at most `first`, 10 by
   * default).
   * @returns null for an unknown id
   */
  async eventDetails(
    id: string,
    { first, overrides, ...options }: RequestOptions & { first?: number; overrides?: number } = {},
  ) {
    return (await this.request(EventDetailsDocument, { id, first, overrides }, options)).eventDetails;
  }

  /**
   * The events that `events` returns, with their details and the next occurrence of each. `latestFirst` reverses the order, so that
   * `filter.limit` leaves out the earliest events instead of the latest.
   */
  async eventDetailsList(
    filter: EventsQueryFilter,
    { latestFirst, ...options }: RequestOptions & { latestFirst?: boolean } = {},
  ): Promise<ListedEvent[]> {
    return (await this.request(EventDetailsListDocument, { filter, latestFirst }, options)).eventDetailsList;
  }

  /** One page of results: the events that contain each of the first ten words of `search.text`. */
  async searchEvents(search: SearchEventsQueryVariables, options?: RequestOptions) {
    return (await this.request(SearchEventsDocument, search, options)).searchEvents;
  }

  /**
   * The tags of events with the number of events of each, the most used tag first, at most 1,000.
   * @param owner the id of a user: counts only their events
   */
  async categories(owner?: string, options?: RequestOptions) {
    return (await this.request(CategoriesDocument, { owner }, options)).categories;
  }

  /** The first occurrences (10 by default) that an event with this time would have. Creates no event. Needs a session. */
  async previewOccurrences(time: EventTimeInput, { first, ...options }: RequestOptions & { first?: number } = {}) {
    return (await this.request(PreviewOccurrencesDocument, { input: { time }, first }, options)).previewOccurrences;
  }

  /**
   * The occurrences that end after `filter.from` and start before `filter.to`, in the order of their start.
   * @param filter without `limit`, which the calendar rejects with this operation
   * @param options `pageSize`: the number of occurrences in each request, 100 by default
   */
  async *occurrences(
    filter: OccurrencesQueryFilter,
    { pageSize = 100, signal }: RequestOptions & { pageSize?: number } = {},
  ): AsyncGenerator<Occurrence, void, undefined> {
    let after: string | null | undefined;
    for (let hasNext = true; hasNext;) {
      const variables = { filter, first: pageSize, after };
      const { occurrencePage: page } = await this.request(OccurrencePageDocument, variables, { signal });
      yield* page.nodes;
      after = page.pageInfo.endCursor;
      hasNext = page.pageInfo.hasNextPage;
    }
  }

  /** Creates an event of the signed-in user. Needs a session. */
  async createEvent(input: CreateEventInput, options?: RequestOptions) {
    return (await this.request(CreateEventDocument, { input }, options)).createEvent;
  }

  /** Changes the given fields of an event. Needs the session of the event's owner. */
  async updateEvent(input: UpdateEventInput, options?: RequestOptions) {
    return (await this.request(UpdateEventDocument, { input }, options)).updateEvent;
  }

  /** Deletes an event with all its occurrences. Needs the session of the event's owner. */
  async deleteEvent(id: string, options?: RequestOptions): Promise<void> {
    await this.request(DeleteEventDocument, { id }, options);
  }

  /** Deletes an event as `deleteEvent` does. @returns the deleted event, and the number of its changed or cancelled occurrences */
  async deleteEventWithReport(id: string, options?: RequestOptions) {
    return (await this.request(DeleteEventWithReportDocument, { id }, options)).deleteEventWithReport;
  }

  /** Cancels one occurrence of a series. Needs the session of the event's owner. */
  async cancelOccurrence(id: string, options?: RequestOptions): Promise<Occurrence> {
    return (await this.request(CancelOccurrenceDocument, { id }, options)).cancelOccurrence;
  }

  /** Changes the given fields of one occurrence of a series. Needs the session of the event's owner. */
  async changeOccurrence(input: ChangeOccurrenceInput, options?: RequestOptions): Promise<Occurrence> {
    return (await this.request(ChangeOccurrenceDocument, { input }, options)).changeOccurrence;
  }

  /** Removes all changes of an occurrence, also its cancellation. Needs the session of the event's owner. */
  async restoreOccurrence(id: string, options?: RequestOptions): Promise<Occurrence> {
    return (await this.request(RestoreOccurrenceDocument, { id }, options)).restoreOccurrence;
  }

  /** Changes an occurrence of a series and all later ones. Needs the session of the event's owner. */
  async changeSeriesFrom(input: ChangeSeriesFromInput, options?: RequestOptions) {
    return (await this.request(ChangeSeriesFromDocument, { input }, options)).changeSeriesFrom;
  }

  /** The settings for answers to an event. @returns null when there is no such event, or `setRsvp` was never called for it */
  async rsvpSettings(eventId: string, options?: RequestOptions) {
    return (await this.request(RsvpSettingsDocument, { eventId }, options)).rsvpSettings ?? null;
  }

  /**
   * The taken and free places of an occurrence, and the URL of its page for guests.
   * @returns null when there is no such occurrence, or `setRsvp` was never called for its event
   */
  async rsvp(occurrenceId: string, options?: RequestOptions) {
    return (await this.request(RsvpDocument, { occurrenceId }, options)).rsvp ?? null;
  }

  /** One page of results: the answers to an occurrence. Needs the session of the event's owner. */
  async rsvpResponses(variables: RsvpResponsesQueryVariables, options?: RequestOptions) {
    return (await this.request(RsvpResponsesDocument, variables, options)).rsvpResponses;
  }

  /**
   * The answers to an occurrence as CSV, at most 20,000 rows: all answers, and as many unused mailed links as fit. Needs the session of
   * the event's owner.
   */
  async rsvpResponsesCsv(occurrenceId: string, { signal }: RequestOptions = {}): Promise<string> {
    const url = `${this.origin}/rsvp/answers/${encodeURIComponent(occurrenceId)}.csv`;
    try {
      return await (await this.transport.send(new Request(url, { signal }))).text();
    } catch (error) {
      throw toClientError(error, signal);
    }
  }

  /** The occurrences of an event that have answers or mailed links, the latest first, at most 200. Needs the session of its owner. */
  async answeredOccurrences(eventId: string, options?: RequestOptions) {
    return (await this.request(AnsweredOccurrencesDocument, { eventId }, options)).answeredOccurrences;
  }

  /** Allows guests to answer the occurrences of an event, or changes the settings for their answers. Needs the session of its owner. */
  async setRsvp(input: SetRsvpInput, options?: RequestOptions) {
    return (await this.request(SetRsvpDocument, { input }, options)).setRsvp;
  }

  /** Removes an answer. Needs the session of the event's owner or of the guest. */
  async removeRsvpResponse(id: string, options?: RequestOptions): Promise<void> {
    await this.request(RemoveRsvpResponseDocument, { id }, options);
  }

  private dataOf<Result>(response: Response, body: string): Result {
    const { data, errors = [] } = JSON.parse(body) as GraphqlResponse<Result>;
    const [first] = errors;
    if (first) throw graphqlError(first, response);
    if (data === undefined || data === null) throw calendarError(response, body);
    return data;
  }
}
