import type { Webhook } from '@almanac/entities';
import type { DataSource, EntityManager } from 'typeorm';

/** A delivery is this worker's for so long; whoever does not report back by then loses it to the next claim. */
export const leaseMs = 30_000;

/** The endpoint a batch goes to, as it stands at this moment. */
export type Endpoint = Pick<Webhook, 'id' | 'targetUrl' | 'apiVersion'> & {
  secret: string | null;
  /** Only while it still signs. */
  previousSecret: string | null;
  isFailing: boolean;
};

/** One delivery that was claimed. */
export interface ClaimedDelivery {
  id: string;
  factId: string;
  event: string;
  /** Attempts before this one. */
  attemptCount: number;
  /** It had ended before and somebody asked for it again. */
  isReplay: boolean;
  requestId: string | null;
}

/** The endpoint, or null when it is gone or disabled. */
export async function readEndpoint(manager: EntityManager, webhookId: string): Promise<Endpoint | null> {
  const [endpoint] = await manager.query<Endpoint[]>(
    `select id, target_url as "targetUrl", api_version as "apiVersion", secret,
       case when previous_secret_expires_at > now() then previous_secret end as "previousSecret",
       failing_since is not null as "isFailing"
     from publishing.webhooks where id = $1 and status = 'available'`,
    [webhookId],
  );
  return endpoint ?? null;
}

/** Takes up to `limit` of an endpoint's due deliveries for {@link leaseMs}; nobody else gets them meanwhile. */
export function claimDeliveries(manager: EntityManager, webhookId: string, limit: number): Promise<ClaimedDelivery[]> {
  return manager.query<ClaimedDelivery[]>(
    `with due as (
       select id from publishing.webhook_deliveries
       where webhook_id = $1 and status = 'pending' and next_attempt_at <= now()
       order by next_attempt_at, id limit $2 for update skip locked),
     claimed as (
       update publishing.webhook_deliveries d
       set next_attempt_at = now() + make_interval(secs => $3::float8 / 1000)
       from due where d.id = due.id returning d.*)
     select id, fact_id as "factId", event, attempt_count as "attemptCount",
       completed_at is not null as "isReplay", request_id as "requestId" from claimed`,
    [webhookId, limit, leaseMs],
  );
}

/** Gives back what was claimed and not sent. */
export async function releaseDeliveries(manager: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await manager.query(
    `update publishing.webhook_deliveries set next_attempt_at = now() where id = any($1) and status = 'pending'`,
    [ids],
  );
}

/** Endpoints with deliveries that are due and nobody's; each is looked up by its index, however long the queue of one is. */
export function findDueEndpoints(source: DataSource): Promise<{ webhookId: string; isFailing: boolean }[]> {
  return source.query<{ webhookId: string; isFailing: boolean }[]>(
    `select w.id as "webhookId", w.failing_since is not null as "isFailing" from publishing.webhooks w
     where w.status = 'available' and exists (
       select 1 from publishing.webhook_deliveries d
       where d.webhook_id = w.id and d.status = 'pending' and d.next_attempt_at <= now())`,
  );
}
