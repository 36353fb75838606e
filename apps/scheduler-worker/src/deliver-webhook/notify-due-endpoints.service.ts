import { Clock, Logger } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { JobProducer } from '../relay-outbox/job-producer';
import { Sweep } from '../sweep/sweep';
import { findDueEndpoints } from './claim-deliveries';

/**
 * Polls for due deliveries and wakes workers for them: deliveries to failing endpoints, retries, replays, and deliveries whose wake-up job
 * was lost.
 */
@Injectable()
export class NotifyDueEndpointsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(
    private readonly databases: Databases,
    private readonly jobProducer: JobProducer,
    private readonly clock: Clock,
    configuration: SchedulerWorkerConfiguration,
    logger: Logger,
  ) {
    this.sweep = new Sweep({
      name: 'Sweep for due deliveries',
      intervalMs: configuration.sweepIntervalMs,
      logger,
      work: () => this.notifyDue(),
    });
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }

  private async notifyDue(): Promise<void> {
    const endpoints = await findDueEndpoints(this.databases.publishing);
    const second = Math.floor(this.clock.now().getTime() / 1000);
    // Workers that poll in the same second use the same key, so that the same healthy endpoints get one job.
    if (endpoints.length > 0) await this.jobProducer.notifyEndpoints(endpoints, `sweep-${second}`);
  }
}
