export { recordAction, type ActionEvent } from './actions/record-action';
export { foldCounts } from './counts/fold-counts';
export { type HealthSummary, HealthService } from './health/health.service';
export { EmailsService } from './emails/emails.service';
export { type EmailOperation, emailOperations, type EmailStatus } from './emails/email-operations';
export {
  type EmailAudience,
  type EmailPreview,
  EmailPreviewsService,
  type TestEmail,
} from './emails/email-previews.service';
export { type MemberPageSite, readMemberPageSite } from './settings/member-page-site';
export { type EmailSourceScope, readEmailSource } from './emails/email-source';
export { recipientsSql } from './emails/recipients-sql';
export { requestNewsletters } from './emails/request-newsletters';
export { memberLinks, memberToken, PREVIEW_TOKEN, readLinkSecret, sampleRecipient } from './emails/member-links';
export {
  type ClaimedWrite,
  IdempotentWrites,
  type KeyedWrite,
  recordExecution,
  type StoredResponse,
} from './idempotency/idempotent-writes';
export { EventLoopPause } from './import-export/event-loop-pause';
export { type ExportOptions } from './import-export/exported-tables';
export { ImportExportService } from './import-export/import-export.service';
export {
  type FieldReport,
  type ImportProblem,
  type ImportReport,
  type ImportResult,
  type LeftOutRows,
  type ImportedPostChange,
  type ImportedPostChangeKind,
  type TableReport,
} from './import-export/import-report';
export { importRunningError } from './import-export/import-running-error';
export { type ImportedTable } from './import-export/export-limits';
export { type ImportOptions } from './import-export/import-rights';
export { type ImportedRecord, type ImportedTables } from './import-export/imported-row';
export { type FileArea } from './import-export/archive-entries';
export {
  type ImportFailure,
  type ImportOutcome,
  ImportRunsService,
  type ImportState,
} from './import-export/import-runs.service';
export { oldSiteUrlFrom, relativeSetting, relativeValue, subdirectoryOf } from './import-export/old-site-urls';
export { importFile } from './import-export/import-file';
export { ImportedFiles, type StoreFile } from './import-export/imported-files';
export { withSmallHeap } from './small-heap';
export { type ImportFile } from './import-export/spool-import-file';
export { type ImportProgress, type OnImportProgress, SpooledExport } from './import-export/spooled-export';
export { IntegrationsService } from './integrations/integrations.service';
export { InvitesService, type InviteAcceptance } from './invites/invites.service';
export { LabelsService } from './labels/labels.service';
export { recordMailTransport } from './mails/mail-transport';
export { MailsService } from './mails/mails.service';
export { type MemberRow, type InvalidRow, type MemberImportReport } from './members/import-members';
export { type MemberPreferences, MemberPreferencesService } from './members/member-preferences.service';
export { type MemberRecord } from './members/member-record';
export { MemberSignInService, type OpenedMemberSession } from './members/member-sign-in';
export { type MemberStats } from './members/member-stats';
export { MembersService } from './members/members.service';
export {
  type ProviderCheckout,
  type ProviderSubscription,
  ProviderSubscriptionsService,
} from './members/provider-subscriptions';
export { signInEmailTypes, type SignInEmailType } from './members/sign-in-link';
export { NewslettersService } from './newsletters/newsletters.service';
export { PasswordResetsService } from './password-resets/password-resets.service';
export { hashPassword, isPassword, wrongPassword } from './passwords/password';
export { type PasswordChange, PasswordsService } from './passwords/passwords.service';
export { roleNames, systemActor, type Actor, type RoleName } from './permissions/actor';
export { authorize, reachOf, permissionError } from './permissions/authorize';
export { permissionTable, type Permission, type Reach } from './permissions/permission-table';
export { type PostChange, type PostOptions } from './posts/create-post';
export {
  contentFromLexical,
  contentFromMobiledoc,
  type ContentRenderer,
  type FormatForHtml,
  type PostContent,
} from './posts/post-content';
export { type ProcessedPost } from './posts/due-posts';
export { type EditOptions } from './posts/edit-post';
export { type Invalidation } from './posts/post-events';
export { type AuthorRecord, type PostRecord } from './posts/post-record';
export { type BulkFailure, type BulkResult } from './bulk/bulk-change';
export { statusesForBulkAction } from './posts/bulk-posts';
export { type CreatedPreviewLink, PreviewLinksService } from './posts/preview-links.service';
export { type BulkPostResult, PostsService, type PostTarget } from './posts/posts.service';
export type { ContentContext, PostsContext, PublishingContext } from './publishing-context';
export { createSecret, digestOf } from './secrets/secret';
export {
  closeAllSessions,
  closeSession,
  findSession,
  canSignIn,
  type OpenedSession,
  openSession,
} from './sessions/sessions';
export { readMemberSubscriptionSettings } from './settings/member-subscription-settings';
export { SettingsService } from './settings/settings.service';
export { SlugsService } from './slugs/slugs.service';
export { type TagRecord } from './tags/stored-tag';
export { TagsService, type TagChange } from './tags/tags.service';
export { type SetupInput, SetupService } from './setup/setup.service';
export { recordSiteChanged, siteChangedEvent } from './site-changed';
export { addUser, type NewUser } from './users/add-user';
export { getRole } from './users/get-role';
export { RolesService } from './users/roles.service';
export { type UserChange, UsersService } from './users/users.service';
export { deliveryIdSql } from './webhooks/delivery-id-sql';
export { ReplaysService, type TimeRange } from './webhooks/replays.service';
export { TestDeliveriesService } from './webhooks/test-deliveries.service';
export { type TargetCheck, WebhooksService } from './webhooks/webhooks.service';
export { inTransaction, type PublishingSettings, type WriteScope } from './write-scope';
