import { JobQueues } from '@almanac/jobs';
import { commonLinks, type HomePage, type ServiceOptions } from '@almanac/platform';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Databases } from './databases/databases';
import { addDashboard } from './dashboard/dashboard';
import { SchedulerWorkerModule } from './scheduler-worker.module';

const home = ({ adminUrl }: SchedulerWorkerConfiguration): HomePage => ({
  title: 'Worker',
  purpose: 'This service publishes scheduled posts on time, delivers webhooks and sends mail.',
  links: [{ text: 'Queues and deliveries', url: '/queues' }, ...commonLinks(adminUrl)],
});

/** The service: its name, its environment, its module and its dashboard. */
export const schedulerWorker: ServiceOptions<SchedulerWorkerConfiguration> = {
  name: 'scheduler-worker',
  configurationClass: SchedulerWorkerConfiguration,
  module: () => SchedulerWorkerModule,
  home,
  // No code of the worker needs the id of the current request: jobs run outside requests.
  hasRequestContexts: false,
  configure: (app, configuration) =>
    addDashboard(
      app.getHttpAdapter().getInstance(),
      { queues: app.get(JobQueues), databases: app.get(Databases) },
      configuration,
    ),
};
