import { acceptedVersions, type ApiVersion, contentVersion } from '@almanac/api-versions';
import { RequestNotAcceptableError } from '@almanac/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import { createHash } from 'node:crypto';
import { type ApiName, isUnversioned, versionInPath } from './api-path';

/** The `Cache-Control` that Ghost sends with responses that must not be cached. */
const NO_CACHE = 'no-cache, private, no-store, must-revalidate, max-stale=0, post-check=0, pre-check=0';

/** Error messages show at most this many characters of a header. */
const MAX_SHOWN_LENGTH = 50;

declare module 'fastify' {
  interface FastifyRequest {
    /** The version of the API by which the request is routed, set by `addVersionedResponseHeaders`; undefined outside the API. */
    apiVersion?: ApiVersion | undefined;
  }
}

export interface ResponseHeaderOptions {
  api: ApiName;
  /** The revision of the resource in the response. The ETag contains it, so that a later `If-Match` can name it. */
  revisionOf?: (request: FastifyRequest) => number | undefined;
}

/** The weak ETag of a body in the format of Express, with the revision in front if there is one: `W/"<revision>.<length>-<hash>"`. */
export function weakEtag(body: string | Buffer, revision?: number): string {
  const digest = createHash('sha1').update(body).digest('base64').slice(0, 27);
  const prefix = revision === undefined ? '' : `${revision}.`;
  return `W/"${prefix}${Buffer.byteLength(body).toString(16)}-${digest}"`;
}

/**
 * Whether the `If-None-Match` of a GET or HEAD request contains the ETag (RFC 9110, 13.1.2). Then the client already has the response. The
 * `Cache-Control` of the request is ignored, because `fetch` adds `no-cache` to a request for which its caller sets `If-None-Match`.
 */
export function isFresh({ method, headers }: FastifyRequest, etag: string): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && fresh({ 'if-none-match': headers['if-none-match'] }, { etag });
}

/** Adds a name to the `Vary` header. */
export function addVary(reply: FastifyReply, name: string): void {
  const current = reply.getHeader('vary');
  const names = typeof current === 'string' && current !== '' ? current.split(/,\s*/) : [];
  if (!names.includes(name)) void reply.header('vary', [...names, name].join(', '));
}

/** Sets the status 304, and removes the headers that describe the body. ETag, Cache-Control and Vary stay (RFC 9110, 15.4.5). */
function setNotModified(reply: FastifyReply): void {
  void reply.status(304);
  for (const name of ['content-length', 'content-type', 'content-encoding']) void reply.removeHeader(name);
}

function unknownVersion(version: string): RequestNotAcceptableError {
  return new RequestNotAcceptableError(
    `The API has no version ${JSON.stringify(version.slice(0, MAX_SHOWN_LENGTH))}.`,
    {
      help: `Send one of ${acceptedVersions.join(', ')} in the header Accept-Version, or omit the header for the newest version.`,
    },
  );
}

/**
 * Sets `request.apiVersion`, and adds headers to responses:
 * - `Cache-Control`, which a handler may replace;
 * - `Content-Version` if the path by which the request is routed contains a known version;
 * - `Vary: Accept-Version` if the path that the client sent contains no version;
 * - `Vary: Accept-Encoding` and a weak `ETag` if the body is a string or buffer that is not empty. An `ETag` of the handler stays.
 *
 * A client that already has the body gets 304. A request without a version in its path gets 406 if its `Accept-Version` is unknown.
 */
export function addVersionedResponseHeaders(
  fastify: FastifyInstance,
  { api, revisionOf }: ResponseHeaderOptions,
): void {
  fastify.addHook('onRequest', (request, reply, done) => {
    // `url` differs from `originalUrl` where `withVersionInPath` added or replaced the version.
    const { url, originalUrl, headers } = request;
    void reply.header('cache-control', NO_CACHE);
    const version = versionInPath(api, url);
    request.apiVersion = version;
    if (version !== undefined) void reply.header('content-version', contentVersion(version));
    if (version !== undefined && url === originalUrl) return done();
    if (isUnversioned(api, originalUrl)) addVary(reply, 'Accept-Version');
    // `withVersionInPath` added no version to the URL, so the header names a version that does not exist.
    if (isUnversioned(api, url)) return done(unknownVersion(String(headers['accept-version'])));
    done();
  });
  fastify.addHook('onSend', (request, reply, payload, done) => {
    if ((typeof payload !== 'string' && !Buffer.isBuffer(payload)) || payload.length === 0) return done(null, payload);
    addVary(reply, 'Accept-Encoding');
    if (!reply.hasHeader('etag')) void reply.header('etag', weakEtag(payload, revisionOf?.(request)));
    if (reply.statusCode !== 200 || !isFresh(request, String(reply.getHeader('etag')))) return done(null, payload);
    setNotModified(reply);
    // Fastify itself removes the body of a response to HEAD, and fails if the body is missing.
    done(null, request.method === 'HEAD' ? payload : null);
  });
}
