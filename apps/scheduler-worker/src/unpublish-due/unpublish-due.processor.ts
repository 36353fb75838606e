import type { JobProcessor } from '@almanac/jobs';
import { Logger } from '@almanac/platform';
import { PostsService } from '@almanac/publishing';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { createDueSweep } from '../publish-due/due-sweep';
import { PriorityGate } from '../sweep/priority-gate';
import type { Sweep } from '../sweep/sweep';

/** Makes posts and pages drafts again at their `unpublish_at`. The job only wakes the sweep, which finds them in PostgreSQL. */
@Injectable()
export class UnpublishDueProcessor implements JobProcessor<'unpublish-due'>, OnApplicationBootstrap, OnModuleDestroy {
  readonly job = 'unpublish-due';
  private readonly sweep: Sweep;

  constructor(
    posts: PostsService,
    { sweepIntervalMs }: SchedulerWorkerConfiguration,
    metrics: WorkerMetrics,
    priorityGate: PriorityGate,
    logger: Logger,
  ) {
    this.sweep = createDueSweep({
      action: 'unpublish',
      process: (batchSize) => posts.unpublishDue(batchSize),
      intervalMs: sweepIntervalMs,
      metrics,
      priorityGate,
      logger,
    });
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }

  async process(): Promise<void> {
    this.sweep.trigger();
  }
}
