import { type ApiVersion, isApiVersion } from '@almanac/api-versions';
import type { FastifyRequest } from 'fastify';

/** The API version in the path of a request, or canary. The URL was rewritten before: a version in `Accept-Version` is in the path. */
export function versionOf(request: FastifyRequest): ApiVersion {
  return (
    request.url
      .split('/')
      .map((segment) => segment.toLowerCase())
      .find(isApiVersion) ?? 'canary'
  );
}
