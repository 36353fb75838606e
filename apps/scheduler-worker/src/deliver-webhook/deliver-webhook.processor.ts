import type { DeliverWebhookPayload, JobProcessor } from '@almanac/jobs';
import { Injectable } from '@nestjs/common';
import { EndpointDrain } from './endpoint-drain';

/** Sends the due deliveries of a healthy endpoint. */
@Injectable()
export class DeliverWebhookProcessor implements JobProcessor<'deliver-webhook'> {
  readonly job = 'deliver-webhook';

  constructor(private readonly drain: EndpointDrain) {}

  process({ webhookId }: DeliverWebhookPayload): Promise<void> {
    return this.drain.drain(webhookId);
  }
}
