import { answerPreflight, isInApi } from '@almanac/versioned-http';
import type { FastifyInstance } from 'fastify';

/**
 * Allows web pages of every origin to read the API, because a content key is not a secret. Preflight requests need no key. Call this
 * function before the hooks that reject requests are added, so that pages can read the errors, too.
 */
export function allowAllOrigins(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    if (!isInApi('content', request.url)) return done();
    void reply.header('access-control-allow-origin', '*');
    if (request.method !== 'OPTIONS') return done();
    answerPreflight(request, reply, { vary: 'Access-Control-Request-Headers' });
  });
}
