import { type Span } from '@opentelemetry/api';
import { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Readiness } from '../health/readiness';
import { type Logger } from '../logging/logger';
import { runInContext } from '../logging/request-context';
import { type Metrics } from '../metrics/metrics';
import { continueInSpan, endRequestSpan, isTracing, startRequestSpan } from '../tracing/tracing';
import { FinishedRequests, routeOf } from './finished-requests';

interface RequestHooksOptions {
  logger: Logger;
  metrics: Metrics;
  readiness: Readiness;
  /** Whether requests get a context, in which `currentRequestId` returns their id. */
  hasContexts: boolean;
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
  const finished = new FinishedRequests(logger, metrics);
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
  fastify.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    if (span) endRequestSpan(span, { method: request.method, route: routeOf(request), status: reply.statusCode });
    finished.add(reply);
    done();
  });
}
