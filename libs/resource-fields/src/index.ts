export { type ApiVersion, apiVersions, isKnownIn } from './api-version';
export {
  emailDefinition,
  type EmailColumns,
  type EmailRecipientColumns,
  emailRecipientDefinition,
  type EmailStatus,
} from './definitions/email';
export { labelDefinition } from './definitions/label';
export { memberDefinition, memberSubscriptionDefinition, type MemberSubscriptionStatus } from './definitions/member';
export {
  type PostColumns,
  postDefinition,
  type PostStatus,
  postStatuses,
  type PostType,
  postVisibilities,
  type PostVisibility,
} from './definitions/post';
export { newsletterDefinition } from './definitions/newsletter';
export { postMetaDefinition } from './definitions/post-meta';
export { roleDefinition, type RoleName } from './definitions/role';
export { settingDefinition, type SettingType } from './definitions/setting';
export { tagDefinition, type TagVisibility } from './definitions/tag';
export { tierDefinition } from './definitions/tier';
export { userDefinition, type UserStatus } from './definitions/user';
export { FREE_TIER_ID, NEWSLETTER_ID, PAID_TIER_ID } from './fixed-ids';
export type { DefaultsOf, InputOf, RowOf } from './derived-types';
export {
  type FieldAudience,
  defineResource,
  type Field,
  type FieldDefinition,
  type FieldDefinitions,
  type FieldType,
  type InputRule,
  type ResourceDefinition,
} from './field-definition';
export { type InstantProperties, instantProperties, reviveInstants } from './instant-properties';
export {
  labelInstants,
  memberInstants,
  postInstants,
  roleInstants,
  subscriptionInstants,
  tagInstants,
  userInstants,
} from './row-instants';
export {
  defaultsOf,
  exportedFields,
  type FieldReader,
  filterableFields,
  orderableFields,
  readableFields,
  selectedFields,
  writableFields,
} from './select-fields';
