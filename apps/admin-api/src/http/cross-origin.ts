import { type AdminApiConfiguration, serializedOrigins } from '@almanac/validation';
import { addVary, answerPreflight, type PreflightOptions } from '@almanac/versioned-http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownOriginTest } from './own-origin';

const preflightOptions: PreflightOptions = { vary: 'Origin, Access-Control-Request-Headers', maxAgeSeconds: 86_400 };

/** Matches in any letter case and with repeated slashes, because the routes do. */
const MEMBERS_API = /^\/+members\/+api\//i;

/**
 * Allows the origins in `MEMBERS_CORS_ORIGINS` to call `/members/api` with the session of a member. Its cookie is `SameSite=Lax`. So
 * browsers send it only from origins with the same registrable domain, e.g. from `www.example.com` to `example.com`.
 */
function addMemberOrigins(fastify: FastifyInstance, { membersCorsOrigins }: AdminApiConfiguration): void {
  const origins = serializedOrigins(membersCorsOrigins);
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!MEMBERS_API.test(request.url) || !origins.has(request.headers.origin ?? '')) return done();
    void reply
      .header('access-control-allow-origin', request.headers.origin)
      .header('access-control-allow-credentials', 'true');
    addVary(reply, 'Origin');
    if (!isPreflight(request)) return done();
    answerPreflight(request, reply, preflightOptions);
  });
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

/**
 * Adds the cross-origin rules of Ghost's Admin API and of `/members/api`. @fastify/cors cannot express them: only responses to allowed
 * origins contain `Vary: Origin`. If any other origin sends an OPTIONS request to a route below `/ghost/`, the header `Allow` and the
 * body of the response contain the methods of the route.
 */
export function addCrossOriginRules(fastify: FastifyInstance, configuration: AdminApiConfiguration): void {
  const isAllowed = ownOriginTest(configuration);
  const methodsByRoute = new Map<string, Set<string>>();

  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isAllowed(request.headers.origin)) return done();
    void reply.header('access-control-allow-origin', request.headers.origin);
    addVary(reply, 'Origin');
    if (request.method !== 'OPTIONS' || request.is404) return done();
    answerPreflight(request, reply, preflightOptions);
  });

  addMemberOrigins(fastify, configuration);

  fastify.addHook('onRoute', ({ url, method }) => {
    const isNew = !methodsByRoute.has(url);
    const known = methodsByRoute.get(url) ?? new Set<string>();
    methodsByRoute.set(url, known);
    for (const name of [method].flat()) if (name !== 'OPTIONS') known.add(name);
    if (!isNew || !url.startsWith('/ghost/')) return;
    fastify.options(url, (_request, reply) => {
      const allowed = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].filter((name) => known.has(name)).join(',');
      void reply.header('allow', allowed).type('text/html; charset=utf-8').send(allowed);
    });
  });
}
