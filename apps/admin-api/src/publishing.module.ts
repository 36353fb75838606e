import { Clock, currentRequestId } from '@almanac/platform';
import {
  IdempotentWrites,
  PasswordResetsService,
  PasswordsService,
  PostsService,
  type PublishingContext,
  TagsService,
} from '@almanac/publishing';
import { AdminApiConfiguration } from '@almanac/validation';
import { Global, Module, type Provider, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** What the verbs work with. */
export const PUBLISHING_CONTEXT = Symbol('PublishingContext');

const contextProvider: Provider = {
  provide: PUBLISHING_CONTEXT,
  inject: [DataSource, Clock, AdminApiConfiguration],
  useFactory: (
    dataSource: DataSource,
    clock: Clock,
    { siteUrl, encryptionKey }: AdminApiConfiguration,
  ): PublishingContext => ({ dataSource, clock, siteUrl, encryptionKey, requestId: currentRequestId }),
};

const verbs: (new (context: PublishingContext) => object)[] = [
  IdempotentWrites,
  PasswordResetsService,
  PasswordsService,
  PostsService,
  TagsService,
];

const verbProvider = (Verbs: new (context: PublishingContext) => object): Provider => ({
  provide: Verbs,
  inject: [PUBLISHING_CONTEXT],
  useFactory: (context: PublishingContext) => new Verbs(context),
});

/** The verbs of libs/publishing, ready to be injected: a handler calls one and renders what it gives. */
@Global()
@Module({
  providers: [contextProvider, ...verbs.map(verbProvider)],
  exports: [PUBLISHING_CONTEXT, ...(verbs as Type[])],
})
export class PublishingModule {}
