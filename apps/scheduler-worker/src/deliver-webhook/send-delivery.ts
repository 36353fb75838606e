import { contentVersionOfWebhook } from '@almanac/api-versions';
import { currentTraceParent } from '@almanac/outbox';
import { Clock, inSpan, OutboundClient } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import { SpanKind, SpanStatusCode } from '@opentelemetry/api';
import type { DeliveryBody } from './delivery-bodies';
import type { ClaimedDelivery, Endpoint } from './claim-deliveries';
import { type AttemptOutcome, outcomeOfError, outcomeOfResponse, storedBytesOf } from './outcome';
import type { Attempt } from './record-attempts';
import { nextAttemptInMs } from './retry-schedule';
import { signatureHeaders } from './sign';

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 65_536;

const eventMissing: AttemptOutcome = {
  result: 'failed',
  responseStatus: null,
  responseBody: null,
  error: 'The outbox event is no longer stored.',
};

/** Makes one attempt at a delivery. */
@Injectable()
export class DeliverySender {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly clock: Clock,
  ) {}

  /** Never rejects; errors become the outcome. */
  async send(endpoint: Endpoint, delivery: ClaimedDelivery, body: DeliveryBody | undefined): Promise<Attempt> {
    const startedAt = this.clock.now();
    const attempt = { webhookId: endpoint.id, delivery, startedAt };
    if (!body) return { ...attempt, outcome: eventMissing, durationMs: 0 };
    const started = performance.now();
    const { headers, outcome } = await this.postInSpan(endpoint, delivery, body, startedAt);
    const durationMs = Math.round(performance.now() - started);
    const sent = { headers, body: storedBytesOf(body.bytes) };
    return { ...attempt, sent, outcome, durationMs, ...nextAttempt(delivery, outcome) };
  }

  /** Aborts all running requests. */
  abort(): Promise<void> {
    return this.outbound.destroy();
  }

  /** The span continues the trace of the request that caused the event; the receiver gets the `traceparent` of the span. */
  private postInSpan(
    endpoint: Endpoint,
    delivery: ClaimedDelivery,
    body: DeliveryBody,
    at: Date,
  ): Promise<{ headers: Record<string, string>; outcome: AttemptOutcome }> {
    const attributes = {
      'webhook.id': endpoint.id,
      'webhook.delivery.id': delivery.id,
      'webhook.event': delivery.event,
      'webhook.attempt': delivery.attemptCount + 1,
    };
    return inSpan('deliver webhook', { kind: SpanKind.CLIENT, parent: body.traceParent, attributes }, async (span) => {
      const headers = headersOf(endpoint, delivery, body, at);
      const outcome = await this.post(endpoint, headers, body);
      if (outcome.responseStatus !== null) span.setAttribute('http.response.status_code', outcome.responseStatus);
      if (outcome.error !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: outcome.error });
      return { headers, outcome };
    });
  }

  private async post(
    { targetUrl }: Endpoint,
    headers: Record<string, string>,
    { bytes }: DeliveryBody,
  ): Promise<AttemptOutcome> {
    try {
      const response = await this.outbound.send({
        method: 'POST',
        url: targetUrl,
        headers,
        body: bytes,
        timeoutMs: TIMEOUT_MS,
        maxResponseBytes: MAX_RESPONSE_BYTES,
      });
      return outcomeOfResponse(response, this.clock.now());
    } catch (error) {
      return outcomeOfError(error);
    }
  }
}

function headersOf(
  { apiVersion, secret, previousSecret }: Endpoint,
  { outboxEventId, event, isTest, requestId }: ClaimedDelivery,
  { bytes, sequence }: DeliveryBody,
  at: Date,
): Record<string, string> {
  const traceparent = currentTraceParent();
  const contentVersion = contentVersionOfWebhook(apiVersion);
  return {
    'content-type': 'application/json',
    'user-agent': 'Almanac/0.1',
    ...(contentVersion !== undefined && { 'content-version': contentVersion }),
    'webhook-event': event,
    ...(sequence !== undefined && { 'webhook-sequence': sequence }),
    ...(isTest && { 'webhook-test': 'true' }),
    ...(requestId && { 'x-request-id': requestId }),
    ...(traceparent && { traceparent }),
    ...signatureHeaders(outboxEventId, bytes, at, { current: secret, previous: previousSecret }),
  };
}

/** A test delivery is not retried, because a person waits for its outcome. */
function nextAttempt(
  { attemptsSinceReplay, isTest }: ClaimedDelivery,
  { result, retryAfterMs }: AttemptOutcome,
): Pick<Attempt, 'nextInMs'> {
  if (result !== 'failed' || isTest) return {};
  const nextInMs = nextAttemptInMs(attemptsSinceReplay + 1, retryAfterMs, Math.random());
  return nextInMs === undefined ? {} : { nextInMs };
}
