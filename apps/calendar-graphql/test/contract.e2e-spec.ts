import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import {
  buildClientSchema,
  type GraphQLField,
  type GraphQLSchema,
  getIntrospectionQuery,
  type IntrospectionQuery,
  isInputObjectType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
} from 'graphql';
import { join } from 'node:path';
import { TestCalendar } from './calendar';

/** What the service offers beyond the frozen schema. */
const additions = [
  'Mutation.importEvents(ics: String!, timeZone: TimeZone, includePrivate: Boolean): ImportReport!',
  'ImportReport.created: Int!',
  'ImportReport.updated: Int!',
  'ImportReport.unchanged: Int!',
  'ImportReport.skipped: Int!',
  'ImportReport.components: [ImportedComponent!]!',
  'ImportReport.ignored: [IgnoredName!]!',
  'ImportedComponent.line: Int!',
  'ImportedComponent.component: String!',
  'ImportedComponent.uid: String',
  'ImportedComponent.recurrenceId: String',
  'ImportedComponent.title: String',
  'ImportedComponent.result: ImportResult!',
  'ImportedComponent.reason: String',
  'ImportedComponent.warnings: [String!]!',
  'ImportedComponent.eventId: ID',
  'IgnoredName.name: String!',
  'IgnoredName.count: Int!',
  'Mutation.signout: Boolean!',
  'Mutation.deleteEvent(id: ID!): Boolean!',
  'Query.occurrencePage(filter: OccurrencesQueryFilter!, first: Int, after: String): OccurrencePage!',
  'OccurrencePage.nodes: [OccurrenceNode!]!',
  'OccurrencePage.pageInfo: PageInfo!',
  'PageInfo.endCursor: String',
  'PageInfo.hasNextPage: Boolean!',
  'OccurrenceNode.occurrence: EventOccurrence!',
  'OccurrenceNode.isAllDay: Boolean!',
  'OccurrenceNode.startDate: String',
  'OccurrenceNode.endDate: String',
  'OccurrenceNode.tags: [String!]!',
  'OccurrenceNode.info: [EventInformation]!',
  'OccurrenceNode.location: Location!',
  'OccurrenceNode.status: EventStatus!',
  'OccurrenceNode.recurrenceId: String',
  'Query.eventDetails(id: ID!): EventDetails',
  'Query.eventDetailsList(filter: EventsQueryFilter!, latestFirst: Boolean): [EventDetails!]!',
  'EventDetails.event: CalendarEvent!',
  'EventDetails.uid: String!',
  'EventDetails.tags: [String!]!',
  'EventDetails.isAllDay: Boolean!',
  'EventDetails.overrides(first: Int): [OccurrenceNode!]!',
  'EventDetails.nextOccurrences(first: Int): [OccurrenceNode!]!',
  'EventDetails.icsUrl: String!',
  'EventDetails.webcalUrl: String!',
  'Query.feedLinks(owner: ID, category: Category): FeedLinks',
  'FeedLinks.icsUrl: String!',
  'FeedLinks.webcalUrl: String!',
  'Query.personalFeed: PersonalFeed',
  'PersonalFeed.createdAt: Date!',
  'Mutation.createPersonalFeed: FeedLinks!',
  'Mutation.revokePersonalFeed: Boolean!',
  'EventDetails.createdAt: Date!',
  'EventDetails.updatedAt: Date!',
  'Query.searchEvents(text: String!, from: Timestamp, to: Timestamp, categories: [Category], owner: ID, first: Int, after: String): EventSearchPage!',
  'EventSearchPage.nodes: [EventDetails!]!',
  'EventSearchPage.pageInfo: PageInfo!',
  'Query.categories(owner: ID): [CategoryCount!]!',
  'CategoryCount.category: Category!',
  'CategoryCount.events: Int!',
  'Query.previewOccurrences(input: PreviewInput!, first: Int): [PreviewedOccurrence!]!',
  'PreviewInput.time: EventTimeInput!',
  'PreviewedOccurrence.start: String!',
  'PreviewedOccurrence.end: String!',
  'PreviewedOccurrence.isAllDay: Boolean!',
  'Mutation.deleteEventWithReport(id: ID!): DeletedEvent!',
  'DeletedEvent.id: ID!',
  'DeletedEvent.info: [EventInformation]!',
  'DeletedEvent.time: EventTime!',
  'DeletedEvent.tags: [String!]!',
  'DeletedEvent.overrides: Int!',
  'Mutation.cancelOccurrence(id: ID!): OccurrenceNode!',
  'Mutation.changeOccurrence(input: ChangeOccurrenceInput!): OccurrenceNode!',
  'Mutation.restoreOccurrence(id: ID!): OccurrenceNode!',
  'Mutation.changeSeriesFrom(input: ChangeSeriesFromInput!): SeriesChange!',
  'OccurrenceTimeInput.start: Timestamp!',
  'OccurrenceTimeInput.end: Timestamp!',
  'OccurrenceTimeInput.allDay: Boolean',
  'ChangeOccurrenceInput.id: ID!',
  'ChangeOccurrenceInput.time: OccurrenceTimeInput',
  'ChangeOccurrenceInput.info: [EventInformationInput!]',
  'ChangeOccurrenceInput.location: EventLocationInput',
  'ChangeOccurrenceInput.status: String',
  'FollowingTimeInput.timeZone: TimeZone',
  'FollowingTimeInput.start: Timestamp!',
  'FollowingTimeInput.end: Timestamp!',
  'FollowingTimeInput.allDay: Boolean',
  'FollowingTimeInput.recurrence: String',
  'ChangeSeriesFromInput.id: ID!',
  'ChangeSeriesFromInput.time: FollowingTimeInput',
  'ChangeSeriesFromInput.info: [EventInformationInput!]',
  'ChangeSeriesFromInput.location: EventLocationInput',
  'ChangeSeriesFromInput.meta: EventMetaInput',
  'ChangeSeriesFromInput.status: String',
  'SeriesChange.event: CalendarEvent!',
  'SeriesChange.previousEvent: CalendarEvent',
  'SeriesChange.removedOverrides: [String!]!',
  'Query.rsvpSettings(eventId: ID!): RsvpSettings',
  'RsvpSettings.eventId: ID!',
  'RsvpSettings.isOpen: Boolean!',
  'RsvpSettings.capacity: Int',
  'RsvpSettings.maxPartySize: Int!',
  'RsvpSettings.hasWaitingList: Boolean!',
  'Query.rsvp(occurrenceId: ID!): Rsvp',
  'Rsvp.occurrenceId: ID!',
  'Rsvp.isOpen: Boolean!',
  'Rsvp.capacity: Int',
  'Rsvp.maxPartySize: Int!',
  'Rsvp.hasWaitingList: Boolean!',
  'Rsvp.placesTaken: Int!',
  'Rsvp.placesLeft: Int',
  'Rsvp.waiting: Int!',
  'Rsvp.url: String!',
  'Rsvp.answer: RsvpResponse',
  'Query.answeredOccurrences(eventId: ID!): [AnsweredOccurrence!]!',
  'AnsweredOccurrence.occurrenceId: ID!',
  'AnsweredOccurrence.start: Date!',
  'AnsweredOccurrence.isCancelled: Boolean!',
  'AnsweredOccurrence.counts: RsvpCounts!',
  'Query.rsvpResponses(occurrenceId: ID!, state: RsvpState, first: Int, after: String): RsvpResponsePage!',
  'RsvpResponsePage.nodes: [RsvpResponse!]!',
  'RsvpResponsePage.pageInfo: PageInfo!',
  'RsvpResponsePage.counts: RsvpCounts!',
  'RsvpResponse.id: ID!',
  'RsvpResponse.occurrenceId: ID!',
  'RsvpResponse.name: String!',
  'RsvpResponse.email: String!',
  'RsvpResponse.state: RsvpState!',
  'RsvpResponse.partySize: Int!',
  'RsvpResponse.position: Int',
  'RsvpResponse.updatedAt: Date!',
  'RsvpCounts.attending: Int!',
  'RsvpCounts.attendingPlaces: Int!',
  'RsvpCounts.waiting: Int!',
  'RsvpCounts.waitingPlaces: Int!',
  'RsvpCounts.maybe: Int!',
  'RsvpCounts.declined: Int!',
  'RsvpCounts.unanswered: Int!',
  'Mutation.setRsvp(input: SetRsvpInput!): RsvpSettings!',
  'SetRsvpInput.eventId: ID!',
  'SetRsvpInput.isOpen: Boolean',
  'SetRsvpInput.capacity: Int',
  'SetRsvpInput.unlimited: Boolean',
  'SetRsvpInput.maxPartySize: Int',
  'SetRsvpInput.hasWaitingList: Boolean',
  'Mutation.respondToRsvp(input: RsvpInput!): RsvpResponse!',
  'RsvpInput.occurrenceId: ID!',
  'RsvpInput.answer: RsvpReply!',
  'RsvpInput.partySize: Int',
  'Mutation.requestRsvpLink(input: RequestRsvpLinkInput!): Boolean!',
  'RequestRsvpLinkInput.occurrenceId: ID!',
  'RequestRsvpLinkInput.email: String!',
  'RequestRsvpLinkInput.name: String!',
  'Mutation.removeRsvpResponse(id: ID!): Boolean!',
];

