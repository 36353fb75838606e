import { type ApiVersion, isApiVersion } from '@almanac/api-versions';
import type { FastifyRequest } from 'fastify';

/**
 * The API version in the path of a request; canary without one. A version in the `Accept-Version` header is in the path, because
 * the URL was rewritten before.
 */
export function versionOf(request: FastifyRequest): ApiVersion {
  return (
    request.url
      .split('/')
      .map((segment) => segment.toLowerCase())
      .find(isApiVersion) ?? 'canary'
  );
}
