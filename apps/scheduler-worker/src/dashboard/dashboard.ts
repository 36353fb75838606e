import { type SchedulerWorkerConfiguration } from '@almanac/validation';
import { Queue } from 'bullmq';
import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { JobQueues } from '@almanac/jobs';

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const path = '/queues';
const user = 'admin';

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether the request carries the one user and his password (RFC 7617). */
function isAdmin(authorization: string | undefined, password: string): boolean {
  const [scheme, credentials] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'basic' || !credentials) return false;
  const given = Buffer.from(credentials, 'base64').toString('utf8');
  return timingSafeEqual(digest(given), digest(`${user}:${password}`));
}

/** Lets in who may see the dashboard: everybody in development without a password, nobody elsewhere without one. */
function guard({ dashboardPassword, isDevelopment }: SchedulerWorkerConfiguration): Guard {
  return async (request, reply) => {
    const isOpen =
      dashboardPassword === undefined ? isDevelopment : isAdmin(request.headers.authorization, dashboardPassword);
    if (isOpen) return;
    if (dashboardPassword === undefined) {
      await reply
        .code(404)
        .send({ errors: [{ message: 'The dashboard is shut: set DASHBOARD_PASSWORD to open it.' }] });
      return;
    }
    const message = 'Sign in as "admin" with the password of DASHBOARD_PASSWORD.';
    await reply
      .code(401)
      .header('www-authenticate', 'Basic realm="queues"')
      .send({ errors: [{ message }] });
  };
}

/** The board as a server of its own that listens to nothing. It is loaded when somebody first looks: most workers never show it. */
async function openBoard(queues: JobQueues): Promise<FastifyInstance> {
  const [{ createBullBoard }, { BullMQAdapter }, { FastifyAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/fastify'),
  ]);
  const serverAdapter = new FastifyAdapter();
  serverAdapter.setBasePath(path);
  // The board knows queues by their class; over which engine they run is no matter to it.
  const all: unknown[] = queues.all();
  const shown = all.filter((queue): queue is Queue => queue instanceof Queue);
  createBullBoard({ queues: shown.map((queue) => new BullMQAdapter(queue)), serverAdapter });
  const board = Fastify();
  await board.register(serverAdapter.registerPlugin(), { prefix: path });
  await board.ready();
  return board;
}

/** Serves the queue dashboard under `/queues`. */
export async function addDashboard(
  fastify: FastifyInstance,
  queues: JobQueues,
  configuration: SchedulerWorkerConfiguration,
): Promise<void> {
  let opening: Promise<FastifyInstance> | undefined;
  await fastify.register(async (scope) => {
    scope.addHook('onRequest', guard(configuration));
    // Bodies are left to the board's own server.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    const show = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const board = await (opening ??= openBoard(queues));
      reply.hijack();
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
      board.routing(request.raw, reply.raw);
    };
    scope.all(path, show);
    scope.all(`${path}/*`, show);
    scope.addHook('onClose', async () => (await opening)?.close());
  });
}
