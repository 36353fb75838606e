import type { AdminApiConfiguration } from '@almanac/validation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ownOrigins } from './own-origin';

const METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE';
const PREFLIGHT_SECONDS = '86400';

function answerPreflight(request: FastifyRequest, reply: FastifyReply): void {
  const headers = request.headers['access-control-request-headers'];
  if (headers !== undefined) void reply.header('access-control-allow-headers', headers);
  void reply
    .header('vary', 'Origin, Access-Control-Request-Headers')
    .header('access-control-allow-methods', METHODS)
    .header('access-control-max-age', PREFLIGHT_SECONDS)
    .header('content-length', '0')
    .status(204)
    .send();
}

/**
 * Cross-origin rules. @fastify/cors is not used: it says `Vary: Origin` to everybody, which this API never did, and it
 * cannot answer OPTIONS with the methods of a route, which this API does for whoever is not let in.
 */
export function addCrossOriginRules(fastify: FastifyInstance, configuration: AdminApiConfiguration): void {
  const isAllowed = ownOrigins(configuration);
  const methods = new Map<string, Set<string>>();

  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isAllowed(request.headers.origin)) return done();
    void reply.header('access-control-allow-origin', request.headers.origin).header('vary', 'Origin');
    if (request.method !== 'OPTIONS' || request.is404) return done();
    answerPreflight(request, reply);
  });

  fastify.addHook('onRoute', ({ url, method }) => {
    const isNew = !methods.has(url);
    const known = methods.get(url) ?? new Set<string>();
    methods.set(url, known);
    for (const one of [method].flat()) if (one !== 'OPTIONS') known.add(one);
    if (!isNew || !url.startsWith('/ghost/')) return;
    fastify.options(url, (_request, reply) => {
      const allowed = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].filter((one) => known.has(one)).join(',');
      void reply.header('allow', allowed).type('text/html; charset=utf-8').send(allowed);
    });
  });
}
