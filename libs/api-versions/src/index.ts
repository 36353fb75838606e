export { type Accept, type ImageUploadInput } from './accept';
export { type AdminErrorOccasion, type Operation } from './canary/admin/error';
export { type SettingsView } from './canary/content/settings';
export {
  type AdminContract,
  type ApiContract,
  type Behaviour,
  type ContentContract,
  type Snapshots,
  type WebhookContract,
} from './contract';
export { contracts } from './contracts';
export { ApiDocuments } from './nest/api-documents';
export { Contract, contractOfPath } from './nest/contract.decorator';
export { describeApi, type Route } from './openapi/describe-api';
export { type Json, type JsonObject, type Selection, type Serializer, type View } from './serialization/serializer';
export {
  apiVersions,
  contentVersion,
  defaultApiVersion,
  deprecationDates,
  from,
  isApiVersion,
  only,
  unversionedApiVersion,
  versionFromHeader,
  type ApiVersion,
} from './versions';
export {
  type ActionView,
  type ApiKeyView,
  type ConfigView,
  type ImageView,
  type IntegrationView,
  type InviteView,
  type MemberView,
  type PaginationView,
  type PermissionView,
  type PostEmailView,
  type PostMetaView,
  type PostView,
  type RoleView,
  type SettingView,
  type SiteFactsView,
  type SiteView,
  type SubscriptionView,
  type TagView,
  type UserView,
  type WebhookAttemptView,
  type WebhookDeliveryView,
  type WebhookView,
} from './views';
