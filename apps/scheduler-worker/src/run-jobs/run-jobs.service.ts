import { type AnyProcessor, JobQueues, JobWorkers, type QueueBackend, registerProcessors } from '@almanac/jobs';
import { inSpan, Logger } from '@almanac/platform';
import { SpanKind } from '@opentelemetry/api';
import { type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { Sweep } from '../sweep/sweep';
import { reporterOf } from './queue-connection';

const keepRecurringMs = 60_000;

/** When the recurring jobs run, by the clock of UTC. */
const recurring = { 'extend-occurrences': '17 2 * * *', 'remove-expired': '41 * * * *' } as const;

/** Takes jobs from the queues and hands them to their processors. */
export class RunJobsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly processors: ReturnType<typeof registerProcessors>;
  private readonly recurringSweep: Sweep;
  private workers?: JobWorkers;

  /** @throws InternalServerError unless every job has exactly one processor */
  constructor(
    private readonly backend: QueueBackend,
    private readonly queues: JobQueues,
    processors: readonly AnyProcessor[],
    private readonly metrics: WorkerMetrics,
    private readonly logger: Logger,
  ) {
    this.processors = registerProcessors(processors);
    this.recurringSweep = new Sweep({
      name: 'Keeping the recurring jobs',
      intervalMs: keepRecurringMs,
      logger,
      work: () => this.keepRecurring(),
    });
  }

  onApplicationBootstrap(): void {
    const { metrics, logger } = this;
    this.workers = new JobWorkers(this.backend, this.processors, {
      completed: (job) => metrics.countJob(job, 'completed'),
      failed: (job, id, error) => {
        metrics.countJob(job, 'failed');
        logger.warn('A job failed.', { job, id }, error);
      },
      error: reporterOf(logger),
      run: (job, { traceParent: parent = null }, work) =>
        inSpan(`job ${job}`, { kind: SpanKind.CONSUMER, parent }, work),
    });
    this.recurringSweep.start();
  }

  /** Later than the sweeps and the drain are told to stop: this waits for the jobs that those cut short. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.recurringSweep.stop();
    await this.workers?.close();
  }

  /** Said again and again: a queue that lost its memory has lost these too. */
  private async keepRecurring(): Promise<void> {
    await this.queues.every('extend-occurrences', { pattern: recurring['extend-occurrences'] });
    await this.queues.every('remove-expired', { pattern: recurring['remove-expired'] });
  }
}
