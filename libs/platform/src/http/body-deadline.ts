import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

const TIMEOUT_RESPONSE = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Functions that stop the timer of a request. */
const stopTimers = new WeakMap<IncomingMessage, () => void>();

/**
 * Closes connections whose request body does not arrive in time. Routes with uploads extend the time with
 * {@link allowUploadTime}; headers of the request cannot extend it.
 */
export function addBodyDeadline(fastify: FastifyInstance, timeoutMs: number): void {
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    if (raw.complete) return done();
    const timer = setTimeout(() => {
      // A request injected by a test has no connection.
      if (raw.complete || !(raw.socket instanceof Socket)) return;
      raw.socket.end(TIMEOUT_RESPONSE, () => raw.socket.destroy());
    }, timeoutMs);
    // The timer of a request injected by a test runs until the end: nothing reads its body.
    timer.unref();
    const stopTimer = (): void => clearTimeout(timer);
    stopTimers.set(raw, stopTimer);
    raw.once('end', stopTimer).once('close', stopTimer);
    done();
  });
}

/** Removes the deadline for the body of a permitted upload; the longer limit of the HTTP server remains. */
export function allowUploadTime({ raw }: Pick<FastifyRequest, 'raw'>): void {
  stopTimers.get(raw)?.();
}
