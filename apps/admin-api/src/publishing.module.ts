import { AddressGuard, Clock, currentRequestId, OutboundClient } from '@almanac/platform';
import {
  IdempotentWrites,
  ImportExportService,
  IntegrationsService,
  InvitesService,
  MemberSignInService,
  MembersService,
  PasswordResetsService,
  PasswordsService,
  PostsService,
  ProviderSubscriptionsService,
  type PublishingContext,
  ReplaysService,
  TestDeliveriesService,
  SettingsService,
  SetupService,
  TagsService,
  UsersService,
  WebhooksService,
} from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Global, Module, type Provider, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OutboundTargetCheck } from './webhooks/target-check';

/** What the verbs work with. */
export const PUBLISHING_CONTEXT = Symbol('PublishingContext');

const contextProvider: Provider = {
  provide: PUBLISHING_CONTEXT,
  inject: [DataSource, Clock, AdminApiConfiguration],
  useFactory: (
    dataSource: DataSource,
    clock: Clock,
    { siteUrl, adminUrl, encryptionKey }: AdminApiConfiguration,
  ): PublishingContext => ({ dataSource, clock, siteUrl, adminUrl, encryptionKey, requestId: currentRequestId }),
};

const verbs: (new (context: PublishingContext) => object)[] = [
  IdempotentWrites,
  ImportExportService,
  InvitesService,
  MemberSignInService,
  MembersService,
  PasswordResetsService,
  PasswordsService,
  PostsService,
  ProviderSubscriptionsService,
  ReplaysService,
  TestDeliveriesService,
  SettingsService,
  SetupService,
  TagsService,
  UsersService,
];

const verbProvider = (Verbs: new (context: PublishingContext) => object): Provider => ({
  provide: Verbs,
  inject: [PUBLISHING_CONTEXT],
  useFactory: (context: PublishingContext) => new Verbs(context),
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

/** The verbs that take URLs to call. */
const callingVerbs = [IntegrationsService, WebhooksService];

const callingVerbProvider = (
  Verbs: new (context: PublishingContext, targets: OutboundTargetCheck) => object,
): Provider => ({
  provide: Verbs,
  inject: [PUBLISHING_CONTEXT, OutboundClient],
  useFactory: (context: PublishingContext, client: OutboundClient) =>
    new Verbs(context, new OutboundTargetCheck(client)),
});

/** The verbs of libs/publishing, ready to be injected: a handler calls one and renders what it gives. */
@Global()
@Module({
  providers: [contextProvider, outboundProvider, ...callingVerbs.map(callingVerbProvider), ...verbs.map(verbProvider)],
  exports: [PUBLISHING_CONTEXT, OutboundClient, ...callingVerbs, ...(verbs as Type[])],
})
export class PublishingModule {}
