import type { Webhook } from '@almanac/entities';
import type { DataSource, EntityManager } from 'typeorm';

/** A delivery is this worker's for so long; whoever does not report back by then loses it to the next claim. */
export const LEASE_MS = 30_000;

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
  outboxEventId: string;
  event: string;
  /** Attempts before this one. */
  attemptCount: number;
  /** Attempts before this one that count for the retry schedule: those since the last replay was asked for. */
  scheduledAttempts: number;
  /** A replay was asked for. */
  isReplay: boolean;
  /** Asked for as a test: a sample of the event, sent once. */
  isTest: boolean;
  requestId: string | null;
}

/** What is due to one endpoint and was claimed. */
export interface Claim {
  endpoint: Endpoint;
  deliveries: ClaimedDelivery[];
}

/** Deliveries an endpoint gets at a time. */
export interface ClaimLimits {
  answering: number;
  failing: number;
}

/**
 * Takes due deliveries of endpoints for {@link leaseMs}; nobody else gets them meanwhile. One statement for all of them: an event
 * goes to a hundred endpoints in the same moment.
 * @returns a claim for each endpoint that is there and not disabled
 */
export async function claimDeliveries(
  manager: EntityManager,
  webhookIds: readonly string[],
  { answering, failing }: ClaimLimits,
): Promise<Claim[]> {
  const rows = await manager.query<(Endpoint & { deliveries: ClaimedDelivery[] })[]>(
    `with endpoint as (
       select id, target_url as "targetUrl", api_version as "apiVersion", secret,
         case when previous_secret_expires_at > now() then previous_secret end as "previousSecret",
         failing_since is not null as "isFailing"
       from publishing.webhooks where id = any($1) and status = 'available'),
     due as (
       select due.id from endpoint e cross join lateral (
         select id from publishing.webhook_deliveries
         where webhook_id = e.id and status = 'pending' and next_attempt_at <= now()
         order by next_attempt_at, id limit case when e."isFailing" then $3::int else $2::int end
         for update skip locked) due),
     claimed as (
       update publishing.webhook_deliveries
       set next_attempt_at = now() + make_interval(secs => $4::float8 / 1000)
       -- An array, and no join: PostgreSQL would read the whole table for what it takes to be many.
       where id = any(array(select id from due)) returning *)
     select e.*, coalesce((select json_agg(json_build_object('id', d.id, 'outboxEventId', d.fact_id, 'event', d.event,
         'attemptCount', d.attempt_count, 'scheduledAttempts', d.attempt_count - d.attempts_before_replay,
         'isReplay', d.replay_requested_at is not null, 'isTest', d.is_test, 'requestId', d.request_id))
       from claimed d where d.webhook_id = e.id), '[]') as deliveries
     from endpoint e`,
    [webhookIds, answering, failing, LEASE_MS],
  );
  return rows.map(({ deliveries, ...endpoint }) => ({ endpoint, deliveries }));
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
