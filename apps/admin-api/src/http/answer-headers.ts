import { contentVersion, isApiVersion } from '@almanac/api-versions';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

const PRIVATE = 'no-cache, private, no-store, must-revalidate, max-stale=0, post-check=0, pre-check=0';
const versionInPath = /^\/+ghost\/+api\/+(\w+)\/+admin(\/|\?|$)/i;

function weakEtag(body: string | Buffer, revision: number | undefined): string {
  const digest = createHash('sha1').update(body).digest('base64').slice(0, 27);
  const mark = revision === undefined ? '' : `${revision}.`;
  return `W/"${mark}${Buffer.byteLength(body).toString(16)}-${digest}"`;
}

/** The validator of a body of no bytes, as Ghost gives it with a 204. */
const EMPTY_ETAG = weakEtag('', undefined);

function hasNoBody({ method }: FastifyRequest, { statusCode }: FastifyReply, payload: unknown): boolean {
  return method === 'DELETE' && statusCode === 204 && (payload === undefined || payload === null || payload === '');
}

function isStreamedExport({ url }: FastifyRequest, payload: unknown): boolean {
  return payload instanceof Readable && versionInPath.test(url);
}

/** A stream cannot be hashed ahead of its first byte, so its validator matches no other answer. */
function uniqueEtag(): string {
  return `W/"${randomUUID()}"`;
}

function isFresh({ method, headers }: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const asked = headers['if-none-match'];
  if (!isRead || reply.statusCode !== 200 || asked === undefined) return false;
  return asked === '*' || asked.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.replace(/^W\//, ''));
}

/** What every answer carries: it is nobody's to cache, says its version, and has a weak validator. */
export function addAnswerHeaders(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('cache-control', PRIVATE);
    const version = versionInPath.exec(request.url)?.[1]?.toLowerCase();
    if (isApiVersion(version)) void reply.header('content-version', contentVersion(version));
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if (hasNoBody(request, reply, payload)) void reply.header('etag', EMPTY_ETAG);
    if (isStreamedExport(request, payload)) void reply.header('etag', uniqueEtag());
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length === 0) return done(null, payload);
    addVary(reply, 'Accept-Encoding');
    if (reply.hasHeader('etag')) return done(null, payload);
    const etag = weakEtag(payload, request.revision);
    void reply.header('etag', etag);
    if (!isFresh(request, reply, etag)) return done(null, payload);
    void reply.status(304).removeHeader('content-length').removeHeader('content-type');
    done(null, '');
  });
}

function addVary(reply: FastifyReply, name: string): void {
  const present = reply.getHeader('vary');
  const names = typeof present === 'string' && present !== '' ? present.split(/,\s*/) : [];
  if (!names.includes(name)) void reply.header('vary', [...names, name].join(', '));
}
