import { context, propagation } from '@opentelemetry/api';

/**
 * W3C `traceparent` of the span this code runs in, to be stored with an event or sent on.
 * Undefined without an active span, so also where no collector is configured.
 */
export function currentTraceParent(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}
