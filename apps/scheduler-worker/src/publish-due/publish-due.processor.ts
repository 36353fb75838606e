import type { JobProcessor } from '@almanac/jobs';
import { Logger } from '@almanac/platform';
import { PostsService } from '@almanac/publishing';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { createDueSweep } from '../publish-due/due-sweep';
import { RightOfWay } from '../sweep/right-of-way';
import type { Sweep } from '../sweep/sweep';

/** Publishes scheduled posts and pages when their moment comes: a job is the bell, the sweep the net. */
@Injectable()
export class PublishDueProcessor implements JobProcessor<'publish-due'>, OnApplicationBootstrap, OnModuleDestroy {
  readonly job = 'publish-due';
  private readonly sweep: Sweep;

  constructor(
    posts: PostsService,
    { sweepIntervalMs }: SchedulerWorkerConfiguration,
    metrics: WorkerMetrics,
    rightOfWay: RightOfWay,
    logger: Logger,
  ) {
    this.sweep = createDueSweep({
      action: 'publish',
      move: (batchSize) => posts.publishDue(batchSize),
      intervalMs: sweepIntervalMs,
      metrics,
      rightOfWay,
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
    this.sweep.ring();
  }
}
