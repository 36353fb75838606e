import { contentVersion, isApiVersion } from '@almanac/api-versions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash } from 'node:crypto';

const NOT_TO_BE_KEPT = 'no-cache, private, no-store, must-revalidate, max-stale=0, post-check=0, pre-check=0';
const contentPath = /^\/+ghost\/+api\/+(\w+)\/+content(?:\/|\?|$)/i;

function answerPreflight(request: FastifyRequest, reply: FastifyReply): void {
  const headers = request.headers['access-control-request-headers'];
  if (headers !== undefined) void reply.header('access-control-allow-headers', headers);
  void reply
    .header('vary', 'Access-Control-Request-Headers')
    .header('access-control-allow-methods', 'GET,HEAD,PUT,PATCH,POST,DELETE')
    .header('content-length', '0')
    .status(204)
    .send();
}

/** What every answer of the API says: any page of any origin may read it, in which version it is, and that errors are not to be kept. */
export function addAnswerHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    const version = contentPath.exec(request.url)?.[1]?.toLowerCase();
    void reply.header('cache-control', NOT_TO_BE_KEPT);
    if (!isApiVersion(version)) return done();
    void reply.header('access-control-allow-origin', '*').header('content-version', contentVersion(version));
    if (request.method === 'OPTIONS') answerPreflight(request, reply);
    else done();
  });
  // Errors come as text; answers bring their own validator.
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    if (typeof payload !== 'string' || payload === '' || reply.hasHeader('etag')) return done(null, payload);
    const digest = createHash('sha1').update(payload).digest('base64').slice(0, 27);
    void reply.header('etag', `W/"${Buffer.byteLength(payload).toString(16)}-${digest}"`);
    void reply.header('vary', 'Accept-Encoding');
    done(null, payload);
  });
}