/** The rows of each table of a Markdown file, by heading; without head and rule. */
function tablesOf(text: string): Map<string, string[][]> {
  const sections = text.split(/^## /m).slice(1);
  return new Map(
    sections.map((section) => {
      const [heading = '', ...lines] = section.split('\n');
      const rows = lines.filter((line) => line.startsWith('|')).slice(2);
      return [
        heading.trim(),
        rows.map((row) =>
          row
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim()),
        ),
      ];
    }),
  );
}

const frozen = tablesOf(readFileSync(join(__dirname, 'contract/frozen-schema.md'), 'utf8'));

const withoutNote = (type: string): string => type.replace(' (nullable)', '');
const operations = (heading: string, root: string): string[] =>
  (frozen.get(heading) ?? []).map(([name, argument = '', returns = '']) => {
    const signature = argument === 'none' ? '' : `(${withoutNote(argument)})`;
    return `${root}.${name}${signature}: ${withoutNote(returns)}`;
  });
const fields = (heading: string): string[] =>
  (frozen.get(heading) ?? []).map(([type, field, fieldType]) => `${type}.${field}: ${fieldType}`);

function described(parent: string, { name, args, type }: GraphQLField<unknown, unknown>): string {
  const signature = args.length > 0 ? `(${args.map((arg) => `${arg.name}: ${arg.type}`).join(', ')})` : '';
  return `${parent}.${name}${signature}: ${type}`;
}

