import { JobRunner, JobWorkers } from '@almanac/jobs';
import { Logger } from '@almanac/platform';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Sweep } from '../sweep/sweep';
import { LocalJobs } from './local-jobs';
import { QueueConnection } from './queue-connection';

const SCHEDULE_INTERVAL_MS = 60_000;
const HOUR_MS = 3_600_000;

/** Cron patterns in UTC, and the interval at which a worker runs the job itself while the queue engine is down. */
const recurringJobs = [
  { job: 'extend-occurrences', pattern: '17 2 * * *', intervalMs: 24 * HOUR_MS },
  { job: 'remove-expired', pattern: '41 * * * *', intervalMs: HOUR_MS },
] as const;

/** Runs the jobs of all queues, and sets the cron schedules of the recurring ones. */
@Injectable()
export class RunJobsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly scheduleSweep: Sweep;
  private readonly lastRunAt = new Map<string, number>();
  private workers?: JobWorkers;

  constructor(
    private readonly connection: QueueConnection,
    private readonly runner: JobRunner,
    private readonly localJobs: LocalJobs,
    logger: Logger,
  ) {
    this.scheduleSweep = new Sweep({
      name: 'Scheduling the recurring jobs',
      intervalMs: SCHEDULE_INTERVAL_MS,
      logger,
      work: () => this.scheduleRecurring(),
    });
  }

  onApplicationBootstrap(): void {
    const { backend, onError } = this.connection;
    this.workers = new JobWorkers(backend, this.runner, onError);
    this.scheduleSweep.start();
  }

  /** Nest calls it after `onModuleDestroy`, which stops the sweeps and aborts the requests of running jobs. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.scheduleSweep.stop();
    await this.workers?.close();
  }

  /** Repeated every minute, because a flushed Redis has lost its schedules. */
  private async scheduleRecurring(): Promise<void> {
    for (const { job, pattern, intervalMs } of recurringJobs) {
      try {
        await this.connection.queues.schedule(job, pattern);
      } catch (error) {
        this.runIfOverdue(job, intervalMs, error);
      }
    }
  }

  /** The first interval starts with the process, so that no job runs at once in a process that starts during an outage. */
  private runIfOverdue(job: (typeof recurringJobs)[number]['job'], intervalMs: number, cause: unknown): void {
    const now = performance.now();
    if (now - (this.lastRunAt.get(job) ?? 0) < intervalMs) return;
    this.lastRunAt.set(job, now);
    this.localJobs.start(job, [{ id: 'recurring', payload: {} }], cause);
  }
}
