import { answerPreflight } from '@almanac/versioned-http';
import type { FastifyInstance } from 'fastify';

/** Allows web pages of every origin to read the API, because a content key is not a secret. Preflight requests need no key. */
export function allowAllOrigins(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.apiVersion === undefined) return done();
    void reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS') return done();
    answerPreflight(request, reply, { vary: 'Access-Control-Request-Headers' });
  });
}
