import { type ApiVersion, isApiVersion } from '@almanac/api-versions';
import type { FastifyRequest } from 'fastify';

/** The API version in the path of a request; canary where it has none. */
export function versionOf(request: FastifyRequest): ApiVersion {
  return (
    request.url
      .split('/')
      .map((segment) => segment.toLowerCase())
      .find(isApiVersion) ?? 'canary'
  );
}
