import { type SchemaName } from '@almanac/entities';
import { type JobName, JobQueues, MAX_ENDPOINTS_PER_JOB, type NewJob } from '@almanac/jobs';
import { type OutboxEventHeader } from '@almanac/outbox';
import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { type LocalJob, LocalJobs } from '../run-jobs/local-jobs';
import { type NotifiedEndpoint } from './fan-out';
import { canChangeDueTime, jobNameOf } from './event-jobs';

/** PostgreSQL stores microseconds, BullMQ milliseconds: without a margin a job may run just before its post is due. */
const DELAY_MARGIN_MS = 3;

interface DueTime {
  job: 'publish-due' | 'unpublish-due';
  dueAt: Date;
  delayMs: number;
}

/** A job that makes a worker send the due deliveries of some endpoints. */
type WebhookJob = NewJob<'deliver-webhook' | 'retry-webhook'> & LocalJob<'deliver-webhook' | 'retry-webhook'>;

function traceOf(traceParent: string | null): { traceParent?: string } {
  return traceParent === null ? {} : { traceParent };
}

/** Identifies a group of endpoints. Every worker computes the same id for the same group, so that the group gets one job. */
function groupId(webhookIds: readonly string[]): string {
  return createHash('sha256').update(webhookIds.join()).digest('hex').slice(0, 24);
}

/** Splits endpoints into groups of at most `size`, in the order of their ids. */
function groupsOf(endpoints: readonly NotifiedEndpoint[], size: number): string[][] {
  const ids = endpoints.map(({ webhookId }) => webhookId).sort();
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  );
}

/**
 * Adds jobs for work that is stored in PostgreSQL. If a job is lost, a later sweep finds its work. While the queue engine (Redis or
 * PostgreSQL) accepts no jobs, deliveries and mails run in this process.
 */
@Injectable()
export class JobProducer {
  constructor(
    private readonly queues: JobQueues,
    private readonly localJobs: LocalJobs,
  ) {}

  /**
   * Wakes workers for endpoints: one job for each group of up to `MAX_ENDPOINTS_PER_JOB` healthy endpoints, and one for each failing one.
   * A failing endpoint gets no further job while it has one, because its job can wait long for its turn.
   * @param key the cause of the call; while a job for the same healthy endpoints and key waits or runs, a second call adds none
   * @param traceParent the trace of the event that caused the notification
   */
  async notifyEndpoints(
    endpoints: readonly NotifiedEndpoint[],
    key: string,
    traceParent: string | null = null,
  ): Promise<void> {
    const newJobs = (groups: string[][], ...causes: string[]): WebhookJob[] =>
      groups.map((webhookIds) => {
        const id = groupId(webhookIds);
        return { id, payload: { webhookIds, ...traceOf(traceParent) }, key: [id, ...causes] };
      });
    const healthy = endpoints.filter(({ isFailing }) => !isFailing);
    const failing = endpoints.filter(({ isFailing }) => isFailing);
    await this.addOrRun('deliver-webhook', newJobs(groupsOf(healthy, MAX_ENDPOINTS_PER_JOB), key));
    await this.addOrRun('retry-webhook', newJobs(groupsOf(failing, 1)));
  }

  /**
   * Adds the jobs of requested mails, and of published posts that are mailed to the members.
   * @param outboxEvents only events with a job; see `findEventsWithJobs`
   */
  async addEventJobs(schema: SchemaName, outboxEvents: readonly OutboxEventHeader[]): Promise<void> {
    for (const name of ['send-mail', 'mail-post'] as const) {
      const newJobs = outboxEvents
        .filter((outboxEvent) => jobNameOf(outboxEvent) === name)
        .map(({ id, traceParent }) => ({
          id,
          payload: { schema, outboxEventId: id, ...traceOf(traceParent) },
          key: [schema, id],
        }));
      await this.addOrRun(name, newJobs);
    }
  }

  /** Adds a delayed wake-up job for each due moment that the events may have changed. Delays are computed by PostgreSQL. */
  async scheduleWakeUps(manager: EntityManager, outboxEvents: readonly OutboxEventHeader[]): Promise<void> {
    const ids = [...new Set(outboxEvents.filter(canChangeDueTime).map(({ subjectId }) => subjectId))];
    if (ids.length === 0) return;
    const times = await manager.query<DueTime[]>(
      `select distinct due.job, due.at as "dueAt", (extract(epoch from due.at - now()) * 1000)::float8 as "delayMs"
       from publishing.posts p, lateral (values
         ('publish-due', case when p.status = 'scheduled' then p.published_at end),
         ('unpublish-due', case when p.status in ('scheduled', 'published') then p.unpublish_at end)) as due (job, at)
       where p.id = any($1) and due.at is not null`,
      [ids],
    );
    for (const job of ['publish-due', 'unpublish-due'] as const) {
      const wakeUps = times
        .filter((time) => time.job === job)
        .map(({ dueAt, delayMs }) => ({
          payload: { dueAt: dueAt.toISOString() },
          key: [dueAt.getTime()],
          delayMs: Math.max(0, Math.ceil(delayMs)) + DELAY_MARGIN_MS,
        }));
      await this.queues.add(job, wakeUps);
    }
  }

  /** Adds jobs to their queue, or runs them in this process if the queue engine does not accept them. */
  private async addOrRun<Name extends JobName>(name: Name, newJobs: (NewJob<Name> & LocalJob<Name>)[]): Promise<void> {
    try {
      await this.queues.add(
        name,
        newJobs.map(({ payload, key }) => ({ payload, key })),
      );
    } catch (error) {
      this.localJobs.start(name, newJobs, error);
    }
  }
}
