import { type AnyProcessor, JobQueues } from '@almanac/jobs';
import { AddressGuard, Logger, Metrics, OutboundClient, Readiness } from '@almanac/platform';
import { poolOf, type SchemaName } from '@almanac/entities';
import { PostsService } from '@almanac/publishing';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Module, type Provider } from '@nestjs/common';
import { Databases } from './databases/databases';
import { AttemptWriter } from './deliver-webhook/attempt-writer';
import { Bodies } from './deliver-webhook/bodies';
import { DeliverWebhookProcessor } from './deliver-webhook/deliver-webhook.processor';
import { EndpointClaims } from './deliver-webhook/endpoint-claims';
import { EndpointDrain } from './deliver-webhook/endpoint-drain';
import { RetryWebhookProcessor } from './deliver-webhook/retry-webhook.processor';
import { RingDueEndpointsService } from './deliver-webhook/ring-due-endpoints.service';
import { DeliverySender } from './deliver-webhook/send-delivery';
import { ExtendOccurrencesProcessor } from './extend-occurrences/extend-occurrences.processor';
import { FoldCountsService } from './fold-counts/fold-counts.service';
import { MailPostProcessor } from './mail-post/mail-post.processor';
import { WorkerMetrics } from './metrics/worker-metrics';
import { PublishDueProcessor } from './publish-due/publish-due.processor';
import { Announcements } from './relay-outbox/announce';
import { Relay } from './relay-outbox/relay';
import { RelayOutboxService } from './relay-outbox/relay-outbox.service';
import { RemoveExpiredProcessor } from './remove-expired/remove-expired.processor';
import { DirectJobs } from './run-jobs/direct-jobs';
import { observeJobs } from './run-jobs/job-observer';
import { QueueConnection } from './run-jobs/queue-connection';
import { RunJobsService } from './run-jobs/run-jobs.service';
import { Mailer } from './send-mail/mailer';
import { SendMailProcessor } from './send-mail/send-mail.processor';
import { RightOfWay } from './sweep/right-of-way';
import { UnpublishDueProcessor } from './unpublish-due/unpublish-due.processor';

/** One for each job of libs/jobs; the worker does not start when one is missing. */
const processors = [
  PublishDueProcessor,
  UnpublishDueProcessor,
  DeliverWebhookProcessor,
  RetryWebhookProcessor,
  SendMailProcessor,
  MailPostProcessor,
  ExtendOccurrencesProcessor,
  RemoveExpiredProcessor,
];

/** Many endpoints may live behind one origin: how much each is asked at a time is limited endpoint by endpoint instead. */
const CONNECTIONS_PER_ORIGIN = 1_024;
const CONNECT_TIMEOUT_MS = 5_000;

const SCHEMAS: readonly SchemaName[] = ['publishing', 'calendar'];

const connections: Provider[] = [
  {
    provide: Databases,
    inject: [SchedulerWorkerConfiguration, Logger],
    useFactory: (configuration: SchedulerWorkerConfiguration, logger: Logger) => Databases.open(configuration, logger),
  },
  {
    provide: QueueConnection,
    inject: [SchedulerWorkerConfiguration, Logger],
    useFactory: ({ queueUrl }: SchedulerWorkerConfiguration, logger: Logger) => QueueConnection.open(queueUrl, logger),
  },
  {
    provide: JobQueues,
    inject: [QueueConnection],
    useFactory: ({ queues }: QueueConnection) => queues,
  },
  {
    provide: OutboundClient,
    inject: [SchedulerWorkerConfiguration],
    useFactory: ({ webhookAllowedCidrs }: SchedulerWorkerConfiguration) =>
      new OutboundClient({
        guard: new AddressGuard(webhookAllowedCidrs),
        connectTimeoutMs: CONNECT_TIMEOUT_MS,
        connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
      }),
  },
  {
    provide: PostsService,
    inject: [Databases, SchedulerWorkerConfiguration],
    useFactory: ({ publishing }: Databases, { siteUrl }: SchedulerWorkerConfiguration) =>
      new PostsService({ dataSource: publishing, siteUrl }),
  },
  {
    provide: DirectJobs,
    inject: [WorkerMetrics, Logger, ...processors],
    useFactory: (metrics: WorkerMetrics, logger: Logger, ...all: AnyProcessor[]) =>
      new DirectJobs(all, observeJobs(metrics, logger), logger),
  },
  {
    provide: RunJobsService,
    inject: [QueueConnection, DirectJobs, WorkerMetrics, Logger, ...processors],
    useFactory: (
      { backend, queues }: QueueConnection,
      directJobs: DirectJobs,
      metrics: WorkerMetrics,
      logger: Logger,
      ...all: AnyProcessor[]
    ) => new RunJobsService({ backend, queues, directJobs, observer: observeJobs(metrics, logger) }, all, logger),
  },
];

/** Everything that happens without anybody waiting for it. */
@Module({
  providers: [
    ...connections,
    ...processors,
    Announcements,
    AttemptWriter,
    Bodies,
    DeliverySender,
    EndpointClaims,
    EndpointDrain,
    FoldCountsService,
    Mailer,
    Relay,
    RelayOutboxService,
    RightOfWay,
    RingDueEndpointsService,
    WorkerMetrics,
  ],
  exports: [Databases, JobQueues],
})
export class SchedulerWorkerModule {
  constructor(readiness: Readiness, metrics: Metrics, databases: Databases, { queues, backend }: QueueConnection) {
    readiness.register('queue', () => queues.ping());
    if (backend.pool) metrics.observePool('queue', backend.pool);
    for (const schema of SCHEMAS) {
      const health = databases.health(schema);
      readiness.register(schema, () => health.assertMigrated());
      metrics.observePool(schema, poolOf(databases.of(schema)));
    }
  }
}
