import { context, propagation } from '@opentelemetry/api';

/**
 * W3C `traceparent` of the active span; undefined without one, so also without a configured collector.
 */
export function currentTraceParent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}
