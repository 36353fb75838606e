// Names for generated types: the results of methods of `CalendarClient`.
import type {
  DetailsFieldsFragment,
  ListedFieldsFragment,
  OccurrencePageQuery,
  RsvpResponsesQuery,
  RsvpSettingsFieldsFragment,
} from '../generated/calendar.ts';

/** An occurrence with the changes of its override, if it has one. Its start and end are in the property `occurrence`. */
export type Occurrence = OccurrencePageQuery['occurrencePage']['nodes'][number];

/** An event with its tags, the URL of its iCalendar file, and the times of its creation and last change. */
export type EventDetails = DetailsFieldsFragment;

/** An element of `eventDetailsList` or `searchEvents`: the details of an event, and its next occurrence if it has one. */
export type ListedEvent = ListedFieldsFragment;

/** The settings for answers of guests (RSVP) to an event. */
export type RsvpSettings = RsvpSettingsFieldsFragment;

/** The answer of a guest to an occurrence, with the guest's name and e-mail address. */
export type RsvpResponse = RsvpResponsesQuery['rsvpResponses']['nodes'][number];
