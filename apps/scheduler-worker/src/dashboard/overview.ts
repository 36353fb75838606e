import { type JobCounts, type JobName, jobNames, type JobQueues } from '@almanac/jobs';
import type { DataSource } from 'typeorm';
import type { Databases } from '../databases/databases';

/** Rows of one table on the page; the page stays small however much waits. */
const SHOWN_ROWS = 50;
/** Pending deliveries are counted up to this many for each endpoint. */
const COUNTED_DELIVERIES = 10_000;

export interface PlannedChange {
  id: string;
  type: string;
  title: string;
  action: string;
  at: Date;
  isOverdue: boolean;
}

export interface EndpointState {
  id: string;
  event: string;
  targetUrl: string;
  status: string;
  pending: number;
  nextAttemptAt: Date | null;
  failingSinceAt: Date | null;
  lastError: string | null;
}

export interface FailedAttempt {
  deliveryId: string;
  webhookId: string;
  event: string;
  startedAt: Date;
  attempt: number;
  error: string | null;
  nextAttemptAt: Date | null;
}

export interface OutboxState {
  schema: string;
  unrelayed: number;
  unfinished: number;
}

/** What waits, runs and failed, read from PostgreSQL; `queues` is null while the queue engine does not answer. */
export interface Overview {
  readAt: Date;
  planned: PlannedChange[];
  endpoints: EndpointState[];
  failedAttempts: FailedAttempt[];
  outboxes: OutboxState[];
  queues: { name: JobName; counts: JobCounts }[] | null;
}

function plannedChanges(publishing: DataSource): Promise<PlannedChange[]> {
  return publishing.query<PlannedChange[]>(
    `select * from (
       (select id, type, title, 'publish' as action, published_at as at, published_at <= now() as "isOverdue"
        from publishing.posts where status = 'scheduled' order by published_at limit $1)
       union all
       (select id, type, title, 'unpublish', unpublish_at, unpublish_at <= now()
        from publishing.posts where status = 'published' and unpublish_at is not null order by unpublish_at limit $1)
     ) planned order by at limit $1`,
    [SHOWN_ROWS],
  );
}

/** Disabled and failing endpoints first, then those with the longest queue. */
function endpointStates(publishing: DataSource): Promise<EndpointState[]> {
  return publishing.query<EndpointState[]>(
    `select w.id, w.event, w.target_url as "targetUrl", w.status, d.pending, d.next as "nextAttemptAt",
       w.failing_since as "failingSinceAt", coalesce(w.disabled_reason, w.last_triggered_error) as "lastError"
     from publishing.webhooks w, lateral (
       select count(*)::int as pending, min(next_attempt_at) as next from (
         select next_attempt_at from publishing.webhook_deliveries
         where webhook_id = w.id and status = 'pending' order by next_attempt_at limit $2) waiting) d
     order by w.status = 'disabled' desc, w.failing_since is null, d.pending desc, w.id limit $1`,
    [SHOWN_ROWS, COUNTED_DELIVERIES],
  );
}

/** Of the deliveries that were made last, the attempts that failed. */
function failedAttempts(publishing: DataSource): Promise<FailedAttempt[]> {
  return publishing.query<FailedAttempt[]>(
    `select a.delivery_id as "deliveryId", d.webhook_id as "webhookId", d.event, a.started_at as "startedAt",
       a.attempt, a.error, case when d.status = 'pending' then d.next_attempt_at end as "nextAttemptAt"
     from (select * from publishing.webhook_deliveries order by created_at desc limit 1000) d
     join publishing.webhook_attempts a on a.delivery_id = d.id
     where a.error is not null order by a.started_at desc limit $1`,
    [SHOWN_ROWS],
  );
}

async function outboxState(source: DataSource, schema: string, table: string): Promise<OutboxState> {
  const [counts] = await source.query<{ unrelayed: number; unfinished: number }[]>(
    `select (select count(*)::int from ${table} where relayed_at is null) as unrelayed,
       (select count(*)::int from ${table} where relayed_at is not null and completed_at is null) as unfinished`,
  );
  return { schema, unrelayed: counts?.unrelayed ?? 0, unfinished: counts?.unfinished ?? 0 };
}

async function queueStates(queues: JobQueues): Promise<Overview['queues']> {
  try {
    return await Promise.all(jobNames.map(async (name) => ({ name, counts: await queues.counts(name) })));
  } catch {
    // The rest of the page matters most while the queue engine is away; the page says that its part is unknown.
    return null;
  }
}

/** Reads everything the page shows. @throws the driver's error when PostgreSQL does not answer */
export async function readOverview({ publishing, calendar }: Databases, queues: JobQueues): Promise<Overview> {
  const [planned, endpoints, attempts, ofPublishing, ofCalendar, states] = await Promise.all([
    plannedChanges(publishing),
    endpointStates(publishing),
    failedAttempts(publishing),
    outboxState(publishing, 'publishing', 'publishing.outbox'),
    outboxState(calendar, 'calendar', 'calendar.outbox'),
    queueStates(queues),
  ]);
  return {
    readAt: new Date(),
    planned,
    endpoints,
    failedAttempts: attempts,
    outboxes: [ofPublishing, ofCalendar],
    queues: states,
  };
}
