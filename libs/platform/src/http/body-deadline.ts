import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type IncomingMessage } from 'node:http';
import { Socket } from 'node:net';

const TIMEOUT_RESPONSE = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/** Whether the headers announce a body (RFC 9112, 6.3). */
const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;

/** For each request, the function that stops the timer of its deadline. */
const stopTimers = new WeakMap<IncomingMessage, () => void>();

/**
 * Closes the connection if the body of a request does not arrive in time. If no response has begun, the response is 408. Only routes with
 * uploads remove this deadline, with {@link allowUploadTime}. A form that is sent to another route has the same deadline as other bodies.
 */
export function addBodyDeadline(fastify: FastifyInstance, timeoutMs: number): void {
  fastify.addHook('onRequest', ({ raw }, reply, done) => {
    if (!hasBody(raw)) return done();
    const timer = setTimeout(() => {
      // A request that a test injects has no connection.
      if (raw.complete || !(raw.socket instanceof Socket)) return;
      if (reply.raw.headersSent) raw.socket.destroy();
      else raw.socket.end(TIMEOUT_RESPONSE, () => raw.socket.destroy());
    }, timeoutMs);
    // If a test injects a request, and its body is not read, the timer is not stopped. The timer must not keep the process running.
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
