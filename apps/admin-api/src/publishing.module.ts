import { AddressGuard, Clock, currentRequestId, OutboundClient } from '@almanac/platform';
import {
  IdempotentWrites,
  ImportExportService,
  IntegrationsService,
  InvitesService,
  LabelsService,
  MailsService,
  MemberSignInService,
  MembersService,
  PasswordResetsService,
  PasswordsService,
  PostsService,
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
import { AdminApiConfiguration } from '@almanac/validation';
import { Global, Module, type Provider, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OutboundTargetCheck } from './webhooks/target-check';

const PUBLISHING_CONTEXT = Symbol('PublishingContext');

const contextProvider: Provider = {
  provide: PUBLISHING_CONTEXT,
  inject: [DataSource, Clock, AdminApiConfiguration],
  useFactory: (
    dataSource: DataSource,
    clock: Clock,
    { siteUrl, adminUrl, encryptionKey }: AdminApiConfiguration,
  ): PublishingContext => ({ dataSource, clock, siteUrl, adminUrl, encryptionKey, requestId: currentRequestId }),
};

const services: (new (context: PublishingContext) => object)[] = [
  IdempotentWrites,
  ImportExportService,
  InvitesService,
  LabelsService,
  MailsService,
  MemberSignInService,
  MembersService,
  PasswordResetsService,
  PasswordsService,
  PostsService,
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

const serviceProvider = (Service: new (context: PublishingContext) => object): Provider => ({
  provide: Service,
  inject: [PUBLISHING_CONTEXT],
  useFactory: (context: PublishingContext) => new Service(context),
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

/** The services that store webhook targets. */
const targetServices = [IntegrationsService, WebhooksService];

const targetServiceProvider = (
  Service: new (context: PublishingContext, targets: OutboundTargetCheck) => object,
): Provider => ({
  provide: Service,
  inject: [PUBLISHING_CONTEXT, OutboundClient],
  useFactory: (context: PublishingContext, client: OutboundClient) =>
    new Service(context, new OutboundTargetCheck(client)),
});

/** Provides the services of libs/publishing to controllers. */
@Global()
@Module({
  providers: [
    contextProvider,
    outboundProvider,
    ...targetServices.map(targetServiceProvider),
    ...services.map(serviceProvider),
  ],
  exports: [...targetServices, ...(services as Type[])],
})
export class PublishingModule {}
