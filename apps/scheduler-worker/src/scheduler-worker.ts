import { JobQueues } from '@almanac/jobs';
import { type ServiceOptions } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Databases } from './databases/databases';
import { addDashboard } from './dashboard/dashboard';
import { SchedulerWorkerModule } from './scheduler-worker.module';

/** The service: its name, its environment, its module and its dashboard. */
export const schedulerWorker: ServiceOptions<SchedulerWorkerConfiguration> = {
  name: 'scheduler-worker',
  Configuration: SchedulerWorkerConfiguration,
  module: () => SchedulerWorkerModule,
  configure: (app, configuration) =>
    addDashboard(
      app.getHttpAdapter().getInstance(),
      { queues: app.get(JobQueues), databases: app.get(Databases) },
      configuration,
    ),
};
