import type { SchemaName } from '@almanac/entities';
import { type JobCounts, type JobName, jobNames, type JobQueues } from '@almanac/jobs';
import { type OutboxBacklog, outboxBacklog } from '@almanac/outbox';
import type { DataSource } from 'typeorm';
import type { Databases } from '../databases/databases';

/** Maximum number of rows in each table of the dashboard. */
const MAX_ROWS = 50;
/** Maximum number of pending deliveries that are counted for each endpoint. */
const MAX_COUNTED_DELIVERIES = 10_000;

/** A post or page that will be published or unpublished, or is overdue. */
export interface ScheduledChange {
  id: string;
  type: 'post' | 'page';
  title: string;
  action: 'publish' | 'unpublish';
  /** When the action is due. */
  at: Date;
  isOverdue: boolean;
}

/** A webhook and its pending deliveries. */
export interface EndpointState {
  /** The id of the webhook. */
  id: string;
  event: string;
  targetUrl: string;
  status: string;
  /** Pending deliveries, counted up to 10,000. */
  pending: number;
  /** The time of the earliest next attempt of the pending deliveries; null without pending deliveries. */
  nextAttemptAt: Date | null;
  failingSinceAt: Date | null;
  /** Why the endpoint was disabled, or else the error of its last attempt; null if this attempt succeeded. */
  lastError: string | null;
}

/** A failed attempt to deliver an outbox event to a webhook. */
export interface FailedAttempt {
  deliveryId: string;
  webhookId: string;
  event: string;
  startedAt: Date;
  /** The number of the attempt; the first one is 1. */
  attempt: number;
  error: string | null;
  /** Null if the delivery is no longer pending, so there is no next attempt. */
  nextAttemptAt: Date | null;
}

export interface OutboxState extends OutboxBacklog {
  schema: SchemaName;
}

export interface QueueState {
  name: JobName;
  counts: JobCounts;
}

/** The content of the dashboard. `queues` is null while the queue engine (Redis or PostgreSQL) does not respond. */
export interface Overview {
  readAt: Date;
  scheduled: ScheduledChange[];
  endpoints: EndpointState[];
  failedAttempts: FailedAttempt[];
  outboxes: OutboxState[];
  queues: QueueState[] | null;
}

function scheduledChanges(publishing: DataSource): Promise<ScheduledChange[]> {
  return publishing.query<ScheduledChange[]>(
    `select * from (
       (select id, type, title, 'publish' as action, published_at as at, published_at <= now() as "isOverdue"
        from publishing.posts where status = 'scheduled' order by published_at limit $1)
       union all
       (select id, type, title, 'unpublish', unpublish_at, unpublish_at <= now()
        from publishing.posts where status = 'published' and unpublish_at is not null order by unpublish_at limit $1)
     ) scheduled order by at limit $1`,
    [MAX_ROWS],
  );
}

/** Disabled endpoints come before enabled ones, failing before healthy ones, and those with more pending deliveries before the others. */
function endpointStates(publishing: DataSource): Promise<EndpointState[]> {
  return publishing.query<EndpointState[]>(
    `select w.id, w.event, w.target_url as "targetUrl", w.status, d.pending, d.next as "nextAttemptAt",
       w.failing_since as "failingSinceAt", coalesce(w.disabled_reason, w.last_triggered_error) as "lastError"
     from publishing.webhooks w, lateral (
       select count(*)::int as pending, min(next_attempt_at) as next from (
         select next_attempt_at from publishing.webhook_deliveries
         where webhook_id = w.id and status = 'pending' order by next_attempt_at limit $2) waiting) d
     order by w.status = 'disabled' desc, w.failing_since is null, d.pending desc, w.id limit $1`,
    [MAX_ROWS, MAX_COUNTED_DELIVERIES],
  );
}

/** The latest failed attempts among the latest 1,000 attempts. Ids begin with the time at which the attempt was written. */
function failedAttempts(publishing: DataSource): Promise<FailedAttempt[]> {
  return publishing.query<FailedAttempt[]>(
    `select a.delivery_id as "deliveryId", d.webhook_id as "webhookId", d.event, a.started_at as "startedAt",
       a.attempt, a.error, case when d.status = 'pending' then d.next_attempt_at end as "nextAttemptAt"
     from (select * from publishing.webhook_attempts order by id desc limit 1000) a
     join publishing.webhook_deliveries d on d.id = a.delivery_id
     where a.error is not null order by a.started_at desc limit $1`,
    [MAX_ROWS],
  );
}

async function outboxState(schema: SchemaName, { manager }: DataSource): Promise<OutboxState> {
  return { schema, ...(await outboxBacklog(manager)) };
}

async function queueStates(queues: JobQueues): Promise<QueueState[] | null> {
  try {
    return await Promise.all(jobNames.map(async (name) => ({ name, counts: await queues.counts(name) })));
  } catch {
    // The dashboard says that the queue engine does not respond, and shows its other tables.
    return null;
  }
}

/** Reads the content of the dashboard. @throws the driver's error when PostgreSQL does not respond */
export async function readOverview({ publishing, calendar }: Databases, queues: JobQueues): Promise<Overview> {
  const [scheduled, endpoints, attempts, publishingOutbox, calendarOutbox, states] = await Promise.all([
    scheduledChanges(publishing),
    endpointStates(publishing),
    failedAttempts(publishing),
    outboxState('publishing', publishing),
    outboxState('calendar', calendar),
    queueStates(queues),
  ]);
  return {
    readAt: new Date(),
    scheduled,
    endpoints,
    failedAttempts: attempts,
    outboxes: [publishingOutbox, calendarOutbox],
    queues: states,
  };
}
