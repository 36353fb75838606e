import type { FastifyInstance } from 'fastify';
import { PassThrough } from 'node:stream';

declare module 'fastify' {
  interface FastifyRequest {
    /** The unparsed body, on routes that verify a signature over it. */
    rawBody?: Buffer;
  }
}

/** Sets `request.rawBody` on one route; the body is also parsed as usual. The parser rejects a body of more than `maxBytes`. */
export function keepRawBody(fastify: FastifyInstance, route: string, maxBytes: number): void {
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
