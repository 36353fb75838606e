import type { JobQueues } from '@almanac/jobs';
import type { LocalJobs } from './local-jobs';

const HOUR_MS = 3_600_000;

/** `pattern` is a cron pattern in UTC. While the queue engine is down, each worker runs the job itself every `intervalMs` milliseconds. */
const recurringJobs = [
  { job: 'extend-occurrences', pattern: '17 2 * * *', intervalMs: 24 * HOUR_MS },
  { job: 'remove-expired', pattern: '41 * * * *', intervalMs: HOUR_MS },
] as const;

type RecurringJob = (typeof recurringJobs)[number];

/** Sets the cron schedules of the recurring jobs. If the queue engine is down for the interval of a job, this worker runs the job. */
export class RecurringJobs {
  /** By job name: when this worker last set the schedule in the engine or ran the job itself, by `performance.now()`. */
  private readonly lastCoveredAt = new Map<string, number>();
  /** Used for a job that is not in `lastCoveredAt` yet. */
  private readonly startedAt = performance.now();

  constructor(
    private readonly queues: Pick<JobQueues, 'schedule'>,
    private readonly localJobs: Pick<LocalJobs, 'start'>,
  ) {}

  /** Sets all schedules. Called every minute, because a flushed Redis has lost them. */
  async schedule(): Promise<void> {
    for (const recurring of recurringJobs) {
      try {
        await this.queues.schedule(recurring.job, recurring.pattern);
        this.lastCoveredAt.set(recurring.job, performance.now());
      } catch (error) {
        this.runIfOverdue(recurring, error);
      }
    }
  }

  private runIfOverdue({ job, intervalMs }: RecurringJob, cause: unknown): void {
    const now = performance.now();
    if (now - (this.lastCoveredAt.get(job) ?? this.startedAt) < intervalMs) return;
    this.lastCoveredAt.set(job, now);
    this.localJobs.start(job, [{ id: 'recurring', payload: {} }], cause);
  }
}
