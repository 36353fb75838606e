import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { networkInterfaces } from 'node:os';

const METHODS = 'GET,HEAD,PUT,PATCH,POST,DELETE';
const PREFLIGHT_SECONDS = '86400';

function localHostnames(): string[] {
  const addresses = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return ['localhost', ...addresses.map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address))];
}

/** Which origins may call from a browser: this machine and the site's own host. */
function originsOf(siteUrl: string): (origin: string | undefined) => boolean {
  const hostnames = new Set([...localHostnames(), new URL(siteUrl).hostname]);
  return (origin) => origin !== undefined && URL.canParse(origin) && hostnames.has(new URL(origin).hostname);
}

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
export function addCrossOriginRules(fastify: FastifyInstance, siteUrl: string): void {
  const isAllowed = originsOf(siteUrl);
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
