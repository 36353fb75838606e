import { type GraphqlContext } from '../graphql/graphql-context';
import { type EventOutput } from './outputs';

/**
 * Fields of CalendarEvent that an {@link EventOutput} has as methods. Plain resolvers: a page calls them for each of its events,
 * and the framework's would make each a promise.
 */
export const eventFields = {
  CalendarEvent: {
    owner: (event: EventOutput, _args: object, context: GraphqlContext) => event.owner(context),
    occurrences: (event: EventOutput) => event.occurrences(),
  },
};
