import { JobRunner, JobWorkers } from '@almanac/jobs';
import { Logger } from '@almanac/platform';
import { Injectable, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Sweep } from '../sweep/sweep';
import { LocalJobs } from './local-jobs';
import { QueueConnection } from './queue-connection';
import { RecurringJobs } from './recurring-jobs';

const SET_SCHEDULES_INTERVAL_MS = 60_000;

/** Runs the jobs of all queues. Sets the cron schedules of the recurring ones every minute, because a flushed Redis loses them. */
@Injectable()
export class RunJobsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly setSchedulesSweep: Sweep;
  private workers?: JobWorkers;

  constructor(
    private readonly connection: QueueConnection,
    private readonly runner: JobRunner,
    localJobs: LocalJobs,
    logger: Logger,
  ) {
    const recurringJobs = new RecurringJobs(connection.queues, localJobs);
    this.setSchedulesSweep = new Sweep({
      name: 'Scheduling the recurring jobs',
      intervalMs: SET_SCHEDULES_INTERVAL_MS,
      logger,
      work: () => recurringJobs.schedule(),
    });
  }

  onApplicationBootstrap(): void {
    const { backend, onError } = this.connection;
    this.workers = new JobWorkers(backend, this.runner, onError);
    this.setSchedulesSweep.start();
  }

  /**
   * NestJS calls this hook after all `onModuleDestroy` hooks. Those stop the other sweeps, and start the timer that aborts running webhook
   * requests.
   */
  async beforeApplicationShutdown(): Promise<void> {
    await this.setSchedulesSweep.stop();
    await this.workers?.close();
  }
}
