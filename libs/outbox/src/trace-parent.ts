import { context, propagation } from '@opentelemetry/api';

/** The W3C `traceparent` of the active span; undefined if no span is active, e.g. if tracing is not configured. */
export function currentTraceParent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}
