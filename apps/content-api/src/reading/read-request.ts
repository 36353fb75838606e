import { type ApiContract, contractOfPath, type RenderContext } from '@almanac/api-versions';
import type { QueryParameters } from '@almanac/resource-queries';
import type { FastifyRequest } from 'fastify';
import { isGated, type Visitor, visitorOf } from '../authentication/visitor';

/** A request for published content. */
export interface ReadRequest {
  contract: ApiContract;
  visitor: Visitor;
  query: QueryParameters;
}

/** Reads version, visitor and query from an HTTP request that the guard has accepted. */
export function readRequestOf(request: FastifyRequest): ReadRequest {
  return {
    contract: contractOfPath(request.url),
    visitor: visitorOf(request),
    query: request.query as QueryParameters,
  };
}

/** The context in which the serializers render the response to a request. */
export function renderContextOf({
  contract,
  visitor,
  query,
}: Pick<ReadRequest, 'contract' | 'query'> & { visitor: Pick<Visitor, 'access' | 'state'> }): RenderContext {
  return {
    contract,
    site: visitor.state.site,
    absoluteUrls: query.absolute_urls === 'true',
    isGated: (post) => isGated(visitor, post.visibility),
    ...(visitor.access !== 'everything' && { audience: visitor.access }),
  };
}
