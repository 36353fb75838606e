import { MaintenanceError } from '@almanac/errors';
import { ErrorCode, type IQueueBackend, Queue } from 'bullmq';
import { jobId } from './job-id';
import { type JobDefinition, type JobName, type PayloadOf, jobNames, jobs } from './jobs';
import { type QueueBackend, type SharedConnection, whenClosed } from './queue-backend';

/** Nothing is worth waiting longer for: an announcement is made again by a sweep, a count by the next look. */
const ANSWER_TIMEOUT_MS = 3_000;

/** A queue over either engine. */
export type JobQueue = Queue<object, void, string, object, void, string, IQueueBackend, SharedConnection>;

/** A job to be announced. */
export interface NewJob<Name extends JobName = JobName> {
  payload: PayloadOf<Name>;
  /** What makes the id deterministic: announcing the same key again, while the job exists, adds nothing. */
  key: (string | number)[];
  delayMs?: number;
}

/** How many jobs of a kind stand where. */
export type JobCounts = Record<'waiting' | 'active' | 'delayed' | 'failed', number>;

/** Of workers that start together one makes the next job of a schedule, and the others meet its id. */
function isSaidByAnother(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === ErrorCode.SchedulerJobIdCollision;
}

/** The producing side of all queues. */
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
   * Announces jobs of one kind in one round trip.
   * @throws MaintenanceError when the engine cannot be reached; it may still hear of them when it returns
   */
  async add<Name extends JobName>(name: Name, added: NewJob<Name>[]): Promise<void> {
    if (added.length === 0) return;
    this.backend.assertReachable();
    const { attempts, backoffMs }: JobDefinition = jobs[name];
    const adding = this.queue(name).addBulk(
      added.map(({ payload, key, delayMs }) => ({
        name,
        data: payload,
        opts: {
          jobId: jobId(name, ...key),
          attempts,
          ...(delayMs !== undefined && { delay: Math.max(0, Math.round(delayMs)) }),
          ...(backoffMs !== undefined && { backoff: { type: 'exponential', delay: backoffMs, jitter: 0.2 } }),
          // Jobs that ended leave no trace: their rows are the history, PostgreSQL pays for each kept one, and the id of a
          // failed one must be free for the next announcement.
          removeOnComplete: true,
          removeOnFail: true,
        },
      })),
    );
    await within(ANSWER_TIMEOUT_MS, adding);
  }

  /**
   * Keeps a job coming back; saying it again changes nothing, and repairs a queue that lost its memory.
   * @throws MaintenanceError when the engine cannot be reached
   */
  async every(name: JobName, schedule: { pattern: string }): Promise<void> {
    this.backend.assertReachable();
    const { attempts, backoffMs }: JobDefinition = jobs[name];
    const opts = {
      attempts,
      ...(backoffMs !== undefined && { backoff: { type: 'exponential', delay: backoffMs } }),
      removeOnComplete: true,
      removeOnFail: { count: 100 },
    };
    try {
      await within(ANSWER_TIMEOUT_MS, this.queue(name).upsertJobScheduler(name, schedule, { name, data: {}, opts }));
    } catch (error) {
      if (!isSaidByAnother(error)) throw error;
    }
  }

  /** @throws MaintenanceError when the engine cannot be reached */
  async counts(name: JobName): Promise<JobCounts> {
    this.backend.assertReachable();
    const counts = await within(
      ANSWER_TIMEOUT_MS,
      this.queue(name).getJobCounts('waiting', 'active', 'delayed', 'failed'),
    );
    return {
      waiting: counts.waiting ?? 0,
      active: counts.active ?? 0,
      delayed: counts.delayed ?? 0,
      failed: counts.failed ?? 0,
    };
  }

  /** The queues themselves, for the dashboard. */
  all(): JobQueue[] {
    return [...this.queues.values()];
  }

  /** Rejects when the engine does not answer. */
  async ping(): Promise<void> {
    this.backend.assertReachable();
    await this.backend.ping();
  }

  async close(): Promise<void> {
    await whenClosed(this.backend, Promise.all(this.all().map((queue) => queue.close())));
  }

  private queue(name: JobName): JobQueue {
    const queue = this.queues.get(name);
    if (!queue) throw new TypeError(`There is no queue ${name}.`);
    return queue;
  }
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MaintenanceError('The queue did not answer in time.')), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
