import { hasTrailingSlash, isFresh, versionInPath } from '@almanac/versioned-http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { Visitors } from '../authentication/visitors';
import { setResponseHeaders, sendNotModified } from './content-responder';
import { ResponseCache } from './response-cache';

/** Previews need no content key, and each response is for one token only, so they are not cached. */
const PREVIEW = /^\/ghost\/api\/[^/]+\/content\/(?:posts|pages)\/preview\/?$/;

/** Requests without a trailing slash are redirected by the controllers. */
function canBeCached(request: FastifyRequest): boolean {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return (
    isRead &&
    !request.is404 &&
    hasTrailingSlash(request) &&
    versionInPath('content', request.url) !== undefined &&
    !PREVIEW.test(request.routeOptions.url ?? '')
  );
}

/**
 * Adds the hook that sends cached responses before guards and controllers run. It identifies the visitor by the same call as
 * the guard, so keys, member tokens and rate limits apply to cached responses too. Register it after all other hooks.
 */
export function respondFromCache(app: NestFastifyApplication): void {
  const visitors = app.get(Visitors);
  const cache = app.get(ResponseCache);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      if (!canBeCached(request)) return;
      await visitors.identify(request);
      const response = cache.find(request);
      if (!response) return;
      if (isFresh(request, response.etag)) return sendNotModified(request, reply, response);
      return reply.send(setResponseHeaders(request, reply, response));
    });
}
