import { getNamedType, type GraphQLSchema, isLeafType, type DocumentNode } from 'graphql';
import { type ComplexityEstimator, getComplexity } from 'graphql-query-complexity';

/** Size assumed for `CalendarEvent.occurrences`, which has no limit argument: half of its maximum. */
const ASSUMED_OCCURRENCES = 50;

/** Lists with a default size of their own. */
const DEFAULT_SIZES = new Map([
  ['nextOccurrences', 10],
  ['previewOccurrences', 10],
]);

export interface CostOptions {
  schema: GraphQLSchema;
  operationName: string | null | undefined;
  variables: Record<string, unknown>;
  /** Limit of a list whose filter names none. */
  defaultLimit: number;
  maxLimit: number;
}

function limitOf(filter: unknown, { defaultLimit, maxLimit }: CostOptions): number {
  const limit = typeof filter === 'object' && filter !== null && 'limit' in filter ? filter.limit : undefined;
  return typeof limit === 'number' ? Math.min(Math.max(limit, 0), maxLimit) : defaultLimit;
}

function estimator(options: CostOptions): ComplexityEstimator {
  return ({ type, field, args, childComplexity }) => {
    if (isLeafType(getNamedType(field.type))) return 0;
    if (type.name.endsWith('Page') && field.name === 'pageInfo') return 0;
    const hasFirst = field.args.some(({ name }) => name === 'first');
    const first = args.first ?? DEFAULT_SIZES.get(field.name);
    const pageSize = hasFirst ? limitOf({ limit: first }, options) : undefined;
    const hasFilter = field.args.some(({ name }) => name === 'filter');
    const isOccurrences = type.name === 'CalendarEvent' && field.name === 'occurrences';
    const size = pageSize ?? (hasFilter ? limitOf(args.filter, options) : isOccurrences ? ASSUMED_OCCURRENCES : 1);
    return size * (1 + childComplexity);
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
