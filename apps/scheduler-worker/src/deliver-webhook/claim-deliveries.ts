import type { Webhook } from '@almanac/entities';
import type { WebhookEvent } from '@almanac/outbox';
import type { DataSource, EntityManager } from 'typeorm';

/** A claim expires after this time; another worker can claim the delivery then. */
export const LEASE_MS = 30_000;

/** SQL condition of the deliveries that are due and that no worker has claimed. */
const IS_CLAIMABLE = `status = 'pending' and next_attempt_at <= now() and (claimed_until is null or claimed_until <= now())`;

/** The webhook of a claim, as stored at the time of the claim. */
export type Endpoint = Pick<Webhook, 'id' | 'targetUrl' | 'apiVersion'> & {
  secret: string | null;
  /** The secret before the last change; null without one, and after its rotation period has ended. */
  previousSecret: string | null;
  /** Whether its last attempt failed. */
  isFailing: boolean;
};

/** One delivery that was claimed. */
export interface ClaimedDelivery {
  id: string;
  outboxEventId: string;
  event: WebhookEvent;
  /** The number of attempts so far. */
  attemptCount: number;
  /** Attempts since the last replay request; only these count for the retry schedule. */
  attemptsSinceReplay: number;
  /** The time of the last replay request, as text of PostgreSQL; null without one. */
  replayRequestedAt: string | null;
  /** Whether it is a test delivery: a sample event that is sent once, without retries. */
  isTest: boolean;
  requestId: string | null;
}

/** The claimed deliveries of one endpoint. */
export interface Claim {
  endpoint: Endpoint;
  deliveries: ClaimedDelivery[];
}

/** Maximum deliveries per claim of a healthy and of a failing endpoint. */
export interface ClaimLimits {
  healthy: number;
  failing: number;
}

/**
 * Claims due deliveries of several endpoints for {@link LEASE_MS} with one statement.
 * @returns a claim for each endpoint that exists and is not disabled; its list of deliveries can be empty
 */
export async function claimDeliveries(
  manager: EntityManager,
  webhookIds: readonly string[],
  { healthy, failing }: ClaimLimits,
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
         where webhook_id = e.id and ${IS_CLAIMABLE}
         order by next_attempt_at, id limit case when e."isFailing" then $3::int else $2::int end
         for update skip locked) due),
     claimed as (
       update publishing.webhook_deliveries
       set claimed_until = now() + make_interval(secs => $4::float8 / 1000)
       -- An array instead of a join: PostgreSQL overestimates the number of due rows and would scan the table.
       where id = any(array(select id from due)) returning *)
     select e.*, coalesce((select json_agg(json_build_object('id', d.id, 'outboxEventId', d.fact_id, 'event', d.event,
         'attemptCount', d.attempt_count, 'attemptsSinceReplay', d.attempt_count - d.attempts_before_replay,
         'replayRequestedAt', d.replay_requested_at, 'isTest', d.is_test, 'requestId', d.request_id))
       from claimed d where d.webhook_id = e.id), '[]') as deliveries
     from endpoint e`,
    [webhookIds, healthy, failing, LEASE_MS],
  );
  return rows.map(({ deliveries, ...endpoint }) => ({ endpoint, deliveries }));
}

/** Ends the claim of deliveries that were not sent, so that they are due again at once. */
export async function releaseDeliveries(manager: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await manager.query(
    `update publishing.webhook_deliveries set claimed_until = null where id = any($1) and status = 'pending'`,
    [ids],
  );
}

/** Makes deliveries claimable after a pause, without an attempt. */
export async function postponeDeliveries(
  manager: EntityManager,
  ids: readonly string[],
  pauseMs: number,
): Promise<void> {
  await manager.query(
    `update publishing.webhook_deliveries set claimed_until = now() + make_interval(secs => $2::float8 / 1000)
     where id = any($1) and status = 'pending'`,
    [ids, pauseMs],
  );
}

/** Finds the endpoints with due, unclaimed deliveries. The query stops at the first one of each endpoint. */
export function findDueEndpoints(source: DataSource): Promise<{ webhookId: string; isFailing: boolean }[]> {
  return source.query<{ webhookId: string; isFailing: boolean }[]>(
    `select w.id as "webhookId", w.failing_since is not null as "isFailing" from publishing.webhooks w
     where w.status = 'available' and exists (
       select 1 from publishing.webhook_deliveries where webhook_id = w.id and ${IS_CLAIMABLE})`,
  );
}
