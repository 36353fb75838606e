import {
  type AnyProcessor,
  type JobName,
  type JobObserver,
  jobs,
  type PayloadOf,
  registerProcessors,
} from '@almanac/jobs';
import { type Logger } from '@almanac/platform';
import { type BeforeApplicationShutdown } from '@nestjs/common';

/** More are not kept waiting: the sweeps find the rest again. */
const MOST_WAITING = 200;
const REPORT_EVERY_MS = 30_000;

/** A job that a queue did not take. */
export interface DirectJob<Name extends JobName = JobName> {
  /** What the job is about: while a job with this id runs or waits, a second one is not started. */
  id: string;
  payload: PayloadOf<Name>;
  /** No try follows this one. */
  isLastAttempt?: boolean;
}

/** Runs jobs in this process while the queue engine does not take them, as many at a time as the queue would. */
export class DirectJobs implements BeforeApplicationShutdown {
  private readonly processors: ReturnType<typeof registerProcessors>;
  private readonly waiting = new Map<JobName, (() => Promise<void>)[]>();
  private readonly running = new Map<JobName, Set<Promise<void>>>();
  private readonly ids = new Set<string>();
  private isStopping = false;
  private reportedAt = -Infinity;

  /** @throws InternalServerError unless every job has exactly one processor */
  constructor(
    processors: readonly AnyProcessor[],
    private readonly observer: JobObserver,
    private readonly logger: Logger,
  ) {
    this.processors = registerProcessors(processors);
  }

  /** Starts jobs, or lets them wait for a place. What fails is found again by a sweep, as are jobs there is no room for. */
  start<Name extends JobName>(name: Name, started: readonly DirectJob<Name>[], cause: unknown): void {
    if (started.length === 0 || this.isStopping) return;
    this.report(name, started.length, cause);
    const waiting = this.waiting.get(name) ?? [];
    this.waiting.set(name, waiting);
    for (const job of started) {
      const id = `${name} ${job.id}`;
      if (this.ids.has(id) || waiting.length >= MOST_WAITING) continue;
      this.ids.add(id);
      waiting.push(() => this.run(name, job).finally(() => this.ids.delete(id)));
    }
    this.fill(name);
  }

  /** Starts nothing more, and waits until what runs has ended. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.running.values()].flatMap((running) => [...running]));
  }

  private fill(name: JobName): void {
    const waiting = this.waiting.get(name) ?? [];
    const running = this.running.get(name) ?? new Set();
    this.running.set(name, running);
    while (!this.isStopping && running.size < jobs[name].concurrency) {
      const work = waiting.shift();
      if (!work) return;
      const run = work().finally(() => {
        running.delete(run);
        this.fill(name);
      });
      running.add(run);
    }
  }

  private async run<Name extends JobName>(
    name: Name,
    { id, payload, isLastAttempt = false }: DirectJob<Name>,
  ): Promise<void> {
    const processor = this.processors.get(name);
    const startedAt = performance.now();
    try {
      const process = processor?.process.bind(processor) as (given: object, run: object) => Promise<void>;
      await this.observer.run(name, payload, () => process(payload, { id, attempt: 1, isLastAttempt }));
      this.observer.completed(name, performance.now() - startedAt);
    } catch (error) {
      this.observer.failed(name, id, error instanceof Error ? error : new Error(String(error)));
    }
  }

  private report(job: JobName, count: number, cause: unknown): void {
    if (performance.now() - this.reportedAt < REPORT_EVERY_MS) return;
    this.reportedAt = performance.now();
    this.logger.warn('The queue engine does not take jobs; this worker runs them itself.', { job, count }, cause);
  }
}
