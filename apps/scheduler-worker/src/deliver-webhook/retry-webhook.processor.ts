import type { DeliverWebhookPayload, JobProcessor } from '@almanac/jobs';
import { Injectable } from '@nestjs/common';
import { EndpointSender } from './endpoint-sender';

/**
 * Sends the due deliveries of a failing endpoint. Failing endpoints have their own concurrency limit, so that they cannot
 * delay healthy ones.
 */
@Injectable()
export class RetryWebhookProcessor implements JobProcessor<'retry-webhook'> {
  readonly job = 'retry-webhook';

  constructor(private readonly sender: EndpointSender) {}

  async process({ webhookIds }: DeliverWebhookPayload): Promise<void> {
    for (const webhookId of webhookIds) await this.sender.sendDue(webhookId);
  }
}
