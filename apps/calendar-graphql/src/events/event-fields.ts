import { type GraphqlContext } from '../graphql/graphql-context';
import { type EventOutput } from './outputs';

/**
 * Resolvers of the fields that {@link EventOutput} has as methods. Resolvers of Nest would create a promise for each event of a list.
 */
export const eventFields = {
  CalendarEvent: {
    owner: (event: EventOutput, _args: object, context: GraphqlContext) => event.owner(context),
    occurrences: (event: EventOutput, _args: object, context: GraphqlContext) => event.occurrences(context),
  },
};
