import { createObjectId } from '@almanac/entities';
import type { DataSource, EntityManager } from 'typeorm';
import type { ClaimedDelivery } from './claim-deliveries';
import type { AttemptOutcome } from './outcome';
import { DISABLE_AFTER_MS } from './retry-schedule';

/** The request of an attempt as stored in the delivery log. */
export interface SentRequest {
  headers: Record<string, string>;
  /** The first 20 kB, as UTF-8. */
  body: Buffer;
}

/** One attempt, its outcome and its next retry. */
export interface Attempt {
  webhookId: string;
  delivery: ClaimedDelivery;
  /** Undefined when the event is no longer stored, so nothing was sent. */
  sent?: SentRequest;
  outcome: AttemptOutcome;
  startedAt: Date;
  durationMs: number;
  /** Milliseconds until the next attempt; undefined when there is none. */
  nextInMs?: number;
}

/** Separates request bodies. It is in none of them, because JSON escapes control characters. */
const SEPARATOR = Buffer.from('\u0001');

/** SQL: whether a replay of the delivery `d` was requested during the attempt `a`. */
const IS_REPLAYED = 'd.replay_requested_at is distinct from a.replay_requested_at';

/** The status of a delivery after an attempt; `discarded` when no attempt is left. */
function statusAfter({ outcome, nextInMs }: Attempt): 'delivered' | 'pending' | 'discarded' {
  if (outcome.result === 'delivered') return 'delivered';
  return nextInMs === undefined ? 'discarded' : 'pending';
}

/** The values of an attempt, without its request body, and of its delivery after the attempt. */
function toRow(attempt: Attempt): object {
  const { delivery, sent, outcome, startedAt, durationMs, nextInMs } = attempt;
  return {
    id: createObjectId(),
    delivery_id: delivery.id,
    attempt: delivery.attemptCount + 1,
    replay_requested_at: delivery.replayRequestedAt,
    started_at: startedAt,
    duration_ms: durationMs,
    request_headers: sent?.headers,
    response_status: outcome.responseStatus,
    response_body: outcome.responseBody,
    error: outcome.error,
    status: statusAfter(attempt),
    next_in_ms: nextInMs,
  };
}

/**
 * Updates the deliveries and writes the attempts to the delivery log, with one statement. An attempt is left out if its
 * delivery was deleted together with the webhook. If a replay was requested during the attempt, the delivery stays due, and the attempt
 * counts as one before the replay.
 *
 * The `limit` gives the planner of PostgreSQL the number of rows. Without it, the planner expects 100 rows from the JSON function, and may
 * read all deliveries of a large table for five attempts. The request bodies are not in the JSON, because PostgreSQL would need half of the
 * statement's time to parse them. The driver sends bytes as they are.
 */
async function updateAndLog(manager: EntityManager, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map(toRow);
  // An attempt without a request has no body.
  const bodies = attempts.flatMap(({ sent }) => (sent ? [SEPARATOR, sent.body] : [SEPARATOR])).slice(1);
  await manager.query(
    `with attempt as (
       select * from rows from (
         json_to_recordset($1::json) as (id text, delivery_id text, attempt integer, replay_requested_at timestamptz,
           started_at timestamptz, duration_ms integer, request_headers jsonb, response_status integer, response_body text, error text,
           status text, next_in_ms float8),
         string_to_table($2, $3, '')
       ) as a (id, delivery_id, attempt, replay_requested_at, started_at, duration_ms, request_headers, response_status, response_body,
         error, status, next_in_ms, request_body)
       limit $4::int),
     updated as (
       update publishing.webhook_deliveries d
       set attempt_count = d.attempt_count + 1,
         attempts_before_replay = d.attempts_before_replay + (${IS_REPLAYED})::int,
         status = case when ${IS_REPLAYED} then d.status else a.status end,
         claimed_until = case when ${IS_REPLAYED} then d.claimed_until end,
         next_attempt_at = case when ${IS_REPLAYED} then d.next_attempt_at
           when a.status = 'pending' then now() + make_interval(secs => a.next_in_ms / 1000) end,
         completed_at = case when ${IS_REPLAYED} or a.status = 'pending' then d.completed_at else now() end
       from attempt a where d.id = a.delivery_id returning d.id)
     insert into publishing.webhook_attempts
       (id, delivery_id, attempt, is_replay, started_at, duration_ms, request_headers, response_status, response_body, error,
        request_body)
     select a.id, a.delivery_id, a.attempt, a.replay_requested_at is not null, a.started_at, a.duration_ms, a.request_headers,
       a.response_status, a.response_body, a.error, a.request_body
     from attempt a join updated u on u.id = a.delivery_id`,
    [JSON.stringify(rows), Buffer.concat(bodies), SEPARATOR, rows.length],
  );
}

