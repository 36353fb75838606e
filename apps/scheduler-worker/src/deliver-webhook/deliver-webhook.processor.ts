import { type DeliverWebhookPayload, type JobProcessor, jobs } from '@almanac/jobs';
import { Injectable } from '@nestjs/common';
import { promise as createPool, type queueAsPromised } from 'fastq';
import { EndpointSender } from './endpoint-sender';

/**
 * Sends the due deliveries of healthy endpoints. A job names several endpoints. The pool
 * limits the number of endpoints to which all jobs of this worker send at the same time.
 */
@Injectable()
export class DeliverWebhookProcessor implements JobProcessor<'deliver-webhook'> {
  readonly job = 'deliver-webhook';
  private readonly pool: queueAsPromised<string, void>;

  constructor(sender: EndpointSender) {
    this.pool = createPool((webhookId: string) => sender.sendDue(webhookId), jobs['deliver-webhook'].concurrency);
  }

  /** @throws AggregateError when PostgreSQL failed for an endpoint; the deliveries of the other endpoints are sent nevertheless */
  async process({ webhookIds }: DeliverWebhookPayload): Promise<void> {
    const results = await Promise.allSettled(webhookIds.map((webhookId) => this.pool.push(webhookId)));
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    if (errors.length > 0) throw new AggregateError(errors, 'Deliveries could not be claimed or recorded.');
  }
}
