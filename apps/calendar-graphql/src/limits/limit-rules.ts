import { type CalendarGraphqlConfiguration } from '@almanac/validation';
import { type FieldNode, GraphQLError, type OperationDefinitionNode, type ValidationRule } from 'graphql';
import { type FragmentLookup, reduceSelections } from './selections';

type Limits = Pick<CalendarGraphqlConfiguration, 'graphqlMaxDepth' | 'graphqlMaxAliases'>;
/** The number of selections by field name. */
type Counts = ReadonlyMap<string, number>;

const NO_COUNTS: Counts = new Map();

/** Fields such as `__schema`. Each counts as one level, because graphql-js itself limits the depth of introspection. */
function isIntrospection(field: FieldNode): boolean {
  return field.name.value.startsWith('__');
}

/** The number of levels of fields; an operation without nested fields has one. */
function depthOf({ selectionSet }: OperationDefinitionNode, fragments: FragmentLookup): number {
  return reduceSelections<number>(selectionSet, fragments, {
    empty: 0,
    field: (field, reduce) => (isIntrospection(field) || !field.selectionSet ? 1 : 1 + reduce(field.selectionSet)),
    combine: Math.max,
  });
}

function addCounts(one: Counts, other: Counts): Counts {
  if (other.size === 0) return one;
  const total = new Map(one);
  for (const [name, count] of other) total.set(name, (total.get(name) ?? 0) + count);
  return total;
}

/** Counts the selections that `isCounted` accepts, by field name. A fragment counts each time it is spread. */
function countFields(
  { selectionSet }: OperationDefinitionNode,
  fragments: FragmentLookup,
  isCounted: (field: FieldNode) => boolean,
): Counts {
  return reduceSelections<Counts>(selectionSet, fragments, {
    empty: NO_COUNTS,
    field: (field, reduce) => {
      const nested = field.selectionSet ? reduce(field.selectionSet) : NO_COUNTS;
      return isCounted(field) ? addCounts(nested, new Map([[field.name.value, 1]])) : nested;
    },
    combine: addCounts,
  });
}

/** Yields a message for each limit that an operation exceeds. */
function* exceededLimits(operation: OperationDefinitionNode, fragments: FragmentLookup, limits: Limits) {
  const { graphqlMaxDepth, graphqlMaxAliases } = limits;
  if (depthOf(operation, fragments) > graphqlMaxDepth) {
    yield `The operation is nested deeper than ${graphqlMaxDepth} levels.`;
  }
  const aliases = countFields(operation, fragments, (field) => field.alias !== undefined);
  for (const [name, count] of aliases) {
    if (count > graphqlMaxAliases) yield `The operation has more than ${graphqlMaxAliases} aliases of "${name}".`;
  }
  // A client that guesses the hashes of sign-in links has to send a request for each guess, so that the rate limit counts every guess.
  const signIns = countFields(operation, fragments, (field) => field.name.value === 'signin');
  if ((signIns.get('signin') ?? 0) > 1) yield 'An operation may select "signin" once.';
}

/** A validation rule that limits the depth of an operation and the number of aliases of each field, and allows only one `signin`. */
export function limitRule(limits: Limits): ValidationRule {
  return (context) => ({
    OperationDefinition(operation) {
      for (const message of exceededLimits(operation, (name) => context.getFragment(name), limits)) {
        context.reportError(new GraphQLError(message, { nodes: operation }));
      }
    },
  });
}