/** How a batch of attempts changes one endpoint. */
interface EndpointChange {
  id: string;
  /** Start, response status and error of the last attempt. */
  triggered_at: Date;
  status: string | null;
  error: string | null;
  /** Whether the last attempt failed. */
  is_failing: boolean;
  /** Whether at least one attempt succeeded. */
  had_success: boolean;
  /** Whether at least one attempt got the response 410. */
  is_gone: boolean;
}

/**
 * The changes of the endpoints to which requests were sent. An attempt without a request, whose event is no longer stored, does not
 * change its endpoint.
 * @param attempts in the order in which they ended
 */
function endpointChangesOf(attempts: readonly Attempt[]): EndpointChange[] {
  const changes = new Map<string, EndpointChange>();
  for (const { webhookId, outcome, startedAt, sent } of attempts) {
    if (!sent) continue;
    const before = changes.get(webhookId);
    const isDelivered = outcome.result === 'delivered';
    changes.set(webhookId, {
      id: webhookId,
      triggered_at: startedAt,
      status: outcome.responseStatus === null ? null : String(outcome.responseStatus),
      error: outcome.error,
      is_failing: !isDelivered,
      had_success: isDelivered || (before?.had_success ?? false),
      is_gone: outcome.result === 'gone' || (before?.is_gone ?? false),
    });
  }
  return [...changes.values()];
}

/** Locks the endpoints in the order of their ids, so that two workers cannot deadlock. */
async function lockEndpoints(manager: EntityManager, attempts: readonly Attempt[]): Promise<void> {
  const ids = [...new Set(attempts.map(({ webhookId }) => webhookId))];
  await manager.query(`select 1 from publishing.webhooks where id = any($1) order by id for no key update`, [ids]);
}

interface DisabledEndpoint {
  id: string;
  /** Whether the attempts of this batch disabled it. */
  isNew: boolean;
}

/** @returns those endpoints of the attempts that are disabled now: by these attempts, or before */
function updateEndpoints(manager: EntityManager, attempts: readonly Attempt[]): Promise<DisabledEndpoint[]> {
  return manager.query<DisabledEndpoint[]>(
    `with change as (
       select * from jsonb_to_recordset($1::jsonb) as c
         (id text, triggered_at timestamptz, status text, error text, is_failing boolean, had_success boolean, is_gone boolean)),
     changed as (
       update publishing.webhooks w
       set last_triggered_at = c.triggered_at, last_triggered_status = c.status, last_triggered_error = c.error,
         failing_since = case when not c.is_failing then null when c.had_success then now()
           else coalesce(w.failing_since, now()) end,
         status = case when r.reason is null then w.status else 'disabled' end,
         disabled_at = case when r.reason is null then w.disabled_at else now() end,
         disabled_reason = coalesce(r.reason, w.disabled_reason)
       from change c join publishing.webhooks before on before.id = c.id, lateral (select case
         when before.status = 'disabled' then null
         when c.is_gone then 'The receiver responded 410 Gone.'
         when c.is_failing and not c.had_success
           and before.failing_since <= now() - make_interval(secs => $2::float8 / 1000)
         then 'Every attempt failed for five days.' end) as r (reason)
       where w.id = c.id returning w.id, w.status, r.reason)
     select id, reason is not null as "isNew" from changed where status = 'disabled'`,
    [JSON.stringify(endpointChangesOf(attempts)), DISABLE_AFTER_MS],
  );
}

/** Discards the pending deliveries of disabled endpoints. They can be replayed after the endpoint was enabled again. */
async function discardDeliveries(manager: EntityManager, webhookIds: readonly string[]): Promise<void> {
  await manager.query(
    `update publishing.webhook_deliveries set status = 'discarded', next_attempt_at = null, claimed_until = null, completed_at = now()
     where webhook_id = any($1) and status = 'pending'`,
    [webhookIds],
  );
}

/**
 * Logs attempts, updates their deliveries and endpoints, and disables endpoints, all in one transaction.
 * @param attempts in the order in which they ended
 * @returns the ids of the webhooks that were disabled
 */
export function recordAttempts(source: DataSource, attempts: readonly Attempt[]): Promise<string[]> {
  return source.transaction(async (manager) => {
    await lockEndpoints(manager, attempts);
    const disabled = await updateEndpoints(manager, attempts);
    await updateAndLog(manager, attempts);
    // Also discards deliveries of an endpoint that was disabled before this batch. Otherwise an attempt that ran when the endpoint was
    // disabled would leave its delivery pending.
    const ids = disabled.map(({ id }) => id);
    if (ids.length > 0) await discardDeliveries(manager, ids);
    return disabled.filter(({ isNew }) => isNew).map(({ id }) => id);
  });
}
