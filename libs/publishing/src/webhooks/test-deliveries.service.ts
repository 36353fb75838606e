import { createObjectId } from '@almanac/entities';
import type { Actor } from '../permissions/actor';
import type { PublishingContext } from '../publishing-context';
import { inTransaction } from '../write-scope';
import { assertAvailable } from './replays.service';
import { recordTestEvent } from './test-event';
import { assertKnownEvent } from './webhook-column-rules';
import { getPermittedWebhook } from './webhooks.service';

/** Sends sample events to webhooks, so that a receiver can be tested without changing content. */
export class TestDeliveriesService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Records a test delivery that is due now. The worker tries to send it once, with the header `webhook-test: true`.
   * @returns the id of the delivery
   * @throws NotFoundError, NoPermissionError; ValidationError when the webhook is disabled, or its event is unknown
   */
  async send(actor: Actor, webhookId: string): Promise<string> {
    return inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      const webhook = await getPermittedWebhook(manager, actor, { id: webhookId, permission: 'webhooks.replay' });
      assertAvailable(webhook);
      const { event } = webhook;
      assertKnownEvent(event);
      const now = this.context.clock.now();
      const requestId = this.context.requestId?.();
      const eventId = await recordTestEvent(manager, { webhookId, event, now, requestId });
      const id = createObjectId();
      // `fact_id` is the id of the outbox event.
      await manager.query(
        `insert into publishing.webhook_deliveries
           (id, webhook_id, fact_id, event, status, next_attempt_at, request_id, created_at, is_test)
         values ($1, $2, $3, $4, 'pending', now(), $5, now(), true)`,
        [id, webhookId, eventId, event, requestId ?? null],
      );
      return id;
    });
  }
}
