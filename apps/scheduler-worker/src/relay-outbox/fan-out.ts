import type { OutboxEventHeader } from '@almanac/outbox';
import { deliveryIdSql } from '@almanac/publishing';
import type { EntityManager } from 'typeorm';

/** An endpoint with new or due deliveries, for which a job wakes a worker. */
export interface NotifiedEndpoint {
  webhookId: string;
  /** Whether its last attempt failed. */
  isFailing: boolean;
}

/**
 * Writes a delivery for each pair of an outbox event and an enabled webhook that subscribed to the event. Each pair gets at most one
 * delivery, so a second call with the same events has no effect.
 * @param manager of the publishing schema, which contains the webhooks
 * @returns the endpoints with new deliveries
 */
export function fanOutToWebhooks(
  manager: EntityManager,
  outboxEvents: readonly OutboxEventHeader[],
): Promise<NotifiedEndpoint[]> {
  const rows = outboxEvents.map(({ id, event, requestId }) => ({ id, event, request_id: requestId }));
  return manager.query<NotifiedEndpoint[]>(
    `with added as (
       insert into publishing.webhook_deliveries
         (id, webhook_id, fact_id, event, status, next_attempt_at, request_id, created_at)
       -- fact_id is the id of the event.
       select ${deliveryIdSql('e.id', 'w.id')}, w.id, e.id, e.event, 'pending', now(), e.request_id, now()
       from jsonb_to_recordset($1::jsonb) as e (id text, event text, request_id text)
       join publishing.webhooks w on w.event = e.event and w.status = 'available'
       on conflict (webhook_id, fact_id) do nothing
       returning webhook_id)
     select w.id as "webhookId", w.failing_since is not null as "isFailing"
     from publishing.webhooks w where w.id in (select webhook_id from added)`,
    [JSON.stringify(rows)],
  );
}
