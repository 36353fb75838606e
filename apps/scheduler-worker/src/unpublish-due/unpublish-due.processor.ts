import type { JobProcessor } from '@almanac/jobs';
import { Logger } from '@almanac/platform';
import { PostsService } from '@almanac/publishing';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { WorkerMetrics } from '../metrics/worker-metrics';
import { createDueSweep } from '../publish-due/due-sweep';
import { RightOfWay } from '../sweep/right-of-way';
import type { Sweep } from '../sweep/sweep';

/** Takes posts and pages back to draft when their time is over: a job is the bell, the sweep the net. */
@Injectable()
export class UnpublishDueProcessor implements JobProcessor<'unpublish-due'>, OnApplicationBootstrap, OnModuleDestroy {
  readonly job = 'unpublish-due';
  private readonly sweep: Sweep;

  constructor(
    posts: PostsService,
    { sweepIntervalMs }: SchedulerWorkerConfiguration,
    metrics: WorkerMetrics,
    rightOfWay: RightOfWay,
    logger: Logger,
  ) {
    this.sweep = createDueSweep({
      action: 'unpublish',
      move: (batchSize) => posts.unpublishDue(batchSize),
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
