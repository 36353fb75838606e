import type { FastifyInstance } from 'fastify';
import { PassThrough } from 'node:stream';

declare module 'fastify' {
  interface FastifyRequest {
    /** The unparsed body, on routes that verify its signature. */
    rawBody?: Buffer;
  }
}

/**
 * Sets `request.rawBody` on one route. Fastify still parses the body.
 * @param route the path of the route, as it is registered
 * @param maxBytes the limit of the body parser. It rejects a longer body, so `rawBody` collects no more bytes
 */
export function addRawBody(fastify: FastifyInstance, route: string, maxBytes: number): void {
  fastify.addHook('preParsing', (request, _reply, payload, done) => {
    if (request.routeOptions.url !== route) return done(null, payload);
    const chunks: Buffer[] = [];
    let bytes = 0;
    payload.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
    });
    payload.on('end', () => {
      request.rawBody = Buffer.concat(chunks);
    });
    done(null, payload.pipe(new PassThrough()));
  });
}
