import type { FastifyInstance } from 'fastify';
import { PassThrough } from 'node:stream';

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came, on the routes whose signature is over it. */
    rawBody?: Buffer;
  }
}

/** Keeps the bytes of bodies on one route beside what is parsed from them. */
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
