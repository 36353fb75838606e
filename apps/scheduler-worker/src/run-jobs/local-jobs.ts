import { type JobName, jobNames, type JobRunner, jobs, type PayloadOf } from '@almanac/jobs';
import { type Logger } from '@almanac/platform';
import { type BeforeApplicationShutdown } from '@nestjs/common';
import { promise as createPool, type queueAsPromised } from 'fastq';

/** Maximum waiting jobs of one kind. Further ones are dropped: a sweep, or `RecurringJobs` for recurring jobs, starts them again. */
const MAX_WAITING = 200;
const REPORT_INTERVAL_MS = 30_000;

/** A job that the queue did not take. */
export interface LocalJob<Name extends JobName = JobName> {
  /** While a job with this id waits or runs, no other job with this id is started. */
  id: string;
  payload: PayloadOf<Name>;
}

/** Runs jobs in this process while the queue engine takes none, with the same concurrency limits as the queues. */
export class LocalJobs implements BeforeApplicationShutdown {
  private readonly pools: ReadonlyMap<JobName, queueAsPromised<LocalJob, void>>;
  private readonly ids = new Set<string>();
  private isStopping = false;
  private reportedAt = -Infinity;

  constructor(
    runner: JobRunner,
    private readonly logger: Logger,
  ) {
    // A failed job was logged by the runner, and is started again like a dropped one.
    const runOne = (name: JobName) => (job: LocalJob) =>
      runner.run(name, job.id, { ...job.payload }).catch(() => undefined);
    this.pools = new Map(jobNames.map((name) => [name, createPool(runOne(name), jobs[name].concurrency)]));
  }

  /**
   * Starts jobs, or lets them wait for the concurrency limit.
   * @param cause why the queue did not take them, for the log
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
    this.logger.warn('The queue engine takes no jobs. This worker runs them itself.', { job, count }, cause);
  }
}
