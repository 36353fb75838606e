import { type SchemaName } from '@almanac/entities';
import { type JobName, JobQueues, type NewJob } from '@almanac/jobs';
import { type OutboxEventHeader } from '@almanac/outbox';
import { Clock } from '@almanac/platform';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type DirectJob, DirectJobs } from '../run-jobs/direct-jobs';
import { type RungEndpoint } from './fan-out';
import { jobOf, mayMoveDueTime } from './routes';

/** A bell that rings a moment too soon finds nothing due: databases keep microseconds, queues milliseconds. */
const MARGIN_MS = 3;

interface DueTime {
  job: 'publish-due' | 'unpublish-due';
  dueAt: Date;
  delayMs: number;
}

function tracedBy(traceParent: string | null): { traceParent?: string } {
  return traceParent === null ? {} : { traceParent };
}

/** A mail that this worker could not send for so long is given up; a queue gives up earlier, after its last try. */
const GIVE_UP_AFTER_MS = 3_600_000;

/**
 * Rings the bells for work that stands in the database already. A bell that is lost costs time, never work. Jobs that the queue
 * engine does not take run in this process.
 */
@Injectable()
export class Announcements {
  constructor(
    private readonly queues: JobQueues,
    private readonly directJobs: DirectJobs,
    private readonly clock: Clock,
  ) {}

  /**
   * @param key what this ringing is about; the same key twice rings once
   * @param traceParent the trace of the event that asks for it, if one was traced
   */
  async ringEndpoints(
    endpoints: readonly RungEndpoint[],
    key: string,
    traceParent: string | null = null,
  ): Promise<void> {
    const ring = async (name: 'deliver-webhook' | 'retry-webhook', isFailing: boolean): Promise<void> => {
      const wanted = endpoints.filter((endpoint) => endpoint.isFailing === isFailing);
      const bells = wanted.map(({ webhookId }) => ({
        id: webhookId,
        payload: { webhookId, ...tracedBy(traceParent) },
        key: [webhookId, key],
      }));
      await this.add(name, bells);
    };
    await ring('deliver-webhook', false);
    await ring('retry-webhook', true);
  }

  /** Announces the jobs that carry out events. */
  async announceEvents(schema: SchemaName, outboxEvents: readonly OutboxEventHeader[]): Promise<void> {
    const givenUpBefore = this.clock.now().getTime() - GIVE_UP_AFTER_MS;
    for (const name of ['send-mail', 'mail-post'] as const) {
      const carried = outboxEvents.filter((outboxEvent) => jobOf(outboxEvent) === name);
      const announced = carried.map(({ id, traceParent, occurredAt }) => ({
        id,
        payload: { schema, outboxEventId: id, ...tracedBy(traceParent) },
        key: [schema, id],
        isLastAttempt: occurredAt.getTime() < givenUpBefore,
      }));
      await this.add(name, announced);
    }
  }

  private async add<Name extends JobName>(name: Name, added: (NewJob<Name> & DirectJob<Name>)[]): Promise<void> {
    try {
      await this.queues.add(
        name,
        added.map(({ payload, key }) => ({ payload, key })),
      );
    } catch (error) {
      this.directJobs.start(name, added, error);
    }
  }

  /** Sets the clocks for posts and pages that may have a new moment. The database says how long it is until then. */
  async setDueTimes(manager: EntityManager, outboxEvents: readonly OutboxEventHeader[]): Promise<void> {
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
      const bells = times
        .filter((time) => time.job === job)
        .map(({ dueAt, delayMs }) => ({
          payload: { dueAt: dueAt.toISOString() },
          key: [dueAt.getTime()],
          delayMs: Math.max(0, Math.ceil(delayMs)) + MARGIN_MS,
        }));
      await this.queues.add(job, bells);
    }
  }
}
