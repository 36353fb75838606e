import { AddressGuard, Clock, currentRequestId, Logger, OutboundClient } from '@almanac/platform';
import {
  HealthService,
  EmailPreviewsService,
  EmailsService,
  IdempotentWrites,
  ImportExportService,
  ImportRunsService,
  IntegrationsService,
  InvitesService,
  LabelsService,
  MailsService,
  MemberPreferencesService,
  MemberSignInService,
  MembersService,
  NewslettersService,
  PasswordResetsService,
  PasswordsService,
  type PostsContext,
  PostsService,
  PreviewLinksService,
  ProviderSubscriptionsService,
  type PublishingContext,
  ReplaysService,
  RolesService,
  SettingsService,
  SetupService,
  SlugsService,
  TagsService,
  TestDeliveriesService,
  UsersService,
  WebhooksService,
} from '@almanac/publishing';
import { LexicalRenderer } from '@almanac/rendering';
import { AdminApiConfiguration } from '@almanac/validation';
import { Global, Module, type OnApplicationShutdown, type Provider, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordExecutionOfClaim } from './idempotency/current-claim';
import { OutboundTargetCheck } from './webhooks/target-check';

type Context = PublishingContext & PostsContext;

const PUBLISHING_CONTEXT = Symbol('PublishingContext');

const contextProvider: Provider = {
  provide: PUBLISHING_CONTEXT,
  inject: [DataSource, Clock, LexicalRenderer, AdminApiConfiguration],
  useFactory: (
    dataSource: DataSource,
    clock: Clock,
    renderer: LexicalRenderer,
    { siteUrl, adminUrl, encryptionKey }: AdminApiConfiguration,
  ): Context => ({
    dataSource,
    clock,
    renderer,
    siteUrl,
    adminUrl,
    encryptionKey,
    requestId: currentRequestId,
    beforeCommit: recordExecutionOfClaim,
  }),
};

const rendererProvider: Provider = {
  provide: LexicalRenderer,
  inject: [Logger],
  useFactory: (logger: Logger) =>
    new LexicalRenderer({
      onError: (error) =>
        logger.error('The renderer of lexical documents ended. The next document starts a new renderer.', {}, error),
    }),
};

const services: (new (context: Context) => object)[] = [
  HealthService,
  EmailPreviewsService,
  EmailsService,
  IdempotentWrites,
  ImportExportService,
  ImportRunsService,
  InvitesService,
  LabelsService,
  MailsService,
  MemberPreferencesService,
  MemberSignInService,
  MembersService,
  NewslettersService,
  PasswordResetsService,
  PasswordsService,
  PostsService,
  PreviewLinksService,
  ProviderSubscriptionsService,
  ReplaysService,
  RolesService,
  SettingsService,
  SetupService,
  SlugsService,
  TagsService,
  TestDeliveriesService,
  UsersService,
];

const serviceProvider = (Service: new (context: Context) => object): Provider => ({
  provide: Service,
  inject: [PUBLISHING_CONTEXT],
  useFactory: (context: Context) => new Service(context),
});

const CONNECT_TIMEOUT_MS = 5_000;
const CONNECTIONS_PER_ORIGIN = 4;

const outboundProvider: Provider = {
  provide: OutboundClient,
  inject: [AdminApiConfiguration],
  useFactory: ({ webhookAllowedCidrs }: AdminApiConfiguration) =>
    new OutboundClient({
      guard: new AddressGuard(webhookAllowedCidrs),
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      connectionsPerOrigin: CONNECTIONS_PER_ORIGIN,
    }),
};

/** The services that store target URLs of webhooks, and check them first. */
const targetServices = [IntegrationsService, WebhooksService];

const targetServiceProvider = (Service: new (context: Context, targets: OutboundTargetCheck) => object): Provider => ({
  provide: Service,
  inject: [PUBLISHING_CONTEXT, OutboundClient],
  useFactory: (context: Context, client: OutboundClient) => new Service(context, new OutboundTargetCheck(client)),
});

/** Provides the services of libs/publishing to controllers. */
@Global()
@Module({
  providers: [
    contextProvider,
    rendererProvider,
    outboundProvider,
    ...targetServices.map(targetServiceProvider),
    ...services.map(serviceProvider),
  ],
  exports: [...targetServices, ...(services as Type[])],
})
export class PublishingModule implements OnApplicationShutdown {
  constructor(private readonly renderer: LexicalRenderer) {}

  /** Ends the thread of the renderer. All requests have ended before. */
  onApplicationShutdown(): Promise<void> {
    return this.renderer.close();
  }
}
