import { addVersionedResponseHeaders, versionInPath } from '@almanac/versioned-http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

/** The weak ETag of an empty body. Ghost sends it with a 204. */
const EMPTY_BODY_ETAG = 'W/"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk"';

function isEmptyDeletion({ method }: FastifyRequest, { statusCode }: FastifyReply, payload: unknown): boolean {
  return method === 'DELETE' && statusCode === 204 && (payload === undefined || payload === null || payload === '');
}

function isVersionedStream({ url }: FastifyRequest, payload: unknown): boolean {
  return payload instanceof Readable && versionInPath('admin', url) !== undefined;
}

/**
 * Adds the headers of `addVersionedResponseHeaders`, e.g. `Cache-Control` and `ETag`. `addVersionedResponseHeaders` sets no ETag for empty
 * and for streamed bodies. So this function adds an ETag to empty responses of DELETE requests, and to streamed responses of the Admin API.
 */
export function addResponseHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (isEmptyDeletion(request, reply, payload)) void reply.header('etag', EMPTY_BODY_ETAG);
    // The hash of an export or a long list is not known before its first byte is sent. A random ETag matches no other response.
    if (isVersionedStream(request, payload)) void reply.header('etag', `W/"${randomUUID()}"`);
    done(null, payload);
  });
  // The ETag contains the revision of the post or page in the response, so that a later `If-Match` can name it.
  addVersionedResponseHeaders(fastify, { api: 'admin', revisionOf: ({ revision }) => revision });
}
