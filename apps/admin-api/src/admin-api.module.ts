import { Module } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ActionsController } from './actions/actions.controller';
import { ActionsByActorOrResourceController } from './actions/actions-by-actor-or-resource.controller';
import { AuthenticationController } from './authentication/authentication.controller';
import { HealthSummaryController } from './health/health-summary.controller';
import { IntegrationsController } from './integrations/integrations.controller';
import { InvitesController } from './invites/invites.controller';
import { LabelsController } from './labels/labels.controller';
import { ThemesController } from './themes/themes.controller';
import { NotificationsController } from './notifications/notifications.controller';
import { RolesController } from './roles/roles.controller';
import { SettingsController } from './settings/settings.controller';
import { PasswordsController } from './users/passwords.controller';
import { UsersController } from './users/users.controller';
import { WebhookDeliveriesController } from './webhooks/webhook-deliveries.controller';
import { WebhooksController } from './webhooks/webhooks.controller';
import { ResourcesModule } from './resources/resources.module';
import { SessionRenewal } from './session/session-renewal';
import { KeyAuthenticator } from './authentication/key-authenticator';
import { TokenAudiences } from './authentication/token-audience';
import { SessionAuthenticator } from './authentication/session-authenticator';
import { CalendarTicketController } from './calendar-ticket/calendar-ticket.controller';
import { ConfigController } from './config/config.controller';
import { DatabaseModule } from './database/database.module';
import { DatedController } from './dated/dated.controller';
import { DatedReader } from './dated/dated-reader';
import { SiteContentModule } from './site-content/site-content.module';
import { EmailsModule } from './emails/emails.module';
import { ImagesModule } from './images/images.module';
import { MailController } from './mail/mail.controller';
import { MediaModule } from './media/media.module';
import { MemberSelfServiceModule } from './member-self-service/member-self-service.module';
import { MembersFeatureGuard } from './members/members-feature.guard';
import { MembersModule } from './members/members.module';
import { AccessGuard } from './permissions/access.guard';
import { IdempotencyInterceptor } from './idempotency/idempotency.interceptor';
import { OembedController } from './oembed/oembed.controller';
import { oembedReaderProvider } from './oembed/oembed-reader.provider';
import { PaymentsModule } from './payments/payments.module';
import { PlansModule } from './plans/plans.module';
import { PagesController } from './posts/pages.controller';
import { BulkPagesController } from './posts/bulk-pages.controller';
import { BulkPostsController } from './posts/bulk-posts.controller';
import { PreviewLinksOfPagesController } from './posts/preview-links-of-pages.controller';
import { PreviewLinksOfPostsController } from './posts/preview-links-of-posts.controller';
import { PostsController } from './posts/posts.controller';
import { PublishingModule } from './publishing.module';
import { SchedulesController } from './schedules/schedules.controller';
import { SessionController } from './session/session.controller';
import { KnownDevices } from './session/known-devices';
import { SignInLimits } from './session/sign-in-limits';
import { StaffSessionHosts } from './session/staff-session-hosts';
import { StaffSessions } from './session/staff-sessions';
import { OwnOriginCheck } from './http/own-origin';
import { TrailingSlashInterceptor } from './http/trailing-slash.interceptor';
import { SiteController } from './site/site.controller';
import { SlugsController } from './slugs/slugs.controller';
import { TagsController } from './tags/tags.controller';

@Module({
  imports: [
    DatabaseModule,
    PublishingModule,
    SiteContentModule,
    EmailsModule,
    ImagesModule,
    MediaModule,
    MemberSelfServiceModule,
    MembersModule,
    PaymentsModule,
    PlansModule,
    ResourcesModule,
  ],
  controllers: [
    ActionsByActorOrResourceController,
    ActionsController,
    AuthenticationController,
    BulkPagesController,
    BulkPostsController,
    CalendarTicketController,
    ConfigController,
    DatedController,
    HealthSummaryController,
    IntegrationsController,
    InvitesController,
    LabelsController,
    MailController,
    NotificationsController,
    ThemesController,
    OembedController,
    PagesController,
    PasswordsController,
    PostsController,
    PreviewLinksOfPagesController,
    PreviewLinksOfPostsController,
    RolesController,
    SchedulesController,
    SessionController,
    SettingsController,
    SiteController,
    SlugsController,
    TagsController,
    UsersController,
    WebhookDeliveriesController,
    WebhooksController,
  ],
  providers: [
    DatedReader,
    KeyAuthenticator,
    TokenAudiences,
    SessionAuthenticator,
    SessionRenewal,
    StaffSessions,
    StaffSessionHosts,
    SignInLimits,
    KnownDevices,
    OwnOriginCheck,
    oembedReaderProvider,
    // Guards run in the order of this list, and so do interceptors. While the feature `members` is off, `MembersFeatureGuard` responds 404
    // before `AccessGuard` can reject the client.
    { provide: APP_GUARD, useClass: MembersFeatureGuard },
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_INTERCEPTOR, useClass: TrailingSlashInterceptor },
    { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
  ],
})
export class AdminApiModule {}