function everythingIn(schema: GraphQLSchema): string[] {
  const types = Object.values(schema.getTypeMap()).filter(({ name }) => !name.startsWith('__'));
  return types.flatMap((type) => {
    if (isObjectType(type)) return Object.values(type.getFields()).map((field) => described(type.name, field));
    if (isInputObjectType(type)) {
      return Object.values(type.getFields()).map((field) => `${type.name}.${field.name}: ${field.type}`);
    }
    return [];
  });
}

describe('the served schema', () => {
  let calendar: TestCalendar;
  let schema: GraphQLSchema;
  beforeAll(async () => {
    calendar = await TestCalendar.start();
    schema = buildClientSchema(
      await calendar.ask<IntrospectionQuery & Record<string, unknown>>(getIntrospectionQuery()),
    );
  });
  afterAll(() => calendar.stop());

  it('is the frozen schema, type by type and field by field, with the listed additions', () => {
    const contract = [
      ...fields('Output types'),
      ...fields('Input types'),
      ...operations('Queries', 'Query'),
      ...operations('Mutations', 'Mutation'),
    ];
    expect(contract).toHaveLength(33 + 37 + 4 + 5);
    expect(everythingIn(schema).sort()).toEqual([...contract, ...additions].sort());
  });

  it('has the frozen scalars, the unused one included, and no others', () => {
    const own = Object.values(schema.getTypeMap()).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
    expect(own.map(({ name }) => name).sort()).toEqual((frozen.get('Scalars') ?? []).map(([name]) => name).sort());
  });

  it('has no default values, no subscriptions and nothing deprecated', () => {
    expect(schema.getSubscriptionType()).toBeFalsy();
    const mutationsAndQueries = [schema.getQueryType(), schema.getMutationType()].flatMap((type) =>
      Object.values(type?.getFields() ?? {}),
    );
    for (const { args, deprecationReason } of mutationsAndQueries) {
      expect(args.every(({ defaultValue }) => defaultValue === undefined)).toBe(true);
      expect(deprecationReason).toBeFalsy();
    }
  });

  it('is what the committed types were generated from', () => {
    const script = join(__dirname, '../generate-types.mjs');
    expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
  });
});
