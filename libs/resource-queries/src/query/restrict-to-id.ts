import type { Resource } from '../resource';
import { planBrowse } from './browse';
import type { BrowseRequest } from './parse-browse-query';

/**
 * Restricts a request to the rows whose filter key `key` has the value `id`, e.g. the id in the path of a route. The filter of the request
 * is put in parentheses. Before that, it is checked alone, because a filter such as `a:1),(b:2` would close these parentheses.
 * @throws BadRequestError when the filter is not NQL or names an unknown key
 * @throws RangeError when `id` is neither 24 hex digits nor `1`
 */
export function restrictToId<Row>(
  resource: Resource<Row>,
  request: BrowseRequest,
  { key, id, now }: { key: string; id: string; now: Date },
): BrowseRequest {
  if (!/^[a-f\d]{24}$|^1$/.test(id)) throw new RangeError('Not an id.');
  planBrowse(resource, request, now);
  const condition = `${key}:'${id}'`;
  return { ...request, filter: request.filter?.trim() ? `${condition}+(${request.filter})` : condition };
}
