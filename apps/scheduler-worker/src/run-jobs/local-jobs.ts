import { type JobName, jobNames, type JobRunner, jobs, type PayloadOf } from '@almanac/jobs';
import { type Logger } from '@almanac/platform';
import { type BeforeApplicationShutdown } from '@nestjs/common';
import { promise as createPool, type queueAsPromised } from 'fastq';

/** Maximum waiting jobs of one name. Further jobs are dropped: a sweep, or `RecurringJobs` for recurring jobs, starts them again. */
const MAX_WAITING = 200;
/** Minimum time between two warnings. */
const REPORT_INTERVAL_MS = 30_000;

/** A job that the queue did not accept. */
export interface LocalJob<Name extends JobName = JobName> {
  /** While a job of the same name with this id waits or runs, no other one is started. */
  id: string;
  payload: PayloadOf<Name>;
}

/** Runs jobs in this process while the queue engine (Redis or PostgreSQL) accepts none, with the concurrency limits of the queues. */
export class LocalJobs implements BeforeApplicationShutdown {
  private readonly pools: ReadonlyMap<JobName, queueAsPromised<LocalJob, void>>;
  private readonly ids = new Set<string>();
  private isStopping = false;
  private reportedAt = -Infinity;

  constructor(
    runner: JobRunner,
    private readonly logger: Logger,
  ) {
    // The runner has logged the error. A sweep or `RecurringJobs` starts a failed job again, and also a job that returned `RunAgain`
    // because it ran too early.
    const runOne =
      (name: JobName) =>
      async (job: LocalJob): Promise<void> => {
        await runner.run(name, job.id, { ...job.payload }).catch(() => undefined);
      };
    this.pools = new Map(jobNames.map((name) => [name, createPool(runOne(name), jobs[name].concurrency)]));
  }

  /**
   * Starts jobs, or makes them wait while the concurrency limit is reached.
   * @param cause why the queue did not accept them, for the log
   */
  start<Name extends JobName>(name: Name, newJobs: readonly LocalJob<Name>[], cause: unknown): void {
    const pool = this.pools.get(name);
    if (newJobs.length === 0 || this.isStopping || !pool) return;
    this.report(name, newJobs.length, cause);
    for (const job of newJobs) {
      const id = `${name} ${job.id}`;
      if (this.ids.has(id) || pool.length() >= MAX_WAITING) continue;
      this.ids.add(id);
      void pool.push(job).finally(() => this.ids.delete(id));
    }
  }

  /** Drops waiting jobs and waits until the running ones have ended. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    const pools = [...this.pools.values()];
    for (const pool of pools) pool.kill();
    await Promise.all(pools.map((pool) => pool.drained()));
  }

  private report(job: JobName, count: number, cause: unknown): void {
    if (performance.now() - this.reportedAt < REPORT_INTERVAL_MS) return;
    this.reportedAt = performance.now();
    this.logger.warn('The queue engine accepts no jobs; this worker runs them.', { job, count }, cause);
  }
}
