import { type AnyProcessor, JobQueues, JobRunner } from '@almanac/jobs';
import { AddressGuard, Logger, Metrics, OutboundClient, Readiness } from '@almanac/platform';
import { poolOf, type SchemaName } from '@almanac/entities';
import { PostsService } from '@almanac/publishing';
import { LexicalRenderer } from '@almanac/rendering';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import { Module, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { Databases } from './databases/databases';
import { AttemptWriter } from './deliver-webhook/attempt-writer';
import { DeliverWebhookProcessor } from './deliver-webhook/deliver-webhook.processor';
import { DeliveryBodies } from './deliver-webhook/delivery-bodies';
import { EndpointClaims } from './deliver-webhook/endpoint-claims';
import { EndpointSender } from './deliver-webhook/endpoint-sender';
import { NotifyDueEndpointsService } from './deliver-webhook/notify-due-endpoints.service';
import { RetryWebhookProcessor } from './deliver-webhook/retry-webhook.processor';
import { DeliverySender } from './deliver-webhook/send-delivery';
import { ExtendOccurrencesProcessor } from './extend-occurrences/extend-occurrences.processor';
import { FoldCountsService } from './fold-counts/fold-counts.service';
import { MailRate } from './mail-transport/mail-rate';
import { RecordTransportService } from './mail-transport/record-transport.service';
import { MailPostProcessor } from './mail-post/mail-post.processor';
import { WorkerMetrics } from './metrics/worker-metrics';
import { PublishDueProcessor } from './publish-due/publish-due.processor';
import { JobProducer } from './relay-outbox/job-producer';
import { Relay } from './relay-outbox/relay';
import { RelayOutboxService } from './relay-outbox/relay-outbox.service';
import { RemoveExpiredProcessor } from './remove-expired/remove-expired.processor';
import { createJobObserver } from './run-jobs/job-observer';
import { LocalJobs } from './run-jobs/local-jobs';
import { QueueConnection } from './run-jobs/queue-connection';
import { RunJobsService } from './run-jobs/run-jobs.service';
import { Mailer } from './send-mail/mailer';
import { PostMails } from './send-mail/post-mails';
import { SendMailProcessor } from './send-mail/send-mail.processor';
import { BatchSender } from './send-newsletter/batch-sender';
import { EmailSender } from './send-newsletter/email-sender';
import { OutcomeWriter } from './send-newsletter/outcome-writer';
import { RecipientSender } from './send-newsletter/recipient-sender';
import { SendDueEmailsService } from './send-newsletter/send-due-emails.service';
import { PriorityGate } from './sweep/priority-gate';
import { UnpublishDueProcessor } from './unpublish-due/unpublish-due.processor';

/** One processor for each job of libs/jobs; without one of them the worker does not start. */
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

/** High, because many webhook endpoints can have the same origin. The number of concurrent requests is limited per endpoint instead. */
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
    // This service uses the renderer only for mails of lexical posts that contain cards for mails. The thread of the renderer takes 98 MB,
    // so it ends after 5 s without work.
    provide: LexicalRenderer,
    inject: [Logger],
    useFactory: (logger: Logger) =>
      new LexicalRenderer({
        idleMs: 5_000,
        onError: (error) => logger.error('The renderer of lexical documents ended.', error),
      }),
  },
  {
    provide: PostsService,
    inject: [Databases, SchedulerWorkerConfiguration, LexicalRenderer],
    useFactory: ({ publishing }: Databases, { siteUrl }: SchedulerWorkerConfiguration, renderer: LexicalRenderer) =>
      new PostsService({ dataSource: publishing, siteUrl, renderer }),
  },
  {
    provide: JobRunner,
    inject: [WorkerMetrics, Logger, ...processors],
    useFactory: (metrics: WorkerMetrics, logger: Logger, ...all: AnyProcessor[]) =>
      new JobRunner(all, createJobObserver(metrics, logger)),
  },
  {
    provide: LocalJobs,
    inject: [JobRunner, Logger],
    useFactory: (runner: JobRunner, logger: Logger) => new LocalJobs(runner, logger),
  },
];

/** Background work: publishing due posts, relaying the outbox, webhooks, mail and retention. */
@Module({
  providers: [
    ...connections,
    ...processors,
    AttemptWriter,
    BatchSender,
    DeliveryBodies,
    DeliverySender,
    EmailSender,
    EndpointClaims,
    EndpointSender,
    FoldCountsService,
    JobProducer,
    MailRate,
    Mailer,
    NotifyDueEndpointsService,
    OutcomeWriter,
    PostMails,
    PriorityGate,
    RecipientSender,
    RecordTransportService,
    Relay,
    RelayOutboxService,
    RunJobsService,
    SendDueEmailsService,
    WorkerMetrics,
  ],
  exports: [Databases, JobQueues],
})
export class SchedulerWorkerModule implements OnApplicationShutdown {
  constructor(
    readiness: Readiness,
    metrics: Metrics,
    databases: Databases,
    { queues, backend }: QueueConnection,
    private readonly renderer: LexicalRenderer,
  ) {
    readiness.register('queue', () => queues.ping());
    if (backend.pool) metrics.observePool('queue', backend.pool);
    for (const schema of SCHEMAS) {
      const health = databases.health(schema);
      readiness.register(schema, () => health.assertMigrated());
      metrics.observePool(schema, poolOf(databases.of(schema)));
    }
  }

  /** Ends the thread of the renderer. NestJS calls it after `beforeApplicationShutdown`, in which the running jobs end. */
  onApplicationShutdown(): Promise<void> {
    return this.renderer.close();
  }
}
