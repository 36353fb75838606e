import type { DeliverWebhookPayload, JobProcessor } from '@almanac/jobs';
import { Injectable } from '@nestjs/common';
import { EndpointDrain } from './endpoint-drain';

/** The same for endpoints whose last attempt failed, in places of their own. */
@Injectable()
export class RetryWebhookProcessor implements JobProcessor<'retry-webhook'> {
  readonly job = 'retry-webhook';

  constructor(private readonly drain: EndpointDrain) {}

  process({ webhookId }: DeliverWebhookPayload): Promise<void> {
    return this.drain.drain(webhookId);
  }
}
