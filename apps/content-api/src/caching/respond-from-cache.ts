import { isFresh } from '@almanac/versioned-http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { Visitors } from '../authentication/visitors';
import { isContentRead, isPreview } from '../http/read-route';
import { setResponseHeaders, sendNotModified } from './content-responder';
import { ResponseCache } from './response-cache';

/** Previews are not cached. Paths without a trailing slash do not reach the hook below, because an earlier hook redirects them. */
const canBeCached = (request: FastifyRequest): boolean => isContentRead(request) && !isPreview(request);

/**
 * Adds the `onRequest` hook that sends cached responses before guards and controllers run. Call this function after all other hooks are
 * added. The hook calls `Visitors.identify`, as `VisitorGuard` does, so keys, member tokens and rate limits apply to cached responses too.
 */
export function respondFromCache(app: NestFastifyApplication): void {
  const visitors = app.get(Visitors);
  const cache = app.get(ResponseCache);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRequest', async (request, reply) => {
      if (!canBeCached(request)) return undefined;
      await visitors.identify(request);
      const response = cache.find(request);
      if (!response) return undefined;
      if (isFresh(request, response.etag)) return sendNotModified(request, reply, response);
      setResponseHeaders(request, reply, response);
      return reply.send(response.body);
    });
}
