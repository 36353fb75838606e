import { FailedSignIns } from '@almanac/platform';
import { type SchedulerWorkerConfiguration } from '@almanac/validation';
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JobQueues } from '@almanac/jobs';
import type { Databases } from '../databases/databases';
import { readOverview } from './overview';
import { renderPage } from './page';

type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

const PATH = '/queues';
const USER = 'admin';
/** After ten wrong passwords within ten minutes from one IPv4 address or IPv6 /64 network, its requests get status 429. */
const FAILED_SIGN_IN_LIMIT = { maxFailures: 10, durationSeconds: 600 };

/** `timingSafeEqual` compares only buffers of the same length. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** Whether the `authorization` header contains the user `admin` and the password (RFC 7617). */
function isAdmin(authorization: string | undefined, password: string): boolean {
  const [scheme, credentials] = authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'basic' || !credentials) return false;
  const given = Buffer.from(credentials, 'base64').toString('utf8');
  return timingSafeEqual(digest(given), digest(`${USER}:${password}`));
}

async function refuse(reply: FastifyReply, status: number, message: string): Promise<void> {
  await reply.code(status).send({ errors: [{ message }] });
}

/** Requires the password. If none is configured, the dashboard is open in development and responds with 404 elsewhere. */
function createGuard({ dashboardPassword, isDevelopment }: SchedulerWorkerConfiguration): Guard {
  if (dashboardPassword !== undefined) return createPasswordGuard(dashboardPassword);
  return async (_request, reply) => {
    if (!isDevelopment) await refuse(reply, 404, 'The dashboard is disabled: set DASHBOARD_PASSWORD to enable it.');
  };
}

function createPasswordGuard(password: string): Guard {
  const failedSignIns = new FailedSignIns(FAILED_SIGN_IN_LIMIT);
  return async (request, reply) => {
    const { authorization } = request.headers;
    const waitSeconds = await failedSignIns.secondsToWait(request.ip);
    if (waitSeconds > 0) {
      return refuse(reply.header('retry-after', String(waitSeconds)), 429, 'Too many wrong passwords. Try later.');
    }
    if (isAdmin(authorization, password)) return;
    // A request without credentials is no wrong password: a browser sends its first request without them.
    if (authorization !== undefined) await failedSignIns.count(request.ip);
    reply.header('www-authenticate', 'Basic realm="queues"');
    return refuse(reply, 401, 'Sign in as "admin" with the password of DASHBOARD_PASSWORD.');
  };
}

/** The page has no scripts and loads no other resources. */
const CONTENT_SECURITY_POLICY = `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Serves the dashboard at `/queues`: scheduled posts, webhook endpoints, outboxes and queues. */
export async function addDashboard(
  fastify: FastifyInstance,
  { queues, databases }: { queues: JobQueues; databases: Databases },
  configuration: SchedulerWorkerConfiguration,
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.addHook('onRequest', createGuard(configuration));
    scope.get(PATH, async (_request, reply) => {
      const html = renderPage(await readOverview(databases, queues));
      return reply
        .headers({ 'content-security-policy': CONTENT_SECURITY_POLICY, 'cache-control': 'no-store' })
        .type('text/html; charset=utf-8')
        .send(html);
    });
  });
}
