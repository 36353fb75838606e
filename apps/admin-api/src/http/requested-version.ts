import { type ApiVersion, isApiVersion } from '@almanac/api-versions';
import type { FastifyRequest } from 'fastify';

/**
 * The API version in the path of a request; canary for a path without a version. `withVersionInPath` has already put the version
 * of an `Accept-Version` header into the path.
 */
export function versionOf(request: FastifyRequest): ApiVersion {
  return (
    request.url
      .split('/')
      .map((segment) => segment.toLowerCase())
      .find(isApiVersion) ?? 'canary'
  );
}
