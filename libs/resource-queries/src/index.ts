export {
  browse,
  type BrowsePlan,
  type BrowseResult,
  countRows,
  unpaginatedListSql,
  planBrowse,
  runBrowse,
} from './query/browse';
export { type DateKind, dateKinds } from './dated/dated-sources';
export { type DatedRow, type DatedRows, type DatedSpan, readDated, readOverdue } from './dated/read-dated';
export { parseFilter } from './filter/parse-filter';
export { restrictToId } from './query/restrict-to-id';
export { MAX_ROWS_IN_MEMORY, streamList } from './query/stream-list';
export { paginate, type PageRequest, type Pagination } from './query/pagination';
export {
  assertLookupFormat,
  type BrowseRequest,
  parseBrowseQuery,
  parseSelection,
  type QueryParameters,
} from './query/parse-browse-query';
export { findRow, getRow, type ReadKey } from './query/read';
export { runnerOnPool, runnerOfManager, type RunQuery } from './query/run-query';
export type { Resource, Selection } from './resource';
export {
  adminEmailRecipientsResource,
  adminEmailWithContentResource,
  adminEmailsResource,
  type EmailRecipientRow,
  type EmailRow,
} from './resources/emails';
export { recipientCondition, type RecipientCondition, type RecipientFilterScope } from './resources/recipients';
export { type ActionRow, adminActionsResource } from './resources/actions';
export {
  adminIntegrationsResource,
  type IntegrationRow,
  adminWebhookDeliveriesResource,
  adminFullWebhookDeliveriesResource,
  adminWebhooksResource,
  type WebhookDeliveryRow,
} from './resources/integrations';
export { inVersion } from './resources/in-version';
export { jsonObject, type JsonType } from './resources/columns';
export { adminLabelsResource, type LabelRow } from './resources/labels';
export { adminMembersResource, type MemberRow } from './resources/members';
export {
  adminNewslettersResource,
  adminTiersResource,
  contentNewslettersResource,
  contentTiersResource,
  NEWSLETTER_NAME_SQL,
  type NewsletterRow,
  type TierRow,
} from './resources/tiers-and-newsletters';
export {
  adminPagesResource,
  adminPostsResource,
  contentPagesResource,
  contentPostsResource,
  previewPagesResource,
  previewPostsResource,
  type PostRow,
} from './resources/posts';
export { adminInvitesResource, type InviteRow } from './resources/invites';
export { adminTagsResource, contentTagsResource, type TagRow } from './resources/tags';
export { adminUsersResource, contentAuthorsResource, type UserRow } from './resources/users';
export { withDatesInRelations } from './query/select';
