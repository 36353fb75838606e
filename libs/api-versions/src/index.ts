export { type ImageUploadInput, type InputReaders } from './accept';
export type {
  ApiContract,
  Behaviour,
  ErrorOccurrence,
  Operation,
  Selection,
  Serializer,
  SettingsView,
  Snapshots,
  RenderContext,
  WebhookResource,
} from './contract';
export { contracts } from './contracts';
export { isObject } from './inputs/envelope';
export { Contract, contractOfPath } from './nest/contract.decorator';
export { namedSchemas } from './schemas/named-schemas';
export { utcSeconds, utcSecondsOrNull } from './serialization/dates';
export { flag, type JsonSchema, listOf, reference, text } from './serialization/json-schema';
export type { Json, JsonObject } from './serialization/json';
export { siteView } from './site-view';
export {
  apiVersions,
  contentVersion,
  DEFAULT_API_VERSION,
  from,
  isApiVersion,
  namesOf,
  only,
  acceptedVersions,
  acceptsClient,
  serverRelease,
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
  type LabelView,
  type EmailRecipientView,
  type EmailView,
  type MemberView,
  type NewsletterView,
  type PermissionView,
  type PostView,
  type RoleView,
  type SettingView,
  type SiteView,
  type TagView,
  type TierView,
  type UserView,
  type WebhookAttemptView,
  type WebhookDeliveryView,
  type WebhookView,
} from './views';
