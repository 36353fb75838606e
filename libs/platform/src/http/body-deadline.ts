import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

const TIMEOUT_ANSWER = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Stops the timer of a request. */
const timers = new WeakMap<IncomingMessage, () => void>();

/**
 * Ends connections whose request body does not arrive in time. A route that reads an upload asks for more time with
 * {@link allowUploadTime}; what a request says of itself does not prolong it.
 */
export function addBodyDeadline(fastify: FastifyInstance, timeoutMs: number): void {
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.complete) return done();
    const timer = setTimeout(() => {
      // A request that a test injects has no connection.
      if (raw.complete || !(raw.socket instanceof Socket)) return;
      raw.socket.end(TIMEOUT_ANSWER, () => raw.socket.destroy());
    }, timeoutMs);
    const clear = (): void => clearTimeout(timer);
    timers.set(raw, clear);
    raw.once('end', clear).once('close', clear);
    done();
  });
}

/** Leaves the body of a request to the server's own limit, which is longer: for an upload that the sender may make. */
export function allowUploadTime({ raw }: Pick<FastifyRequest, 'raw'>): void {
  timers.get(raw)?.();
}
