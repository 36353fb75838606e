export type {
  MemberSubscriptionStatus,
  PostStatus,
  PostType,
  PostVisibility,
  RoleName,
  SettingType,
  TagVisibility,
  UserStatus,
} from '@almanac/resource-fields';
export {
  CalendarEvent,
  type EventInformation,
  type EventStatus,
  eventStatuses,
} from './calendar/calendar-event.entity';
export { CalendarOutboxEvent } from './calendar/calendar-outbox-event.entity';
export { CalendarSession } from './calendar/calendar-session.entity';
export { CalendarUser } from './calendar/calendar-user.entity';
export { extendHorizon, type ExtendHorizonOptions } from './calendar/extend-horizon';
export { earliestInstant, type Horizon, horizonAt, latestInstant } from './calendar/horizon';
export {
  type StorableSeries,
  type DerivedTimes,
  deriveTimes,
  type EventOccurrences,
  insertOccurrences,
  insertOccurrencesOfEvents,
  materializeOccurrences,
  occurrencesToMaterialize,
  type OccurrenceTimes,
} from './calendar/materialize-occurrences';
export { OccurrenceOverride, type OverrideLocation } from './calendar/occurrence-override.entity';
export { RsvpResponse, type RsvpState } from './calendar/rsvp-response.entity';
export { RsvpSettings } from './calendar/rsvp-settings.entity';
export { replaceOverrides } from './calendar/replace-overrides';
export { indexEventsForSearch } from './calendar/index-events-for-search';
export { searchDocument, tsqueriesOfWords } from './calendar/search-terms';
export { Occurrence } from './calendar/occurrence.entity';
export { rederiveOccurrences, type RederiveOptions } from './calendar/rederive-occurrences';
export { UsernameClaim } from './calendar/username-claim.entity';
export { ChannelListener, type ChannelListenerOptions, ListenerBehindPoolerError } from './channel-listener';
export { isBehindPooler, SERVICE_TIME_LIMITS, type TimeLimits } from './connections/connection-setup';
export { connectWhenReachable } from './connections/connect-when-reachable';
export { assertNoPooler, setTimeLimitsOfRole } from './connections/direct-connection';
export { DatabaseHealth, HEALTH_CONNECT_TIMEOUT_MS, HEALTH_LIMITS } from './connections/database-health';
export { openPool, type PoolOptions } from './connections/pool';
export { type PoolFigures, poolOf } from './connections/pool-of';
export { maxTransactionsOf } from './connections/max-transactions';
export {
  ReadPool,
  type ReadQuery,
  ReadServers,
  type ReadServersOptions,
  type ReadStatement,
} from './connections/read-servers';
export {
  createCalendarDataSource,
  createPublishingDataSource,
  type DatabaseOptions,
  type SchemaName,
} from './data-source';
export {
  newerMigrations,
  pendingMigrationsOfSource,
  pendingMigrationsOfSchema,
  runMigrations,
  type MigrationReport,
} from './migrate';
export { type ConcurrentIndex, createIndexConcurrently, dropIndexConcurrently } from './migrations/concurrent-index';
export { createObjectId } from './object-id';
export { OutboxEventEntity } from './outbox-event.entity';
export { type PreparedStatement, queryPrepared } from './query-prepared';
export { defaultRoles } from './publishing/defaults/default-roles';
export { createKeySecret, seedDefaults } from './publishing/defaults/seed-defaults';
export { Action } from './publishing/action.entity';
export { ApiKey } from './publishing/api-key.entity';
export { ImportRun } from './publishing/import-run.entity';
export { IdempotencyKey } from './publishing/idempotency-key.entity';
export { ImportedPost } from './publishing/imported-post.entity';
export { ImportedSetting } from './publishing/imported-setting.entity';
export { Integration, type IntegrationType } from './publishing/integration.entity';
export { Invite } from './publishing/invite.entity';
export { Label } from './publishing/label.entity';
export { Member } from './publishing/member.entity';
export { MemberLabel } from './publishing/member-label.entity';
export { MemberSession } from './publishing/member-session.entity';
export { MemberSignInToken } from './publishing/member-sign-in-token.entity';
export { MemberSubscription } from './publishing/member-subscription.entity';
export { PasswordResetToken } from './publishing/password-reset-token.entity';
export {
  isCompedSql,
  isNotPayingSql,
  isPaying,
  isPayingSql,
  type MemberStatus,
  memberStatusSql,
  PAYING_MEMBERS_SQL,
} from './publishing/paying-member';
export { hasPublishedPostsSql, ownersOfPublishedPostsSql } from './publishing/published-posts';
export { Post } from './publishing/post.entity';
export { PostAuthor } from './publishing/post-author.entity';
export { PostMeta } from './publishing/post-meta.entity';
export { PostTag } from './publishing/post-tag.entity';
export { PublishingOutboxEvent } from './publishing/publishing-outbox-event.entity';
export { Role } from './publishing/role.entity';
export { Session } from './publishing/session.entity';
export { Setting } from './publishing/setting.entity';
export { SiteRevisionCounter } from './publishing/site-revision-counter.entity';
export { Tag } from './publishing/tag.entity';
export { User } from './publishing/user.entity';
export { Webhook } from './publishing/webhook.entity';
export { WebhookAttempt } from './publishing/webhook-attempt.entity';
export { WebhookDelivery, type WebhookDeliveryStatus } from './publishing/webhook-delivery.entity';
export { buildSearchIndexes, hasSearchIndexes } from './search-indexes';
