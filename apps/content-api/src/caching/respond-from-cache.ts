import { isFresh } from '@almanac/versioned-http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest, onRequestHookHandler, RouteOptions } from 'fastify';
import { Visitors } from '../authentication/visitors';
import { isContentRoute, isPreviewRoute } from '../http/read-route';
import type { CachedResponse } from './cached-response';
import { sendNotModified, setResponseHeaders } from './content-responder';
import { ResponseCache } from './response-cache';

/** The routes whose responses are cached: reads of content, except previews. */
const isCachedRoute = ({ method, url }: RouteOptions): boolean =>
  [method].flat().some((name) => name === 'GET' || name === 'HEAD') && isContentRoute(url) && !isPreviewRoute(url);

/** Sends a cached response, or 304 if the client already has it. */
function sendCached(request: FastifyRequest, reply: FastifyReply, response: CachedResponse): void {
  if (isFresh(request, response.etag)) {
    void sendNotModified(request, reply, response);
    return;
  }
  setResponseHeaders(request, reply, response);
  void reply.send(response.body);
}

/**
 * The hook that sends a cached response before guards and controllers run. It calls `Visitors.identify`, as `VisitorGuard` does, so keys,
 * member tokens and rate limits apply to cached responses too.
 */
function cacheHook(visitors: Visitors, cache: ResponseCache): onRequestHookHandler {
  return (request, reply, done) => {
    const respond = (): void => {
      const response = cache.find(request);
      if (response) sendCached(request, reply, response);
      else done();
    };
    const visitor = visitors.identify(request);
    if (visitor instanceof Promise) visitor.then(respond).catch(done);
    else respond();
  };
}

/**
 * Adds the hook that sends cached responses to the routes that have them. Hooks of a route run after the `onRequest` hooks of the service.
 * Call this function before the routes are registered. Fastify calls `onRoute` also for the HEAD route that it adds to each GET route.
 */
export function respondFromCache(app: NestFastifyApplication): void {
  const hook = cacheHook(app.get(Visitors), app.get(ResponseCache));
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onRoute', (route) => {
      if (isCachedRoute(route)) route.onRequest = [...[route.onRequest ?? []].flat(), hook];
    });
}
