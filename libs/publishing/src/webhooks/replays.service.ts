import type { Webhook } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import { isCalendarEvent, TEST_SUBJECT } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';
import { deliveryIdSql } from './delivery-id-sql';
import type { Actor } from '../permissions/actor';
import type { PublishingContext } from '../publishing-context';
import { inTransaction } from '../write-scope';
import { getPermittedWebhook } from './webhooks.service';

/** A range of time, both ends included. */
export interface TimeRange {
  from: Date;
  to: Date;
}

/** SQL that makes a delivery due, and restarts its retry schedule, because the delivery may have used up its attempts. */
const REPLAY_COLUMNS = `status = 'pending', next_attempt_at = now(), claimed_until = null, replay_requested_at = now(),
  attempts_before_replay = attempt_count`;

/**
 * Replays deliveries by making them due again; the worker sends them with the same header `webhook-id`. The column `fact_id` of a
 * delivery is the id of its outbox event.
 */
export class ReplaysService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Makes one delivery due again, whatever its status.
   * @throws NotFoundError, NoPermissionError, ValidationError when the webhook is disabled
   */
  async replayOne(actor: Actor, webhookId: string, deliveryId: string): Promise<void> {
    await inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      const webhook = await this.findReplayable(manager, actor, webhookId);
      const [[due]] = await manager.query<[{ id: string }[], number]>(
        `update publishing.webhook_deliveries set ${REPLAY_COLUMNS}
         where webhook_id = $1 and id = $2 returning id`,
        [webhook.id, deliveryId],
      );
      if (!due) throw new NotFoundError('Delivery not found.');
    });
  }

  /**
   * Makes those deliveries of a webhook due whose outbox events happened in a time range. If the webhook subscribed to another event
   * before, the deliveries of that event stay as they are. Adds missing deliveries, e.g. for outbox events before the webhook was added.
   * For calendar events, no deliveries are added, because their outbox can be in another database. For the same reason, the creation time
   * of the delivery has to be in the range, not the time of its outbox event.
   * @returns the number of deliveries that were made due
   * @throws NotFoundError, NoPermissionError, ValidationError when the webhook is disabled or the range ends before it begins
   */
  async replayRange(actor: Actor, webhookId: string, { from, to }: TimeRange): Promise<number> {
    if (from > to) throw new ValidationError('The range ends before it begins.', { property: 'to' });
    return inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      const webhook = await this.findReplayable(manager, actor, webhookId);
      if (isCalendarEvent(webhook.event)) return replayByCreation(manager, webhook, { from, to });
      await addMissingDeliveries(manager, webhook, { from, to });
      return replayByEvent(manager, webhook, { from, to });
    });
  }

  private async findReplayable(manager: EntityManager, actor: Actor, id: string): Promise<Webhook> {
    const webhook = await getPermittedWebhook(manager, actor, { id, permission: 'webhooks.replay' });
    assertAvailable(webhook);
    return webhook;
  }
}

/** @throws ValidationError when the webhook is disabled */
export function assertAvailable({ status, disabledReason }: Webhook): void {
  if (status === 'available') return;
  throw new ValidationError('The webhook is disabled.', {
    help: 'Editing the webhook enables it again.',
    context: disabledReason ?? undefined,
  });
}

/** Makes the deliveries due whose outbox events are those of the webhook and happened in the range. @returns their number */
async function replayByEvent(manager: EntityManager, webhook: Webhook, { from, to }: TimeRange): Promise<number> {
  const [, count] = await manager.query<[unknown[], number]>(
    `update publishing.webhook_deliveries delivery set ${REPLAY_COLUMNS}
     from publishing.outbox outbox_event
     where delivery.webhook_id = $1 and delivery.event = $2 and not delivery.is_test
       and outbox_event.id = delivery.fact_id and outbox_event.occurred_at between $3 and $4`,
    [webhook.id, webhook.event, from, to],
  );
  return count;
}

/**
 * Makes the deliveries due whose event is that of the webhook, and that were created in the range. A delivery is usually created within a
 * second of its outbox event.
 * @returns their number
 */
async function replayByCreation(manager: EntityManager, webhook: Webhook, { from, to }: TimeRange): Promise<number> {
  const [, count] = await manager.query<[unknown[], number]>(
    `update publishing.webhook_deliveries set ${REPLAY_COLUMNS}
     where webhook_id = $1 and event = $2 and not is_test and created_at between $3 and $4`,
    [webhook.id, webhook.event, from, to],
  );
  return count;
}

/**
 * Adds a delivery for each event in the range to which the webhook subscribes and that has no delivery. One statement does so, because the
 * range can have more events than fit into the memory of the process.
 */
async function addMissingDeliveries(manager: EntityManager, webhook: Webhook, { from, to }: TimeRange): Promise<void> {
  await manager.query(
    `insert into publishing.webhook_deliveries (id, webhook_id, fact_id, event, status, created_at)
     select ${deliveryIdSql('outbox_event.id', '$1::text')}, $1, outbox_event.id, $2, 'pending', now()
     from publishing.outbox outbox_event
     where outbox_event.event = $2 and outbox_event.subject_type <> '${TEST_SUBJECT}'
       and outbox_event.occurred_at between $3 and $4
     on conflict (webhook_id, fact_id) do nothing`,
    [webhook.id, webhook.event, from, to],
  );
}
