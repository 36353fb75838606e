import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { createRequire } from 'node:module';

export interface TracingOptions {
  service: string;
  /** Base URL of an OTLP/HTTP collector, e.g. `http://localhost:4318`. */
  endpoint: string;
}

const tracer = () => trace.getTracer('almanac');

/**
 * Starts sending spans to a collector. The SDK is loaded only here: a service without a collector pays nothing for it.
 * @returns a function that sends what is left and stops
 */
export async function startTracing({ service, endpoint }: TracingOptions): Promise<() => Promise<void>> {
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  const stopStatementSpans = await startStatementSpans();
  return async () => {
    stopStatementSpans();
    await provider.shutdown();
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

/**
 * Makes a span for each SQL statement that runs inside another span. Its text holds placeholders, never values.
 * `pg` may be loaded already: the instrumentation patches it the next time it is required, which is here.
 */
async function startStatementSpans(): Promise<() => void> {
  const [{ registerInstrumentations }, { PgInstrumentation }] = await Promise.all([
    import('@opentelemetry/instrumentation'),
    import('@opentelemetry/instrumentation-pg'),
  ]);
  const stop = registerInstrumentations({
    instrumentations: [new PgInstrumentation({ requireParentSpan: true, enhancedDatabaseReporting: false })],
  });
  createRequire(__filename)('pg');
  return stop;
}

export interface SpanOptions {
  kind?: SpanKind;
  attributes?: Attributes;
  /** W3C `traceparent` of the span this one continues; the active span when undefined, a new trace when null. */
  parent?: string | null;
  /** Milliseconds since the epoch, where the work began before the span was made. */
  startTime?: number;
}

function contextOf(parent: string | null | undefined): Context {
  if (parent === undefined) return context.active();
  return parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
}

/** Records work that has just ended as a span. */
export function recordSpan(name: string, { parent, ...options }: SpanOptions): void {
  tracer().startSpan(name, options, contextOf(parent)).end();
}

/** Runs `work` inside a span; one that throws is marked as failed. Without a collector it just runs. */
export function inSpan<T>(
  name: string,
  { parent, ...options }: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  return tracer().startActiveSpan(name, options, contextOf(parent), async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : undefined });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Opens the span of an incoming request, a child of the caller's when its headers name one (W3C Trace Context), and runs `next` in it. */
export function startRequestSpan(
  request: { method: string; headers: Record<string, unknown> },
  next: () => void,
): Span {
  const parent = propagation.extract(context.active(), request.headers);
  const span = tracer().startSpan(
    request.method,
    { kind: SpanKind.SERVER, attributes: { 'http.request.method': request.method } },
    parent,
  );
  context.with(trace.setSpan(parent, span), next);
  return span;
}

/** Runs `next` where the request's span is the active one again. */
export function continueInSpan(span: Span, next: () => void): void {
  context.with(trace.setSpan(context.active(), span), next);
}

/** Closes the span of a request with what its answer was. The name follows OpenTelemetry's HTTP conventions: method and route, no raw URL. */
export function endRequestSpan(
  span: Span,
  { method, route, status }: { method: string; route: string; status: number },
): void {
  span.updateName(`${method} ${route}`);
  span.setAttributes({ 'http.route': route, 'http.response.status_code': status });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
