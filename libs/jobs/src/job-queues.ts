import { MaintenanceError } from '@almanac/errors';
import { ErrorCode, type IQueueBackend, Queue } from 'bullmq';
import { jobId } from './job-id';
import { type JobDefinition, type JobName, type PayloadOf, jobNames, jobs } from './jobs';
import { type QueueBackend, type SharedConnection, waitUntilClosed } from './queue-backend';

/** Maximum time to wait for a response of the engine (Redis or PostgreSQL). If a job is not added, a sweep finds its work later. */
const RESPONSE_TIMEOUT_MS = 3_000;

/**
 * The schedule of a job is not set again if its next run is overdue, or due within this time. BullMQ would replace this run by one after
 * the current time, so the due run would not take place.
 */
const DUE_SOON_MS = 10_000;

/** A queue of BullMQ, stored in Redis or PostgreSQL. */
export type JobQueue = Queue<object, void, string, object, void, string, IQueueBackend, SharedConnection>;

/** A job to be added. */
export interface NewJob<Name extends JobName = JobName> {
  payload: PayloadOf<Name>;
  /** Makes the id of the job deterministic: while a job with this key exists, adding another one has no effect. */
  key: (string | number)[];
  /** The job runs after this time; at once if absent. */
  delayMs?: number;
}

/** The numbers of jobs of one kind by their state. */
export type JobCounts = Record<'waiting' | 'active' | 'delayed' | 'failed', number>;

/** Whether the error means that another worker added the next job of the schedule at the same moment. */
function isScheduleCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ErrorCode.SchedulerJobIdCollision;
}

/** Adds jobs to the queues, sets their cron schedules and counts their jobs. */
export class JobQueues {
  private readonly queues = new Map<JobName, JobQueue>();

  constructor(
    private readonly backend: QueueBackend,
    onError: (error: Error) => void,
  ) {
    for (const name of jobNames) {
      const queue: JobQueue = new Queue<object, void, string, object, void, string, IQueueBackend, SharedConnection>(
        name,
        { connection: 'shared' },
        backend.createBackend,
      );
      queue.on('error', onError);
      this.queues.set(name, queue);
    }
  }

  /**
   * Adds jobs of one kind in one round trip.
   * @throws MaintenanceError if the engine cannot be reached. The engine may still add the jobs when it responds again.
   */
  async add<Name extends JobName>(name: Name, newJobs: NewJob<Name>[]): Promise<void> {
    if (newJobs.length === 0) return;
    this.backend.assertReachable();
    const { attempts, backoffMs }: JobDefinition = jobs[name];
    const adding = this.queue(name).addBulk(
      newJobs.map(({ payload, key, delayMs }) => ({
        name,
        data: payload,
        opts: {
          jobId: jobId(name, ...key),
          attempts,
          ...(delayMs !== undefined && { delay: Math.max(0, Math.round(delayMs)) }),
          ...(backoffMs !== undefined && { backoff: { type: 'exponential', delay: backoffMs, jitter: 0.2 } }),
          // Ended jobs are removed, because the tables of Almanac have the history. The id of a failed job must be free for the next job.
          removeOnComplete: true,
          removeOnFail: true,
        },
      })),
    );
    await withTimeout(adding);
  }

  /**
   * Sets the cron schedule of a job. Call it periodically, because schedules are lost when Redis loses its data. If runs became due while
   * no worker ran, the job runs once.
   * @param pattern cron pattern in UTC
   * @throws MaintenanceError if the engine cannot be reached
   */
  async schedule(name: JobName, pattern: string): Promise<void> {
    this.backend.assertReachable();
    if (await withTimeout(this.hasDueRun(name, pattern))) return;
    const { attempts, backoffMs }: JobDefinition = jobs[name];
    const opts = {
      attempts,
      ...(backoffMs !== undefined && { backoff: { type: 'exponential', delay: backoffMs } }),
      removeOnComplete: true,
      // The ids of scheduled jobs contain their time, so failed jobs can stay for operators.
      removeOnFail: { count: 100 },
    };
    try {
      await withTimeout(this.queue(name).upsertJobScheduler(name, { pattern, tz: 'UTC' }, { name, data: {}, opts }));
    } catch (error) {
      if (!isScheduleCollision(error)) throw error;
    }
  }

  /** Counts the jobs of one kind. @throws MaintenanceError if the engine cannot be reached */
  async counts(name: JobName): Promise<JobCounts> {
    this.backend.assertReachable();
    const counts = await withTimeout(this.queue(name).getJobCounts('waiting', 'active', 'delayed', 'failed'));
    return {
      waiting: counts.waiting ?? 0,
      active: counts.active ?? 0,
      delayed: counts.delayed ?? 0,
      failed: counts.failed ?? 0,
    };
  }

  all(): JobQueue[] {
    return [...this.queues.values()];
  }

  /** @throws MaintenanceError or the driver's error if the engine cannot be reached */
  async ping(): Promise<void> {
    this.backend.assertReachable();
    await this.backend.ping();
  }

  async close(): Promise<void> {
    await waitUntilClosed(this.backend, Promise.all(this.all().map((queue) => queue.close())));
  }

  /** Whether the job has this schedule, and its next run is due now or in some seconds. */
  private async hasDueRun(name: JobName, pattern: string): Promise<boolean> {
    const queue = this.queue(name);
    const schedule = await queue.getJobScheduler(name);
    if (schedule?.pattern !== pattern || !schedule.next || schedule.next > Date.now() + DUE_SOON_MS) return false;
    // BullMQ gives the job of a run this id. If the job was deleted, the schedule has to be set again.
    const state = await queue.getJobState(`repeat:${name}:${schedule.next}`);
    return state === 'delayed' || state === 'waiting' || state === 'active';
  }

  private queue(name: JobName): JobQueue {
    const queue = this.queues.get(name);
    if (!queue) throw new TypeError(`There is no queue ${name}.`);
    return queue;
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MaintenanceError('The queue did not respond in time.')), RESPONSE_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
