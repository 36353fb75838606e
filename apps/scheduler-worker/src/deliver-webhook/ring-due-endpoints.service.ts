import { Clock, Logger } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Databases } from '../databases/databases';
import { Announcements } from '../relay-outbox/announce';
import { Sweep } from '../sweep/sweep';
import { findDueEndpoints } from './claim-deliveries';

/** Finds deliveries whose moment has come: retries, replays, and those whose bell was lost. */
@Injectable()
export class RingDueEndpointsService implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly sweep: Sweep;

  constructor(
    private readonly databases: Databases,
    private readonly announcements: Announcements,
    private readonly clock: Clock,
    configuration: SchedulerWorkerConfiguration,
    logger: Logger,
  ) {
    this.sweep = new Sweep({
      name: 'Looking for due deliveries',
      intervalMs: configuration.sweepIntervalMs,
      logger,
      work: () => this.ringDue(),
    });
  }

  onApplicationBootstrap(): void {
    this.sweep.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.sweep.stop();
  }

  private async ringDue(): Promise<void> {
    const endpoints = await findDueEndpoints(this.databases.publishing);
    const second = Math.floor(this.clock.now().getTime() / 1000);
    if (endpoints.length > 0) await this.announcements.ringEndpoints(endpoints, `sweep-${second}`);
  }
}
