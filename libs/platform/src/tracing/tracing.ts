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
  /** Base URL of an OTLP/HTTP collector, for example `http://localhost:4318`. */
  endpoint: string;
  /** Called if the remaining spans cannot be sent when the tracing stops. */
  onSpansLost?: (error: unknown) => void;
}

const tracer = () => trace.getTracer('almanac');
let isStarted = false;

/** Whether spans are sent to a collector. If not, the request hooks create no spans. */
export function isTracing(): boolean {
  return isStarted;
}

/**
 * Starts to send spans to a collector. Only this function loads the OpenTelemetry SDK, so a service without a collector does not load it.
 * @returns a function that sends the remaining spans, and stops the tracing
 */
export async function startTracing({ service, endpoint, onSpansLost }: TracingOptions): Promise<() => Promise<void>> {
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
  isStarted = true;
  const stopStatementSpans = await startStatementSpans();
  return async () => {
    stopStatementSpans();
    await provider.shutdown().catch((error: unknown) => onSpansLost?.(error));
    isStarted = false;
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

/**
 * Records a span for each SQL statement that runs inside another span, with placeholders instead of values. The instrumentation patches
 * `pg` when the package is required the next time, so this function requires it.
 * @returns a function that stops the recording
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
  /** W3C `traceparent` of the parent span; undefined for the active span, null for a new trace. */
  parent?: string | null;
  /** Milliseconds since the epoch, if the work began before the span was created. */
  startTime?: number;
}

function contextOf(parent: string | null | undefined): Context {
  if (parent === undefined) return context.active();
  return parent === null ? ROOT_CONTEXT : propagation.extract(ROOT_CONTEXT, { traceparent: parent });
}

/** Records a span for work that began at `startTime` and ends at the time of this call. */
export function recordSpan(name: string, { parent, ...options }: SpanOptions): void {
  tracer().startSpan(name, options, contextOf(parent)).end();
}

/** Runs `work` inside a span, which is marked as failed if `work` throws. Without a collector, no span is recorded. */
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

/** Starts the span of a request and runs `next` in it. Its parent is the span in the headers, if any (W3C Trace Context). */
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

/** Runs `next` with the span of the request as the active span. */
export function continueInSpan(span: Span, next: () => void): void {
  context.with(trace.setSpan(context.active(), span), next);
}

/**
 * Ends the span of a request, and names it by method and route, as the HTTP conventions of OpenTelemetry require; without a route by the
 * method alone.
 */
export function endRequestSpan(
  span: Span,
  { method, route, status }: { method: string; route: string | undefined; status: number },
): void {
  if (route !== undefined) span.updateName(`${method} ${route}`).setAttribute('http.route', route);
  span.setAttribute('http.response.status_code', status);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
