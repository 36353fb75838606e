import { type SchedulerWorkerConfiguration } from '@almanac/validation';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JobQueues } from '@almanac/jobs';
import type { Databases } from '../databases/databases';
import { readOverview } from './overview';
import { renderPage } from './page';

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

/** No script runs and nothing is loaded: the page is what it shows. */
const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Serves the worker's page under `/queues`: what waits, what is due, which endpoints fail, how the queues stand. */
export async function addDashboard(
  fastify: FastifyInstance,
  { queues, databases }: { queues: JobQueues; databases: Databases },
  configuration: SchedulerWorkerConfiguration,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addHook('onRequest', guard(configuration));
    scope.get(path, async (_request, reply) => {
      const page = renderPage(await readOverview(databases, queues));
      return reply
        .headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(page);
    });
  });
}
