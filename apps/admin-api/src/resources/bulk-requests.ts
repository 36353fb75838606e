import type { ApiContract, JsonObject } from '@almanac/api-versions';
import { ValidationError } from '@almanac/errors';
import type { BulkResult } from '@almanac/publishing';
import {
  assertLookupFormat,
  inVersion,
  parseBrowseQuery,
  planBrowse,
  type QueryParameters,
  type Resource,
  runBrowse,
  type RunQuery,
} from '@almanac/resource-queries';

/** A bulk request: it changes all resources that its filter matches. */
export interface BulkRequest<Row> {
  contract: ApiContract;
  resource: Resource<Row>;
  query: QueryParameters;
  /** A filter that the resources must match in addition. */
  condition?: string;
  /** A filter that every resource matches; used for `all=true` in the query. Absent if the route does not accept `all`. */
  matchAllFilter?: string;
  /** The maximum number of matching resources. */
  maxRows: number;
  now: Date;
}

/**
 * The ids of the resources that the filter of the query matches.
 * @throws ValidationError if there is no filter, or if too many resources match; BadRequestError for a filter that is not NQL
 */
export async function idsMatchingFilter<Row extends { id: string }>(
  run: RunQuery,
  { contract, resource, query, condition, matchAllFilter, maxRows, now }: BulkRequest<Row>,
): Promise<string[]> {
  const versioned = inVersion(resource, contract.version);
  const filter = filterOf(query, versioned, matchAllFilter);
  const request = parseBrowseQuery({ filter, fields: 'id', order: 'id asc' }, versioned);
  // The filter is parsed alone first. Otherwise a filter with unbalanced brackets could end the brackets that are added around it.
  planBrowse(versioned, request, now);
  const narrowed = condition === undefined ? filter : `${condition}+(${filter})`;
  const plan = planBrowse(versioned, { ...request, filter: narrowed, limit: maxRows }, now);
  const { rows, pagination } = await runBrowse(run, plan);
  if (pagination.total > maxRows) {
    throw new ValidationError(
      `The filter matches ${pagination.total} ${resource.key}; at most ${maxRows} can be changed at once.`,
      {
        property: 'filter',
        help: 'Narrow the filter, for example by dates, and send several requests.',
      },
    );
  }
  return rows.map(({ id }) => id);
}

function filterOf<Row>(query: QueryParameters, resource: Resource<Row>, matchAllFilter: string | undefined): string {
  const { filter = '' } = parseBrowseQuery({ filter: query.filter }, resource);
  if (filter.trim() !== '') return filter;
  if (matchAllFilter !== undefined && query.all === 'true') return matchAllFilter;
  const help = 'Name the resources in the query string, e.g. ?filter=status:draft.';
  throw new ValidationError('A bulk request needs a filter.', { property: 'filter', help });
}

/** The maximum number of ids that a client may name. */
const MAX_NAMED = 100;

/**
 * The ids in the parameter `ids` of a bulk request, without duplicates; undefined without the parameter.
 * @throws ValidationError for a value that is not an id, for more than 100 ids, and for ids together with a filter
 */
export function idsInQuery({ ids, filter }: QueryParameters): string[] | undefined {
  if (ids === undefined) return undefined;
  if (filter !== undefined) {
    throw new ValidationError('A bulk request has either a filter or ids.', { property: 'ids' });
  }
  const named = [...new Set([ids].flat().join(',').split(','))];
  if (named.length > MAX_NAMED) {
    throw new ValidationError(`At most ${MAX_NAMED} resources can be named at once.`, { property: 'ids' });
  }
  for (const id of named) assertLookupFormat('id', id);
  return named;
}

/**
 * The body of the response to a bulk request, as in Ghost 5.
 * @param extraKeys further keys of the object `bulk`
 */
export function bulkBody({ successful, failures }: BulkResult, extraKeys: JsonObject = {}): JsonObject {
  const errors = failures.map((failure) => ({ ...failure }));
  const unsuccessfulData = failures.map(({ id }) => ({ id }));
  const stats = { successful, unsuccessful: failures.length };
  return { bulk: { ...extraKeys, meta: { stats, errors, unsuccessfulData } } };
}
