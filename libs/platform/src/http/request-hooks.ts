import { type Span } from '@opentelemetry/api';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Readiness } from '../health/readiness';
import { urlWithoutSecrets } from '../logging/loggable-url';
import { type Logger } from '../logging/logger';
import { runInContext } from '../logging/request-context';
import { type Metrics } from '../metrics/metrics';
import { continueInSpan, endRequestSpan, isTracing, startRequestSpan } from '../tracing/tracing';

/** The routes of probes and of Prometheus, whose requests are not logged. */
const UNLOGGED_ROUTES = /^\/(health|metrics)\b/;

interface RequestHooksOptions {
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
  /** Whether requests get a context, in which `currentRequestId` returns their id. */
  hasContexts: boolean;
}

function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? 'unmatched';
}

/**
 * Adds the hooks for each request. They send the id of the request in its response, and run the request in its `RequestContext` and, with
 * tracing, in a span. After the response, they log it and record its duration.
 */
export function addRequestHooks(
  fastify: FastifyInstance,
  { logger, metrics, readiness, hasContexts }: RequestHooksOptions,
): void {
  const spans = new WeakMap<FastifyRequest, Span>();
  const run = (request: FastifyRequest, work: () => void): void =>
    hasContexts ? runInContext({ requestId: request.id }, work) : work();
  fastify.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    if (readiness.isDraining) void reply.header('connection', 'close');
    run(request, () => {
      if (isTracing()) spans.set(request, startRequestSpan(request, done));
      else done();
    });
  });
  // After Fastify has read the body, code runs outside the context of the first hook. So this hook enters the context again.
  fastify.addHook('preValidation', (request, _reply, done) => {
    const span = spans.get(request);
    run(request, () => (span ? continueInSpan(span, done) : done()));
  });
  fastify.addHook('onResponse', (request, { statusCode: status, elapsedTime }, done) => {
    const { id: requestId, method } = request;
    const span = spans.get(request);
    if (span) endRequestSpan(span, { method, route: routeOf(request), status });
    metrics.observeRequest({ method, route: routeOf(request), status }, elapsedTime / 1000);
    if (!UNLOGGED_ROUTES.test(request.url) && logger.isEnabled('info')) {
      const durationMs = Math.round(elapsedTime * 10) / 10;
      logger.request({ requestId, method, url: urlWithoutSecrets(request.url), status, durationMs });
    }
    done();
  });
}
