import {
  type AnyProcessor,
  type JobObserver,
  JobQueues,
  JobWorkers,
  type QueueBackend,
  registerProcessors,
} from '@almanac/jobs';
import { Logger } from '@almanac/platform';
import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Sweep } from '../sweep/sweep';
import { DirectJobs } from './direct-jobs';

const KEEP_RECURRING_MS = 60_000;
const HOUR_MS = 3_600_000;

/** When the recurring jobs run, by the clock of UTC, and how often a worker runs them itself while no queue does. */
const recurring = [
  { job: 'extend-occurrences', pattern: '17 2 * * *', everyMs: 24 * HOUR_MS },
  { job: 'remove-expired', pattern: '41 * * * *', everyMs: HOUR_MS },
] as const;

/** What {@link RunJobsService} works with. */
export interface JobRunners {
  backend: QueueBackend;
  queues: JobQueues;
  observer: JobObserver;
  directJobs: DirectJobs;
}

/** Takes jobs from the queues and hands them to their processors. */
export class RunJobsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly processors: ReturnType<typeof registerProcessors>;
  private readonly recurringSweep: Sweep;
  private readonly lastRunAt = new Map<string, number>();
  private workers?: JobWorkers;

  /** @throws InternalServerError unless every job has exactly one processor */
  constructor(
    private readonly runners: JobRunners,
    processors: readonly AnyProcessor[],
    logger: Logger,
  ) {
    this.processors = registerProcessors(processors);
    this.recurringSweep = new Sweep({
      name: 'Keeping the recurring jobs',
      intervalMs: KEEP_RECURRING_MS,
      logger,
      work: () => this.keepRecurring(),
    });
  }

  onApplicationBootstrap(): void {
    const { backend, observer } = this.runners;
    this.workers = new JobWorkers(backend, this.processors, observer);
    this.recurringSweep.start();
  }

  /** Later than the sweeps and the drain are told to stop: this waits for the jobs that those cut short. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.recurringSweep.stop();
    await this.workers?.close();
  }

  /** Declared again and again: a queue that lost its memory has lost these too. */
  private async keepRecurring(): Promise<void> {
    for (const { job, pattern, everyMs } of recurring) {
      try {
        await this.runners.queues.every(job, { pattern });
      } catch (error) {
        this.runIfOverdue(job, everyMs, error);
      }
    }
  }

  /** Counted from the boot: a short outage changes nothing. */
  private runIfOverdue(job: (typeof recurring)[number]['job'], everyMs: number, cause: unknown): void {
    const now = performance.now();
    if (now - (this.lastRunAt.get(job) ?? 0) < everyMs) return;
    this.lastRunAt.set(job, now);
    this.runners.directJobs.start(job, [{ id: 'recurring', payload: {} }], cause);
  }
}
