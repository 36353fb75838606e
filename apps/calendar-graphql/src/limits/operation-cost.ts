import { getNamedType, type GraphQLSchema, isLeafType, type DocumentNode } from 'graphql';
import { type ComplexityEstimator, type ComplexityEstimatorArgs, getComplexity } from 'graphql-query-complexity';

/** The size assumed for `CalendarEvent.occurrences`, which has no limit argument: half of its maximum. */
const ASSUMED_OCCURRENCES = 50;

/** Lists with a default size of their own. */
const DEFAULT_SIZES = new Map([
  ['nextOccurrences', 10],
  ['previewOccurrences', 10],
]);

/** The schema and the values by which the cost of an operation is computed. */
export interface CostOptions {
  schema: GraphQLSchema;
  operationName: string | null | undefined;
  variables: Record<string, unknown>;
  /** The size of a list whose arguments have no limit. */
  defaultLimit: number;
  maxLimit: number;
}

function sizeOfLimit(limit: unknown, { defaultLimit, maxLimit }: CostOptions): number {
  return typeof limit === 'number' ? Math.min(Math.max(limit, 0), maxLimit) : defaultLimit;
}

function limitOfFilter(filter: unknown): unknown {
  return typeof filter === 'object' && filter !== null && 'limit' in filter ? filter.limit : undefined;
}

/** The objects that a field counts: for a list with `first` or `filter`, the most that it can return; for other fields one. */
function sizeOf({ type, field, args }: ComplexityEstimatorArgs, options: CostOptions): number {
  const hasArgument = (name: string): boolean => field.args.some((each) => each.name === name);
  if (hasArgument('first')) return sizeOfLimit(args.first ?? DEFAULT_SIZES.get(field.name), options);
  if (hasArgument('filter')) return sizeOfLimit(limitOfFilter(args.filter), options);
  return type.name === 'CalendarEvent' && field.name === 'occurrences' ? ASSUMED_OCCURRENCES : 1;
}

function estimator(options: CostOptions): ComplexityEstimator {
  return (selection) => {
    const { type, field, childComplexity } = selection;
    // Scalars and the `pageInfo` of a page load no objects.
    if (isLeafType(getNamedType(field.type))) return 0;
    if (type.name.endsWith('Page') && field.name === 'pageInfo') return 0;
    return sizeOf(selection, options) * (1 + childComplexity);
  };
}

/**
 * The number of objects an operation can load. A list counts its limit and multiplies the cost of its selection.
 * @throws GraphQLError when an argument has no value, or fragments multiply to more than 10,000 selections
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
