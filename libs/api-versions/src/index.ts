export { type ImageUploadInput, type InputReaders } from './input-readers';
export type {
  ApiContract,
  Behaviour,
  ErrorOccurrence,
  Operation,
  RenderContext,
  ResponseSelection,
  Serializer,
  SettingsView,
  Snapshots,
  WebhookResource,
} from './contract';
export { contracts } from './contracts';
export { isObject } from './inputs/envelope';
export { Contract, contractOfPath } from './nest/contract.decorator';
export { namedSchemas } from './schemas/named-schemas';
export { utcSeconds, utcSecondsOrNull } from './serialization/dates';
export {
  booleanSchema,
  closedObject,
  instantOrNullSchema,
  instantSchema,
  integerOrNullSchema,
  integerSchema,
  type JsonSchema,
  listOf,
  reference,
  stringOrNullSchema,
  stringSchema,
} from './serialization/json-schema';
export type { Json, JsonObject } from './serialization/json';
export { siteView } from './site-view';
export {
  acceptedVersions,
  acceptsClient,
  type ApiVersion,
  apiVersions,
  contentVersion,
  contentVersionOfWebhook,
  DEFAULT_API_VERSION,
  from,
  isApiVersion,
  namesOf,
  only,
  serverRelease,
  versionForName,
} from './versions';
export {
  type ActionView,
  type ApiKeyView,
  type ConfigView,
  type UploadView,
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
