import { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';

/** The callback of an `onSend` hook. */
type SendDone = (error: Error | null, payload?: unknown) => void;

function discardStream(_request: FastifyRequest, _reply: FastifyReply, payload: unknown, done: SendDone): void {
  if (!(payload instanceof Readable)) return done(null, payload);
  payload.destroy();
  done(null, Readable.from([]));
}

/**
 * Destroys the stream with which a route responds to HEAD. A response to HEAD has no body, but Fastify would read the stream to its end,
 * e.g. all rows of a list. NestJS does the same for a `StreamableFile`. Must be called before the routes are added.
 */
export function discardBodiesOfHead(fastify: FastifyInstance): void {
  fastify.addHook('onRoute', (route) => {
    if (route.method === 'HEAD') route.onSend = [discardStream, ...[route.onSend ?? []].flat()];
  });
}
