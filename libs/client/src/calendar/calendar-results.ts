// Names for the generated types of the results of `CalendarClient`.
import type {
  DetailsFieldsFragment,
  ListedFieldsFragment,
  OccurrencePageQuery,
  RsvpResponsesQuery,
  RsvpSettingsFieldsFragment,
} from '../generated/calendar.ts';

/** An occurrence with the changes of its override, if it has one. Its start and end are in the property `occurrence`. */
export type Occurrence = OccurrencePageQuery['occurrencePage']['nodes'][number];

/** An event with its tags, and when it was created and last changed. */
export type EventDetails = DetailsFieldsFragment;

/** The details of an event in a list, with its next occurrence, if there is one. */
export type ListedEvent = ListedFieldsFragment;

/** The settings for answers of guests (RSVP) to an event. */
export type RsvpSettings = RsvpSettingsFieldsFragment;

/** An answer with the guest's name and e-mail address. */
export type RsvpResponse = RsvpResponsesQuery['rsvpResponses']['nodes'][number];
