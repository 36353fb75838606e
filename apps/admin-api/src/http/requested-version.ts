import { type ApiVersion, isApiVersion } from '@almanac/api-versions';
import type { FastifyRequest } from 'fastify';

/**
 * The API version in the path of a request; canary for a path without a version. If the client sent `Accept-Version` instead,
 * `withVersionInPath` has already put this version into the path.
 */
export function versionOf(request: FastifyRequest): ApiVersion {
  return (
    request.url
      .split('/')
      .map((segment) => segment.toLowerCase())
      .find(isApiVersion) ?? 'canary'
  );
}
