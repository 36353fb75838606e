import type { AlmanacError } from '@almanac/errors';
import type { Accept } from './accept';
import type { SettingsSerializer } from './canary/content/settings';
import type { PostGeneration } from './canary/inputs/post-schemas';
import type { AdminErrorOccasion } from './canary/admin/error';
import type { JsonObject, Serializer } from './serialization/serializer';
import type { ApiVersion } from './versions';
import type {
  ActionView,
  ApiKeyView,
  ConfigView,
  ImageView,
  IntegrationView,
  InviteView,
  MemberView,
  PermissionView,
  PostView,
  RoleView,
  SettingView,
  SiteFactsView,
  SiteView,
  TagView,
  UserView,
  WebhookAttemptView,
  WebhookDeliveryView,
  WebhookView,
} from './views';

/** What the Content API of a version says. */
export interface ContentContract {
  post: Serializer<PostView>;
  page: Serializer<PostView>;
  tag: Serializer<TagView>;
  author: Serializer<UserView>;
  settings: SettingsSerializer;
  error: (failure: AlmanacError) => JsonObject;
}

/** What the Admin API of a version says. */
export interface AdminContract {
  post: Serializer<PostView>;
  page: Serializer<PostView>;
  tag: Serializer<TagView>;
  user: Serializer<UserView>;
  sessionUser: Serializer<UserView>;
  role: Serializer<RoleView>;
  permission: Serializer<PermissionView>;
  invite: Serializer<InviteView>;
  member: Serializer<MemberView>;
  integration: Serializer<IntegrationView>;
  apiKey: Serializer<ApiKeyView>;
  webhook: Serializer<WebhookView>;
  webhookDelivery: Serializer<WebhookDeliveryView>;
  webhookAttempt: Serializer<WebhookAttemptView>;
  setting: Serializer<SettingView>;
  action: Serializer<ActionView>;
  site: (outboxEvents: SiteFactsView) => JsonObject;
  config: (view: ConfigView) => JsonObject;
  image: (view: ImageView, siteUrl: string) => JsonObject;
  error: (failure: AlmanacError, occasion: AdminErrorOccasion) => JsonObject;
}

/** What a receiver of webhooks is sent. */
export interface WebhookContract {
  /**
   * The body of a delivery.
   * @param event what happened, e.g. `post.published`
   * @param snapshots the entity now and, of what changed, as it was; dates as Date or as JSON text
   */
  payload: (event: string, snapshots: Snapshots, site: SiteView) => JsonObject;
}

/** An entity before and after, as the outbox keeps it. */
export interface Snapshots {
  current?: object | null;
  previous?: object | null;
}

/** What differs between versions without being a shape. */
export interface Behaviour {
  /** Whether an export has the meta fields of posts in a table of their own; else they stand in the posts. */
  keepsPostMetaApart: boolean;
  /** Whether only images inside texts are given with absolute URLs, unless `absolute_urls` asks for more. */
  keepsLinksRelative: boolean;
  /** Which fields of posts may be sent: those of HEAD, or those v2 knew. */
  postGeneration: PostGeneration;
  /** Whether the version has a field of a resource. */
  hasField: (field: { readonly since: ApiVersion }) => boolean;
  /** Settings this version does not know: neither listed nor readable nor editable. */
  unknownSettings: ReadonlySet<string>;
  /** Settings that once were: reading one is asking for what is not there, rather than for an unknown key. */
  retiredSettings: ReadonlySet<string>;
  /** Whether a page nobody answers for is embedded as a bookmark. */
  makesBookmarks: boolean;
}

/** Everything one API version promises. Business logic knows none of it: requests climb to HEAD, answers descend. */
export interface ApiContract {
  version: ApiVersion;
  content: ContentContract;
  admin: AdminContract;
  webhook: WebhookContract;
  accept: Accept;
  behaviour: Behaviour;
}
