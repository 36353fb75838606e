import { contracts, isApiVersion, type Operation } from '@almanac/api-versions';
import type { ErrorRenderer } from '@almanac/platform';
import type { FastifyRequest } from 'fastify';

const versionedPath = /^\/+ghost\/+api\/+(\w+)/i;
/** Matches the pattern of a route. The first group is the resource in the singular, e.g. `post` in `/ghost/api/v3/content/posts/:id`. */
const route = /^\/ghost\/api\/[^/]+\/content\/([a-z]+?)s?(\/:|\/slug|\/?$)/;

/**
 * The operation of a request with valid credentials, e.g. the action `read` and the noun `post`.
 * @returns undefined for other requests, for previews and for the search index
 */
function operationOf({ visitor, routeOptions }: FastifyRequest): Operation | undefined {
  const [, noun, rest] = route.exec(routeOptions.url ?? '') ?? [];
  if (visitor === undefined || noun === undefined) return undefined;
  return { noun, action: rest === undefined || rest === '' || rest === '/' ? 'browse' : 'read' };
}

/** The body of every error response, in the format of the version in the path. Without a known version, it is in the format of canary. */
export const renderContentError: ErrorRenderer = (error, { request, errorId }) => {
  const version = versionedPath.exec(request.url)?.[1]?.toLowerCase();
  const { content } = isApiVersion(version) ? contracts[version] : contracts.canary;
  return content.error(error, { id: errorId, operation: operationOf(request) });
};
