import { createObjectId } from '@almanac/entities';
import type { Actor } from '../permissions/actor';
import type { PublishingContext } from '../publishing-context';
import { inTransaction } from '../write-scope';
import { assertAvailable } from './replays.service';
import { recordTestEvent } from './test-event';
import { findReachableWebhook } from './webhooks.service';

/** Sends a sample of a webhook's event to its target, so that a receiver can be tried without changing content. */
export class TestDeliveriesService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Records a test delivery that is due now. The worker sends it once, signed as every other, with `webhook-test: true`.
   * @returns the id of the delivery
   * @throws NotFoundError, NoPermissionError, ValidationError when the webhook is disabled
   */
  async send(actor: Actor, webhookId: string): Promise<string> {
    return inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      const webhook = await findReachableWebhook(manager, actor, { id: webhookId, permission: 'webhooks.replay' });
      assertAvailable(webhook);
      const now = this.context.clock.now();
      const requestId = this.context.requestId?.();
      const eventId = await recordTestEvent(manager, { webhookId, event: webhook.event, now, requestId });
      const id = createObjectId();
      await manager.query(
        `insert into publishing.webhook_deliveries
           (id, webhook_id, fact_id, event, status, next_attempt_at, request_id, created_at, is_test)
         values ($1, $2, $3, $4, 'pending', now(), $5, now(), true)`,
        [id, webhookId, eventId, webhook.event, requestId ?? null],
      );
      return id;
    });
  }
}
