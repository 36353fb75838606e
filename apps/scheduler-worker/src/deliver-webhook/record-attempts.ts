import { createObjectId } from '@almanac/entities';
import type { DataSource, EntityManager } from 'typeorm';
import type { ClaimedDelivery } from './claim-deliveries';
import type { AttemptOutcome } from './outcome';
import { DISABLE_AFTER_MS } from './retry-schedule';

/** The request of an attempt as the delivery log keeps it. */
export interface SentRequest {
  headers: Record<string, string>;
  /** At most the first 20 kB. */
  body: string;
}

/** One attempt and what follows from it. */
export interface Attempt {
  webhookId: string;
  delivery: ClaimedDelivery;
  /** What was sent; undefined when there was nothing to send. */
  sent?: SentRequest;
  outcome: AttemptOutcome;
  startedAt: Date;
  durationMs: number;
  /** Until the next attempt; undefined when there is none. */
  nextInMs?: number;
}

async function logAttempts(manager: EntityManager, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map(({ delivery, sent, outcome, startedAt, durationMs }) => ({
    id: createObjectId(),
    delivery_id: delivery.id,
    attempt: delivery.attemptCount + 1,
    is_replay: delivery.isReplay,
    started_at: startedAt,
    duration_ms: durationMs,
    request_headers: sent?.headers,
    request_body: sent?.body,
    response_status: outcome.responseStatus,
    response_body: outcome.responseBody,
    error: outcome.error,
  }));
  await manager.query(
    `insert into publishing.webhook_attempts
       (id, delivery_id, attempt, is_replay, started_at, duration_ms, request_headers, request_body,
        response_status, response_body, error)
     select a.* from json_to_recordset($1::json) as a (id text, delivery_id text, attempt integer, is_replay boolean,
       started_at timestamptz, duration_ms integer, request_headers jsonb, request_body text,
       response_status integer, response_body text, error text)
     -- A webhook that was deleted meanwhile took its deliveries with it.
     join publishing.webhook_deliveries d on d.id = a.delivery_id`,
    [JSON.stringify(rows)],
  );
}

async function settleDeliveries(manager: EntityManager, attempts: readonly Attempt[]): Promise<void> {
  const rows = attempts.map(({ delivery, outcome, nextInMs }) => ({
    id: delivery.id,
    status: outcome.result === 'delivered' ? 'delivered' : nextInMs === undefined ? 'discarded' : 'pending',
    next_in_ms: nextInMs,
  }));
  await manager.query(
    `update publishing.webhook_deliveries d
     set attempt_count = d.attempt_count + 1, status = s.status,
       next_attempt_at = case when s.status = 'pending' then now() + make_interval(secs => s.next_in_ms / 1000) end,
       completed_at = case when s.status = 'pending' then d.completed_at else now() end
     from jsonb_to_recordset($1::jsonb) as s (id text, status text, next_in_ms float8)
     where d.id = s.id`,
    [JSON.stringify(rows)],
  );
}

/** What a batch of attempts says about one endpoint. */
interface EndpointNews {
  id: string;
  triggered_at: Date;
  status: string | null;
  error: string | null;
  is_failing: boolean;
  had_success: boolean;
  is_gone: boolean;
}

function newsOf(attempts: readonly Attempt[]): EndpointNews[] {
  const news = new Map<string, EndpointNews>();
  for (const { webhookId, outcome, startedAt } of attempts) {
    const before = news.get(webhookId);
    const isDelivered = outcome.result === 'delivered';
    news.set(webhookId, {
      id: webhookId,
      triggered_at: startedAt,
      status: outcome.responseStatus === null ? null : String(outcome.responseStatus),
      error: outcome.error,
      is_failing: !isDelivered,
      had_success: isDelivered || (before?.had_success ?? false),
      is_gone: outcome.result === 'gone' || (before?.is_gone ?? false),
    });
  }
  return [...news.values()];
}

/** In one order, whoever does it, so that two workers that report on the same endpoints never wait for each other crosswise. */
async function lockEndpoints(manager: EntityManager, attempts: readonly Attempt[]): Promise<void> {
  const ids = [...new Set(attempts.map(({ webhookId }) => webhookId))];
  await manager.query(`select 1 from publishing.webhooks where id = any($1) order by id for no key update`, [ids]);
}

/** @returns the endpoints that were disabled by this */
async function updateEndpoints(manager: EntityManager, attempts: readonly Attempt[]): Promise<string[]> {
  const disabled = await manager.query<{ id: string }[]>(
    `with news as (
       select * from jsonb_to_recordset($1::jsonb) as n
         (id text, triggered_at timestamptz, status text, error text, is_failing boolean, had_success boolean, is_gone boolean)),
     changed as (
       update publishing.webhooks w
       set last_triggered_at = n.triggered_at, last_triggered_status = n.status, last_triggered_error = n.error,
         failing_since = case when not n.is_failing then null when n.had_success then now()
           else coalesce(w.failing_since, now()) end,
         status = case when r.reason is null then w.status else 'disabled' end,
         disabled_at = case when r.reason is null then w.disabled_at else now() end,
         disabled_reason = coalesce(r.reason, w.disabled_reason)
       from news n join publishing.webhooks before on before.id = n.id, lateral (select case
         when n.is_gone then 'The receiver answered 410 Gone.'
         when n.is_failing and not n.had_success
           and before.failing_since <= now() - make_interval(secs => $2::float8 / 1000)
         then 'Every attempt failed for five days.' end) as r (reason)
       where w.id = n.id returning w.id, r.reason)
     select id from changed where reason is not null`,
    [JSON.stringify(newsOf(attempts)), DISABLE_AFTER_MS],
  );
  return disabled.map(({ id }) => id);
}

/** Nothing goes to a disabled endpoint any more; its deliveries can be replayed once it is enabled again. */
async function discardDeliveries(manager: EntityManager, webhookIds: readonly string[]): Promise<void> {
  await manager.query(
    `update publishing.webhook_deliveries set status = 'discarded', next_attempt_at = null, completed_at = now()
     where webhook_id = any($1) and status = 'pending'`,
    [webhookIds],
  );
}

/**
 * Writes attempts to the log, moves their deliveries on and draws the consequences for the endpoints, all or nothing.
 * @returns ids of the webhooks that were disabled
 */
export function recordAttempts(source: DataSource, attempts: readonly Attempt[]): Promise<string[]> {
  return source.transaction(async (manager) => {
    await lockEndpoints(manager, attempts);
    const disabled = await updateEndpoints(manager, attempts);
    await logAttempts(manager, attempts);
    await settleDeliveries(manager, attempts);
    if (disabled.length > 0) await discardDeliveries(manager, disabled);
    return disabled;
  });
}
