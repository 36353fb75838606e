import { type BrowsePlan, countRows, MAX_ROWS_IN_MEMORY, streamList } from '@almanac/resource-queries';
import { isFresh } from '@almanac/versioned-http';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createHash, randomUUID } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import { BROTLI_QUALITY } from '../caching/cached-response';
import { ContentResponder, type ResponseSource, setCachingHeaders } from '../caching/content-responder';
import { preferredEncoding } from '../caching/preferred-encoding';
import { ResponseCache } from '../caching/response-cache';
import { ContentDatabase } from '../database/content-database';

/** A part of the ETags of this file, because another process may run another version of the code, and send another body. */
const PROCESS_ID = randomUUID();

/** A list request with its compiled statement, and the function that converts a row to JSON. */
export interface ContentList<Row extends object> extends ResponseSource {
  plan: BrowsePlan<Row>;
  serialize: (row: Row) => object;
}

const compressors = {
  gzip: () => createGzip(),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
};

/** Responds to requests with `limit=all`. A list with more than `MAX_ROWS_IN_MEMORY` rows is sent while it is read. */
@Injectable()
export class StreamedLists {
  constructor(
    private readonly database: ContentDatabase,
    private readonly responder: ContentResponder,
    private readonly cache: ResponseCache,
  ) {}

  /**
   * Reads a list, and sets the status and headers of the response.
   * @returns the body to send; undefined with status 304, for a client that already has the list
   */
  async respond<Row extends object>(
    request: FastifyRequest,
    reply: FastifyReply,
    list: ContentList<Row>,
  ): Promise<Buffer | Readable | undefined> {
    const etag = this.etagOf(request, list);
    if (etag !== undefined && isFresh(request, etag)) {
      setCachingHeaders(request, reply);
      void reply.status(304).header('etag', etag);
      return undefined;
    }
    if ((await countRows(this.database.run, list.plan)) <= MAX_ROWS_IN_MEMORY) {
      return this.responder.respond(request, reply, list);
    }
    setCachingHeaders(request, reply);
    if (etag !== undefined) void reply.header('etag', etag);
    return this.stream(request, reply, list);
  }

  /**
   * A weak ETag. It is a hash of the cache key of the list, and not of the body, because the whole body is never in memory.
   * @returns undefined for a list that depends on time, and while the site revision is unknown
   */
  private etagOf<Row extends object>(request: FastifyRequest, { dependsOnTime }: ContentList<Row>): string | undefined {
    const key = dependsOnTime ? undefined : this.cache.keyOf(request);
    if (key === undefined) return undefined;
    return `W/"${createHash('sha1').update(`${PROCESS_ID} ${key}`).digest('base64url')}"`;
  }

  private stream<Row extends object>(request: FastifyRequest, reply: FastifyReply, list: ContentList<Row>): Readable {
    const encoding = preferredEncoding(request);
    const json = Readable.from(streamList(this.database.pool, list.plan, list.serialize));
    void reply.header('content-type', 'application/json; charset=utf-8');
    if (encoding === 'identity') return json;
    void reply.header('content-encoding', encoding);
    // An error on either side closes both streams; the client receives an incomplete body.
    return pipeline(json, compressors[encoding](), (error) => error && request.log.debug(error));
  }
}
