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
  const record = atEndOfTurn(({ request, status, durationMs }: FinishedRequest) => {
    const { id: requestId, method, url } = request;
    metrics.observeRequest({ method, route: routeOf(request), status }, durationMs / 1000);
    if (UNLOGGED_ROUTES.test(url) || !logger.isEnabled('info')) return;
    const roundedMs = Math.round(durationMs * 10) / 10;
    logger.request({ requestId, method, url: urlWithoutSecrets(url), status, durationMs: roundedMs });
  });
  fastify.addHook('onResponse', (request, { statusCode: status, elapsedTime: durationMs }, done) => {
    const span = spans.get(request);
    if (span) endRequestSpan(span, { method: request.method, route: request.routeOptions.url, status });
    record({ request, status, durationMs });
    done();
  });
}

interface FinishedRequest {
  request: FastifyRequest;
  status: number;
  durationMs: number;
}

/**
 * A function that calls `work` for all values of one turn of the event loop together, at its end. For log lines and
 * metrics of cached responses, this takes less processor time, because the processor keeps the code in its caches (ADR 0200).
 */
function atEndOfTurn<T>(work: (value: T) => void): (value: T) => void {
  let waiting: T[] = [];
  return (value) => {
    if (waiting.length === 0) {
      setImmediate(() => {
        const values = waiting;
        waiting = [];
        values.forEach(work);
      });
    }
    waiting.push(value);
  };
}
