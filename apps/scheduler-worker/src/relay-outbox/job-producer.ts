import { type SchemaName } from '@almanac/entities';
import { type JobName, JobQueues, type NewJob } from '@almanac/jobs';
import { type OutboxEventHeader } from '@almanac/outbox';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type LocalJob, LocalJobs } from '../run-jobs/local-jobs';
import { type NotifiedEndpoint } from './fan-out';
import { jobOf, mayMoveDueTime } from './routes';

/** PostgreSQL stores microseconds, BullMQ milliseconds: without a margin a job may run just before its post is due. */
const MARGIN_MS = 3;

interface DueTime {
  job: 'publish-due' | 'unpublish-due';
  dueAt: Date;
  delayMs: number;
}

function traceOf(traceParent: string | null): { traceParent?: string } {
  return traceParent === null ? {} : { traceParent };
}

/**
 * Adds jobs for work that is stored in PostgreSQL. A lost job delays the work until the next sweep. While the queue engine
 * takes no jobs, deliveries and mails run in this process.
 */
@Injectable()
export class JobProducer {
  constructor(
    private readonly queues: JobQueues,
    private readonly localJobs: LocalJobs,
  ) {}

  /**
   * Wakes a worker for each endpoint.
   * @param key the cause of the notification; a second notification with the same key has no effect
   * @param traceParent the trace of the event that caused it
   */
  async notifyEndpoints(
    endpoints: readonly NotifiedEndpoint[],
    key: string,
    traceParent: string | null = null,
  ): Promise<void> {
    const notify = async (name: 'deliver-webhook' | 'retry-webhook', isFailing: boolean): Promise<void> => {
      const notified = endpoints.filter((endpoint) => endpoint.isFailing === isFailing);
      const added = notified.map(({ webhookId }) => ({
        id: webhookId,
        payload: { webhookId, ...traceOf(traceParent) },
        key: [webhookId, key],
      }));
      await this.addOrRun(name, added);
    };
    await notify('deliver-webhook', false);
    await notify('retry-webhook', true);
  }

  /** Adds the jobs of mails and of published posts that go to the members. */
  async addEventJobs(schema: SchemaName, outboxEvents: readonly OutboxEventHeader[]): Promise<void> {
    for (const name of ['send-mail', 'mail-post'] as const) {
      const added = outboxEvents
        .filter((outboxEvent) => jobOf(outboxEvent) === name)
        .map(({ id, traceParent }) => ({
          id,
          payload: { schema, outboxEventId: id, ...traceOf(traceParent) },
          key: [schema, id],
        }));
      await this.addOrRun(name, added);
    }
  }

  /** Adds a delayed wake-up job for each due moment that the events may have changed. Delays are computed by PostgreSQL. */
  async scheduleWakeUps(manager: EntityManager, outboxEvents: readonly OutboxEventHeader[]): Promise<void> {
    const ids = [...new Set(outboxEvents.filter(mayMoveDueTime).map(({ subjectId }) => subjectId))];
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
          delayMs: Math.max(0, Math.ceil(delayMs)) + MARGIN_MS,
        }));
      await this.queues.add(job, wakeUps);
    }
  }

  private async addOrRun<Name extends JobName>(name: Name, added: (NewJob<Name> & LocalJob<Name>)[]): Promise<void> {
    try {
      await this.queues.add(
        name,
        added.map(({ payload, key }) => ({ payload, key })),
      );
    } catch (error) {
      this.localJobs.start(name, added, error);
    }
  }
}
