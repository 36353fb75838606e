import { type CalendarGraphqlConfiguration } from '@almanac/validation';
import { type FieldNode, GraphQLError, type OperationDefinitionNode, type ValidationRule } from 'graphql';
import { type FragmentLookup, isIntrospection, measureSelections } from './selections';

type Limits = Pick<CalendarGraphqlConfiguration, 'graphqlMaxDepth' | 'graphqlMaxAliases'>;
type Counts = ReadonlyMap<string, number>;

const NONE: Counts = new Map();

function depthOf({ selectionSet }: OperationDefinitionNode, fragments: FragmentLookup): number {
  return measureSelections<number>(selectionSet, fragments, {
    nothing: 0,
    field: (field, below) => (isIntrospection(field) || !field.selectionSet ? 1 : 1 + below(field.selectionSet)),
    join: Math.max,
  });
}

function sum(one: Counts, other: Counts): Counts {
  if (other.size === 0) return one;
  const total = new Map(one);
  for (const [name, count] of other) total.set(name, (total.get(name) ?? 0) + count);
  return total;
}

/** How often each field is selected under `counted` circumstances, fragments counted wherever they are spread. */
function countFields(
  { selectionSet }: OperationDefinitionNode,
  fragments: FragmentLookup,
  counted: (field: FieldNode) => boolean,
): Counts {
  return measureSelections<Counts>(selectionSet, fragments, {
    nothing: NONE,
    field: (field, below) => {
      const inside = field.selectionSet ? below(field.selectionSet) : NONE;
      return counted(field) ? sum(inside, new Map([[field.name.value, 1]])) : inside;
    },
    join: sum,
  });
}

function* problemsOf(operation: OperationDefinitionNode, fragments: FragmentLookup, limits: Limits) {
  const { graphqlMaxDepth, graphqlMaxAliases } = limits;
  if (depthOf(operation, fragments) > graphqlMaxDepth) {
    yield `The operation is nested deeper than ${graphqlMaxDepth} levels.`;
  }
  const aliases = countFields(operation, fragments, (field) => field.alias !== undefined);
  for (const [name, count] of aliases) {
    if (count > graphqlMaxAliases) yield `The operation has more than ${graphqlMaxAliases} aliases of "${name}".`;
  }
  // Guessing hashes has to cost a request each, whatever the rate limit.
  const fields = countFields(operation, fragments, (field) => field.name.value === 'signin');
  if ((fields.get('signin') ?? 0) > 1) yield 'An operation may sign in once.';
}

/** Refuses, before anything is executed, operations that are too deep, repeat a field too often or sign in twice. */
export function limitRule(limits: Limits): ValidationRule {
  return (context) => ({
    OperationDefinition(operation) {
      for (const message of problemsOf(operation, (name) => context.getFragment(name), limits)) {
        context.reportError(new GraphQLError(message, { nodes: operation }));
      }
    },
  });
}
