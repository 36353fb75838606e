import { Clock, OutboundClient } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import type { DeliveryBody } from './bodies';
import type { ClaimedDelivery, Endpoint } from './claim-deliveries';
import { type AttemptOutcome, outcomeOfError, outcomeOfResponse } from './outcome';
import type { Attempt } from './record-attempts';
import { nextAttemptInMs } from './retry-schedule';
import { signatureHeaders } from './sign';

const timeoutMs = 15_000;
const readResponseBytes = 65_536;

const gone: AttemptOutcome = {
  result: 'failed',
  responseStatus: null,
  responseBody: null,
  error: 'What happened is no longer kept.',
};

/** Makes one attempt at a delivery. */
@Injectable()
export class DeliverySender {
  constructor(
    private readonly outbound: OutboundClient,
    private readonly clock: Clock,
  ) {}

  /** Never rejects: whatever happens is the outcome. */
  async send(endpoint: Endpoint, delivery: ClaimedDelivery, body: DeliveryBody | undefined): Promise<Attempt> {
    const startedAt = this.clock.now();
    const started = performance.now();
    const outcome = body ? await this.post(endpoint, delivery, body, startedAt) : gone;
    const attempt = { webhookId: endpoint.id, delivery, outcome, startedAt };
    const durationMs = Math.round(performance.now() - started);
    if (outcome.result !== 'failed' || !body) return { ...attempt, durationMs };
    const nextInMs = nextAttemptInMs(delivery.attemptCount + 1, outcome.retryAfterMs, Math.random());
    return { ...attempt, durationMs, ...(nextInMs !== undefined && { nextInMs }) };
  }

  /** Ends every request that is still running. */
  cut(): Promise<void> {
    return this.outbound.destroy();
  }

  private async post(
    endpoint: Endpoint,
    { factId, event, requestId }: ClaimedDelivery,
    { bytes, sequence }: DeliveryBody,
    at: Date,
  ): Promise<AttemptOutcome> {
    const secrets = { current: endpoint.secret, previous: endpoint.previousSecret };
    try {
      const response = await this.outbound.send({
        method: 'POST',
        url: endpoint.targetUrl,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'Almanac/0.1',
          'webhook-event': event,
          'webhook-sequence': sequence,
          ...(requestId && { 'x-request-id': requestId }),
          ...signatureHeaders(factId, bytes, at, secrets),
        },
        body: bytes,
        timeoutMs,
        maxResponseBytes: readResponseBytes,
      });
      return outcomeOfResponse(response, this.clock.now());
    } catch (error) {
      return outcomeOfError(error);
    }
  }
}
