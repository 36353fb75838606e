import { type FastifyInstance } from 'fastify';
import { Socket } from 'node:net';

const TIMEOUT_ANSWER = 'HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\nConnection: close\r\n\r\n';

/**
 * Ends connections whose request body does not arrive in time. Uploads (multipart) are left to the server's own limit, which is
 * longer: they are larger.
 */
export function addBodyDeadline(fastify: FastifyInstance, timeoutMs: number): void {
  fastify.addHook('onRequest', ({ raw }, _reply, done) => {
    const type = raw.headers['content-type'] ?? '';
    if (raw.complete || /^multipart\//i.test(type)) return done();
    const timer = setTimeout(() => {
      // An injected request has no connection, and its body is never complete.
      const { socket } = raw;
      if (!raw.complete && socket instanceof Socket) socket.end(TIMEOUT_ANSWER, () => socket.destroy());
    }, timeoutMs);
    const clear = (): void => clearTimeout(timer);
    raw.once('end', clear).once('close', clear);
    done();
  });
}
