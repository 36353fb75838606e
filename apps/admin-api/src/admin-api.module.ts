import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { KeyAuthenticator } from './authentication/key-authenticator';
import { SessionAuthenticator } from './authentication/session-authenticator';
import { ConfigController } from './config/config.controller';
import { DatabaseModule } from './database/database.module';
import { TrailingSlashInterceptor } from './http/trailing-slash.interceptor';
import { AccessGuard } from './permissions/access.guard';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { PagesController } from './posts/pages.controller';
import { PostsController } from './posts/posts.controller';
import { PublishingModule } from './publishing.module';
import { SchedulesController } from './schedules/schedules.controller';
import { SessionController } from './session/session.controller';
import { SignIn } from './session/sign-in';
import { SiteController } from './site/site.controller';
import { SlugsController } from './slugs/slugs.controller';
import { TagsController } from './tags/tags.controller';

@Module({
  imports: [DatabaseModule, PublishingModule],
  controllers: [
    ConfigController,
    PagesController,
    PostsController,
    SchedulesController,
    SessionController,
    SiteController,
    SlugsController,
    TagsController,
  ],
  providers: [
    KeyAuthenticator,
    SessionAuthenticator,
    SignIn,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: TrailingSlashInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  ],
})
export class AdminApiModule {}
