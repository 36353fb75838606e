import type { Resource } from '../resource';
import { planBrowse } from './browse';
import type { BrowseRequest } from './parse-browse-query';

/**
 * Restricts a request to the rows whose `key` has the value `id`, e.g. the id in the path of a route. First checks the filter of the
 * request alone, because a filter such as `a:1),(b:2` would close the parentheses that are put around it.
 * @throws BadRequestError as planBrowse does; RangeError when `id` is not an id
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
