import { type Span } from '@opentelemetry/api';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Readiness } from '../health/readiness';
import { withoutSecrets } from '../logging/loggable-url';
import { type Logger } from '../logging/logger';
import { runInContext } from '../logging/request-context';
import { type Metrics } from '../metrics/metrics';
import { continueInSpan, endRequestSpan, startRequestSpan } from '../tracing/tracing';
import { detourOf } from './short-way';

const QUIET_ROUTES = /^\/(health|metrics)\b/;

interface Surroundings {
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
  /** Whether whatever a request leads to sees its id (`currentRequestId`). */
  carriesContext: boolean;
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}

/** Gives every request an id that its answer, its log lines and whatever it records carry, and counts and logs it when answered. */
export function addRequestHooks(fastify: FastifyInstance, surroundings: Surroundings): void {
  const { logger, metrics, readiness, carriesContext } = surroundings;
  const spans = new WeakMap<FastifyRequest, Span>();
  const inContext = ({ id: requestId }: FastifyRequest, work: () => void): void =>
    carriesContext ? runInContext({ requestId }, work) : work();
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    if (readiness.isDraining) void reply.header('connection', 'close');
    inContext(request, () => void spans.set(request, startRequestSpan(request, done)));
  });
  // Reading the body leaves the first context: the stream's events fire outside it.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    inContext(request, () => (span ? continueInSpan(span, done) : done()));
  });
  fastify.addHook('preHandler', (request, _reply, done) => done(detourOf(request.raw)?.error));
  fastify.addHook('onResponse', (request, reply, done) => {
    const { id: requestId, method } = request;
    const status = reply.statusCode;
    const elapsedMs = reply.elapsedTime + (detourOf(request.raw)?.durationMs ?? 0);
    const span = spans.get(request);
    if (span) endRequestSpan(span, { method, route: routeOf(request), status });
    metrics.observeRequest({ method, route: routeOf(request), status }, elapsedMs / 1000);
    if (!QUIET_ROUTES.test(request.url) && logger.isEnabled('info')) {
      const durationMs = Math.round(elapsedMs * 10) / 10;
      logger.info('request', { requestId, method, url: withoutSecrets(request.url), status, durationMs });
    }
    done();
  });
}
