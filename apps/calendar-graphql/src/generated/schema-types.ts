// Made by generate-types.mjs; do not edit.
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string };
  String: { input: string; output: string };
  Boolean: { input: boolean; output: boolean };
  Int: { input: number; output: number };
  Float: { input: number; output: number };
  /** An instant as an RFC 3339 date-time in UTC, e.g. `2025-03-03T08:00:00Z`. */
  Date: { input: string; output: string };
  /** An RFC 3339 date-time with a numeric offset or Z; seconds are required, fractions are cut off, years 1900 to 2199. */
  Timestamp: { input: string; output: string };
  /** An IANA time zone name, e.g. `Europe/Berlin`. Case does not matter on input; aliases are echoed as they are. */
  TimeZone: { input: string; output: string };
  /** One of: confirmed, tentative, cancelled. */
  EventStatus: { input: string; output: string };
  /** A language code such as a two-letter one (BCP 47). */
  Language: { input: string; output: string };
  /** A label that events carry as a tag; compared trimmed and without regard to case. */
  Category: { input: string; output: string };
};

export type User = {
  name: Scalars['String']['output'];
  username: Scalars['String']['output'];
  /** The address for the user themselves, the empty string for other users. */
  email: Scalars['String']['output'];
  id: Scalars['ID']['output'];
};

export type UserSession = {
  /** The hash that was sent: it is the credential of the session (`Authorization: Bearer <hash>`). */
  hash: Scalars['String']['output'];
  user: User;
  /** When the link was redeemed. */
  ctime: Scalars['Date']['output'];
  /** False once the session expired or was revoked. */
  isValid: Scalars['Boolean']['output'];
};

export type CalendarEvent = {
  id: Scalars['ID']['output'];
  owner: User;
  info: Array<Maybe<EventInformation>>;
  time: EventTime;
  status: Scalars['EventStatus']['output'];
  location: Location;
  /**
   * At most 100, none for a cancelled event. Below `events` and `occurrences` those of the filter's window and zone; otherwise from
   * the event's start, in the event's zone.
   */
  occurrences?: Maybe<Array<Maybe<EventOccurrence>>>;
};

export type EventOccurrence = {
  /** `<event id>_<utcStart in the basic format>`: the same in every window, zone and page. */
  id: Scalars['ID']['output'];
  event: CalendarEvent;
  /** RFC 3339 in `timeZone`, with a numeric offset. */
  start: Scalars['String']['output'];
  /** RFC 3339 in UTC, with Z. */
  utcStart: Scalars['String']['output'];
  /** RFC 3339 in `timeZone`, with a numeric offset. */
  end: Scalars['String']['output'];
  /** RFC 3339 in UTC, with Z. */
  utcEnd: Scalars['String']['output'];
  /** The zone `start` and `end` are given in: the filter's, else the event's. */
  timeZone: Scalars['String']['output'];
};

export type Location = {
  address?: Maybe<Scalars['String']['output']>;
  name?: Maybe<Scalars['String']['output']>;
};

export type EventTime = {
  timeZone?: Maybe<Scalars['TimeZone']['output']>;
  /** With the offset of `timeZone`. */
  start?: Maybe<Scalars['Timestamp']['output']>;
  /** With the offset of `timeZone`. */
  end?: Maybe<Scalars['Timestamp']['output']>;
  /** The accepted RRULE, EXDATE and RDATE lines; can be sent back unchanged. Null for a single event. */
  recurrence?: Maybe<Scalars['String']['output']>;
  /** The excluded instants as in the value of an RFC 5545 EXDATE: UTC, sorted, comma-separated. Null if there are none. */
  exceptions?: Maybe<Scalars['String']['output']>;
};

export type EventInformation = {
  language: Scalars['String']['output'];
  title: Scalars['String']['output'];
  description?: Maybe<Scalars['String']['output']>;
};

export type Error = {
  path: Scalars['String']['output'];
  message: Scalars['String']['output'];
};

export type SignupInput = {
  email: Scalars['String']['input'];
  username: Scalars['String']['input'];
  name: Scalars['String']['input'];
};

export type SigninInput = {
  hash: Scalars['String']['input'];
};

export type RequestInviteInput = {
  email: Scalars['String']['input'];
};

export type EventsQueryFilter = {
  /** The id of a user. */
  owner?: InputMaybe<Scalars['ID']['input']>;
  /** 1 and more; 100 by default, 1,000 at most. */
  limit?: InputMaybe<Scalars['Int']['input']>;
  /** Events with an occurrence that ends after this instant. */
  from?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Events with an occurrence that starts before this instant. */
  to?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Events that carry any of them. */
  categories?: InputMaybe<Array<InputMaybe<Scalars['Category']['input']>>>;
};

