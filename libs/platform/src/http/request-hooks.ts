import { type Span } from '@opentelemetry/api';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import { type Readiness } from '../health/readiness';
import { type Logger, withoutSecrets } from '../logging/logger';
import { runInContext } from '../logging/request-context';
import { type Metrics } from '../metrics/metrics';
import { continueInSpan, endRequestSpan, startRequestSpan } from '../tracing/tracing';

const REQUEST_ID = /^[\w.-]{1,100}$/;
const QUIET_ROUTES = /^\/(health|metrics)\b/;

/** What the ids of this process begin with; a number follows, which costs a fraction of new randomness. */
const ownIds = randomUUID().slice(0, 24);
let made = 0;

function newRequestId(): string {
  return ownIds + (made++).toString(16).padStart(12, '0');
}

/** The caller's request id when it is harmless, else a new one. */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && REQUEST_ID.test(header) ? header : newRequestId();
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}

/** Gives every request an id that its answer, its log lines and whatever it records carry, and counts and logs it when answered. */
export function addRequestHooks(
  fastify: FastifyInstance,
  { logger, metrics, readiness }: { logger: Logger; metrics: Metrics; readiness: Readiness },
): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    if (readiness.isDraining) void reply.header('connection', 'close');
    runInContext({ requestId: request.id }, () => void spans.set(request, startRequestSpan(request, done)));
  });
  // Reading the body leaves the first context: the stream's events fire outside it.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    runInContext({ requestId: request.id }, () => (span ? continueInSpan(span, done) : done()));
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const { method } = request;
    const status = reply.statusCode;
    const span = spans.get(request);
    if (span) endRequestSpan(span, { method, route: routeOf(request), status });
    metrics.observeRequest({ method, route: routeOf(request), status }, reply.elapsedTime / 1000);
    if (!QUIET_ROUTES.test(request.url) && logger.isEnabled('info')) {
      const durationMs = Math.round(reply.elapsedTime * 10) / 10;
      runInContext({ requestId: request.id }, () =>
        logger.info('request', { method, url: withoutSecrets(request.url), status, durationMs }),
      );
    }
    done();
  });
}
