import type { JobProcessor } from '@almanac/jobs';
import { Logger } from '@almanac/platform';
import { PostsService } from '@almanac/publishing';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { createDueSweep } from './due-sweep';
import { PriorityGate } from '../sweep/priority-gate';
import type { Sweep } from '../sweep/sweep';

/** Publishes due posts and pages. The job only wakes the sweep, which finds the due posts and pages in PostgreSQL. */
@Injectable()
export class PublishDueProcessor implements JobProcessor<'publish-due'>, OnApplicationBootstrap, OnModuleDestroy {
  readonly job = 'publish-due';
  private readonly sweep: Sweep;

  constructor(
    posts: PostsService,
    { sweepIntervalMs }: SchedulerWorkerConfiguration,
    metrics: WorkerMetrics,
    priorityGate: PriorityGate,
    logger: Logger,
  ) {
    this.sweep = createDueSweep({
      action: 'publish',
      process: (batchSize) => posts.publishDue(batchSize),
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