export type OccurrencesQueryFilter = {
  /** Occurrences that end after this instant. */
  from?: InputMaybe<Scalars['Timestamp']['input']>;
  /** Occurrences that start before this instant. */
  to?: InputMaybe<Scalars['Timestamp']['input']>;
  /** The zone of `start` and `end` in the answer; each event's own by default. */
  timeZone?: InputMaybe<Scalars['TimeZone']['input']>;
  /** Occurrences of events that carry any of them. */
  categories?: InputMaybe<Array<InputMaybe<Scalars['Category']['input']>>>;
  /** 1 and more; 100 by default, 1,000 at most. */
  limit?: InputMaybe<Scalars['Int']['input']>;
};

export type EventTimeInput = {
  timeZone: Scalars['TimeZone']['input'];
  start: Scalars['Timestamp']['input'];
  end: Scalars['Timestamp']['input'];
  /** Lines of RFC 5545: one RRULE (with or without `RRULE:`), any number of EXDATE and RDATE. Absent, null or blank: a single event. */
  recurrence?: InputMaybe<Scalars['String']['input']>;
};

export type EventInformationInput = {
  /** A BCP 47 tag. */
  language: Scalars['String']['input'];
  /** 1 to 255 characters. */
  title: Scalars['String']['input'];
  /** At most 10,000 characters. */
  description?: InputMaybe<Scalars['String']['input']>;
};

export type EventLocationInput = {
  /** At most 1,000 characters. */
  address?: InputMaybe<Scalars['String']['input']>;
  /** At most 1,000 characters. */
  name?: InputMaybe<Scalars['String']['input']>;
};

export type EventMetaInput = {
  /** At most 50, each of 1 to 64 characters. */
  tags: Array<InputMaybe<Scalars['String']['input']>>;
};

export type CreateEventInput = {
  time: EventTimeInput;
  /** At least one entry, one per language. */
  info: Array<InputMaybe<EventInformationInput>>;
  location: EventLocationInput;
  meta: EventMetaInput;
  /** confirmed, tentative or cancelled. */
  status: Scalars['String']['input'];
};

/** Absent and null leave a field as it is; every block that is sent replaces the whole block. */
export type UpdateEventInput = {
  id: Scalars['ID']['input'];
  time?: InputMaybe<EventTimeInput>;
  info?: InputMaybe<Array<EventInformationInput>>;
  location?: InputMaybe<EventLocationInput>;
  meta?: InputMaybe<EventMetaInput>;
  status?: InputMaybe<Scalars['String']['input']>;
};

export type Query = {
  /** The signed-in user, null for anonymous callers. */
  me?: Maybe<User>;
  /** Null when there is no such event. */
  event?: Maybe<CalendarEvent>;
  /** In the order of their start. */
  events?: Maybe<Array<Maybe<CalendarEvent>>>;
  /** In the order of their start, end and event. The next page begins `from` the last one's utcStart. */
  occurrences?: Maybe<Array<Maybe<EventOccurrence>>>;
};

export type QueryEventArgs = {
  id: Scalars['ID']['input'];
};

export type QueryEventsArgs = {
  filter: EventsQueryFilter;
};

export type QueryOccurrencesArgs = {
  filter: OccurrencesQueryFilter;
};

export type Mutation = {
  /** Mails a sign-in link. The empty list is success; otherwise what is wrong with the input. */
  signup?: Maybe<Array<Maybe<Error>>>;
  /** Redeems the hash of a mailed link; later calls return the same session. */
  signin: UserSession;
  /** Mails a sign-in link to the address if it has an account. True for every well-formed address. */
  requestInvite: Scalars['Boolean']['output'];
  /** Needs a session. */
  createEvent?: Maybe<CalendarEvent>;
  /** Needs the session of the event's owner. */
  updateEvent?: Maybe<CalendarEvent>;
  /** Ends the presented session. */
  signout: Scalars['Boolean']['output'];
  /** Needs the session of the event's owner. */
  deleteEvent: Scalars['Boolean']['output'];
};

export type MutationSignupArgs = {
  input?: InputMaybe<SignupInput>;
};

export type MutationSigninArgs = {
  input?: InputMaybe<SigninInput>;
};

export type MutationRequestInviteArgs = {
  input?: InputMaybe<RequestInviteInput>;
};

export type MutationCreateEventArgs = {
  input: CreateEventInput;
};

export type MutationUpdateEventArgs = {
  input: UpdateEventInput;
};

export type MutationDeleteEventArgs = {
  id: Scalars['ID']['input'];
};
