import { getNamedType, type GraphQLSchema, isLeafType, type DocumentNode } from 'graphql';
import { type ComplexityEstimator, type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity';

interface ListSize {
  default: number;
  max: number;
}

/** Lists whose size does not depend on `defaultLimit` and `maxLimit`. */
const LIST_SIZES: ReadonlyMap<string, ListSize> = new Map([
  // The field has no limit argument and returns at most 100 items. Half of that is assumed.
  ['CalendarEvent.occurrences', { default: 50, max: 50 }],
  ['EventDetails.overrides', { default: 100, max: 1_000 }],
  ['EventDetails.nextOccurrences', { default: 10, max: 100 }],
  ['Query.previewOccurrences', { default: 10, max: 100 }],
  ['Query.categories', { default: 1_000, max: 1_000 }],
  ['Query.answeredOccurrences', { default: 200, max: 200 }],
]);

/** The schema and the values from which the cost of an operation is computed. */
export interface CostOptions {
  schema: GraphQLSchema;
  operationName: string | null | undefined;
  variables: Record<string, unknown>;
  /** The size of a list if the operation does not set its limit. */
  defaultLimit: number;
  /** The maximum size of a list, also if the operation sets a larger limit. */
  maxLimit: number;
}

function sizeOfLimit(limit: unknown, size: ListSize): number {
  return typeof limit === 'number' ? Math.min(Math.max(limit, 0), size.max) : size.default;
}

function limitOfFilter(filter: unknown): unknown {
  return typeof filter === 'object' && filter !== null && 'limit' in filter ? filter.limit : undefined;
}

/**
 * The number of objects that a field is assumed to return. For a list with a limit or a fixed size, this is the maximum number of items
 * (half of it for `CalendarEvent.occurrences`). For every other field it is one.
 */
function sizeOf({ type, field, args }: ComplexityEstimatorArgs, { defaultLimit, maxLimit }: CostOptions): number {
  const ownSize = LIST_SIZES.get(`${type.name}.${field.name}`);
  if (ownSize) return sizeOfLimit(args.first, ownSize);
  const hasArgument = (name: string): boolean => field.args.some((each) => each.name === name);
  const size = { default: defaultLimit, max: maxLimit };
  if (hasArgument('first')) return sizeOfLimit(args.first, size);
  return hasArgument('filter') ? sizeOfLimit(limitOfFilter(args.filter), size) : 1;
}

function estimator(options: CostOptions): ComplexityEstimator {
  return (selection) => {
    const { type, field, childComplexity } = selection;
    // Scalars, enums and the `pageInfo` of a page load no objects.
    if (isLeafType(getNamedType(field.type))) return 0;
    if (type.name.endsWith('Page') && field.name === 'pageInfo') return 0;
    return sizeOf(selection, options) * (1 + childComplexity);
  };
}

/**
 * The number of objects that an operation is assumed to load. The cost of a list is its size times the cost of one item and
 * its selected fields.
 * @throws GraphQLError when a required argument has no value, or the fragments expand to more than 10,000 selections
 */
export function operationCost(query: DocumentNode, options: CostOptions): number {
  const { schema, variables, operationName } = options;
  return getComplexity({
    schema,
    query,
    variables,
    operationName: operationName ?? undefined,
    estimators: [estimator(options)],
  });
}
