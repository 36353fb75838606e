import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { KeyAuthenticator } from './authentication/key-authenticator';
import { SessionAuthenticator } from './authentication/session-authenticator';
import { ConfigController } from './config/config.controller';
import { DatabaseModule } from './database/database.module';
import { TrailingSlashInterceptor } from './http/trailing-slash.interceptor';
import { AccessGuard } from './permissions/access.guard';
import { PublishingModule } from './publishing.module';
import { SessionController } from './session/session.controller';
import { SignIn } from './session/sign-in';
import { SiteController } from './site/site.controller';

@Module({
  imports: [DatabaseModule, PublishingModule],
  controllers: [ConfigController, SessionController, SiteController],
  providers: [
    KeyAuthenticator,
    SessionAuthenticator,
    SignIn,
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: TrailingSlashInterceptor },
  ],
})
export class AdminApiModule {}
