import type { Resource } from '../resource';
import { planBrowse } from './browse';
import type { BrowseRequest } from './parse-browse-query';

/**
 * The request, over the rows alone whose `key` is this id: what a route's path or the caller's rights add to its filter.
 * The caller's own filter is understood by itself first, so it cannot reach out of the brackets it is put in.
 * @throws BadRequestError as planBrowse does; RangeError when `id` is none
 */
export function narrow<Row>(
  resource: Resource<Row>,
  request: BrowseRequest,
  { key, id, now }: { key: string; id: string; now: Date },
): BrowseRequest {
  if (!/^[a-f\d]{24}$|^1$/.test(id)) throw new RangeError('Not an id.');
  planBrowse(resource, request, now);
  const claim = `${key}:'${id}'`;
  return { ...request, filter: request.filter?.trim() ? `${claim}+(${request.filter})` : claim };
}
