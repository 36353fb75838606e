import { addVary } from '@almanac/versioned-http';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { visitorOf } from '../authentication/visitor';
import { type CachedResponse, encodeResponse, responseFromJson } from './cached-response';
import { preferredEncoding } from './preferred-encoding';
import { ResponseCache } from './response-cache';

/** HTTP caches may store the response, but have to revalidate it for each request. */
const PUBLIC_CACHE_CONTROL = 'public, max-age=0';
/** For responses to members. */
const PRIVATE_CACHE_CONTROL = 'private, no-store';

/** The function that builds the body of a response, and whether its result may be cached. */
export interface ResponseSource {
  json: () => Promise<string>;
  /** Whether the response can change without a change of the site, e.g. with the filter `published_at:>now-30d`. Then it is not cached. */
  dependsOnTime: boolean;
}

/** Sets `Cache-Control` for the visitor of the request, and adds `Accept-Encoding` to `Vary`. */
export function setCachingHeaders(request: FastifyRequest, reply: FastifyReply): void {
  addVary(reply, 'Accept-Encoding');
  void reply.header('cache-control', visitorOf(request).isMember ? PRIVATE_CACHE_CONTROL : PUBLIC_CACHE_CONTROL);
}

/** Sets the headers of a finished response, `Content-Type`, `Content-Encoding` and `ETag` included. */
export function setResponseHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { encoding, etag }: CachedResponse,
): void {
  setCachingHeaders(request, reply);
  void reply.header('etag', etag).header('content-type', 'application/json; charset=utf-8');
  if (encoding !== 'identity') void reply.header('content-encoding', encoding);
}

/** Sends 304 to a client that already has the response. */
export function sendNotModified(request: FastifyRequest, reply: FastifyReply, { etag }: CachedResponse): FastifyReply {
  setCachingHeaders(request, reply);
  return reply.status(304).header('etag', etag).send();
}

/** Responds to requests whose response was not cached when they arrived. */
@Injectable()
export class ContentResponder {
  constructor(private readonly cache: ResponseCache) {}

  /**
   * Takes the response from the cache, or builds it and caches it if possible. Sets its headers.
   * @returns the body to send
   */
  async respond(request: FastifyRequest, reply: FastifyReply, source: ResponseSource): Promise<Buffer> {
    const response = source.dependsOnTime
      ? await encodeResponse(responseFromJson(await source.json()), preferredEncoding(request))
      : await this.cache.load(request, source.json);
    setResponseHeaders(request, reply, response);
    return response.body;
  }
}
