import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import { type SchedulerWorkerConfiguration } from '@almanac/validation';
import { Queue } from 'bullmq';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
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

/** Serves the queue dashboard under `/queues`. */
export async function addDashboard(
  fastify: FastifyInstance,
  queues: JobQueues,
  configuration: SchedulerWorkerConfiguration,
): Promise<void> {
  const serverAdapter = new FastifyAdapter();
  serverAdapter.setBasePath(path);
  // The board knows queues by their class; over which engine they run is no matter to it.
  const all: unknown[] = queues.all();
  const shown = all.filter((queue): queue is Queue => queue instanceof Queue);
  createBullBoard({ queues: shown.map((queue) => new BullMQAdapter(queue)), serverAdapter });
  await fastify.register(async (scope) => {
    scope.addHook('onRequest', guard(configuration));
    await scope.register(serverAdapter.registerPlugin(), { prefix: path });
  });
}
