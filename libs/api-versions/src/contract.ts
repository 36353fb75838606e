import type { AlmanacError } from '@almanac/errors';
import type { Audience } from '@almanac/rendering';
import type { PostInput } from '@almanac/validation';
import type { InputReaders } from './accept';
import type { Json, JsonObject } from './serialization/json';
import type { JsonSchema } from './serialization/json-schema';
import type { ApiVersion } from './versions';
import type {
  ActionView,
  ApiKeyView,
  ConfigView,
  EmailRecipientView,
  EmailView,
  ImageView,
  IntegrationView,
  InviteView,
  LabelView,
  MediaView,
  MemberView,
  NewsletterView,
  PermissionView,
  PostView,
  RoleView,
  SettingView,
  SiteIdentityView,
  SiteView,
  TagView,
  TierView,
  UserView,
  WebhookAttemptView,
  WebhookDeliveryView,
  WebhookView,
} from './views';

/** The part of a resource that a request selects. */
export interface Selection {
  /** The `fields` of the query; absent means all. */
  fields?: readonly string[];
  /** The requested relations; absent means every relation that is loaded. */
  include?: readonly string[];
  /** The formats of a post's content, e.g. `html`; absent means the default of the API. */
  formats?: readonly string[];
  /** The field in the path of a single read (`slug`, `email`): the response always has it, as the first key. */
  leading?: string;
}

/** What serializers read besides the resource itself. */
export interface RenderContext {
  /** The contract of the requested version; nested resources are serialized by it. */
  contract: ApiContract;
  site: SiteView;
  /** Whether the query sets `absolute_urls`; absent in the Admin API. It has an effect in v2 only. */
  absoluteUrls?: boolean;
  /** Whether the reader may not see the content of this post; absent where the reader may see all posts. */
  isGated?: (post: PostView) => boolean;
  /** The URL that unsubscribes a member from the newsletter; absent where a response does not show it. */
  unsubscribeUrl?: (memberId: string) => string;
  /** The readers of the html: blocks for other readers are removed. Absent where all blocks stay, with the comments that mark them. */
  audience?: Audience;
}

/** One key of a resource. */
export interface Field<Entity> {
  readonly name: string;
  readonly schema: JsonSchema;
  /** The value; undefined where the key is left out, e.g. for a relation that was not loaded. */
  readonly read: (entity: Entity, context: RenderContext, selection: Selection) => Json | undefined;
  readonly isShown: (selection: Selection) => boolean;
  /**
   * False for a column of the resource. If a request names `fields`, columns are in the order of `fields`. Computed fields follow in the
   * order of the resource.
   */
  readonly isComputed: boolean;
  /** Whether a response may leave it out although the request named no fields. */
  readonly isOptional?: boolean;
  /** The oldest version that has the key; absent where every version has it. */
  readonly since?: ApiVersion;
}

/** Builds the JSON of one resource. Other versions and the schemas are derived from `fields`. */
export interface Serializer<Entity> {
  (entity: Entity, context: RenderContext, selection?: Selection): JsonObject;
  readonly fields: readonly Field<Entity>[];
}

/** The stored settings by key. */
export type SettingsView = ReadonlyMap<string, string | null>;

/** One key of the public settings. */
export interface PublicSetting {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly read: (settings: SettingsView, site: SiteView) => Json;
}

export interface SettingsSerializer {
  (settings: SettingsView, site: SiteView): JsonObject;
  readonly settings: readonly PublicSetting[];
}

/** A function that builds JSON, with the schema of the JSON. */
export type WithSchema<Build> = Build & { readonly schema: JsonSchema };

/** The operation that a handler performs. Error messages name it. */
export interface Operation {
  /** The resource in the singular, e.g. `post`. */
  noun: string;
  verb: 'browse' | 'read' | 'add' | 'edit' | 'destroy' | 'upload';
}

/** What the response to an error contains besides the error itself. */
export interface ErrorOccurrence {
  /** Unique per error; the log has it, too. */
  id: string;
  /** Absent for errors before a handler, e.g. of authentication or an unknown route. */
  operation?: Operation;
}

/** The Content API of a version. */
export interface ContentContract {
  post: Serializer<PostView>;
  page: Serializer<PostView>;
  tag: Serializer<TagView>;
  author: Serializer<UserView>;
  tier: Serializer<TierView>;
  newsletter: Serializer<NewsletterView>;
  settings: SettingsSerializer;
  error: WithSchema<(failure: AlmanacError, occurrence: ErrorOccurrence) => JsonObject>;
}

/** The Admin API of a version. */
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
  label: Serializer<LabelView>;
  tier: Serializer<TierView>;
  newsletter: Serializer<NewsletterView>;
  email: Serializer<EmailView>;
  emailRecipient: Serializer<EmailRecipientView>;
  integration: Serializer<IntegrationView>;
  apiKey: Serializer<ApiKeyView>;
  webhook: Serializer<WebhookView>;
  webhookDelivery: Serializer<WebhookDeliveryView>;
  webhookAttempt: Serializer<WebhookAttemptView>;
  setting: Serializer<SettingView>;
  /** Settings that Almanac computes instead of storing them. Lists have them after the stored ones. */
  computedSettings: (settings: SettingsView, site: SiteView) => SettingView[];
  /** Whether the key is that of a computed setting. */
  isComputedSetting: (key: string) => boolean;
  action: Serializer<ActionView>;
  site: WithSchema<(site: SiteIdentityView) => JsonObject>;
  config: WithSchema<(view: ConfigView) => JsonObject>;
  image: (view: ImageView, siteUrl: string) => JsonObject;
  media: (view: MediaView, siteUrl: string) => JsonObject;
  error: WithSchema<(failure: AlmanacError, occurrence: ErrorOccurrence) => JsonObject>;
}

/** The resources that webhook events can be about. */
export type WebhookResource = 'site' | 'post' | 'page' | 'tag' | 'member' | 'label';

/** The payloads of webhooks. */
export interface WebhookContract {
  /**
   * The payload of an event about a resource.
   * @param snapshots the resource, and the previous values of its changed properties; instants are Dates or ISO strings
   */
  payload: (resource: WebhookResource, snapshots: Snapshots, site: SiteView) => JsonObject;
}

/** A resource after and before a change, as the outbox stores it. Null or `{}` when there is none. */
export interface Snapshots {
  current?: object | null;
  previous?: object | null;
}

/** Differences between versions that are not the shape of a resource. */
export interface Behaviour {
  /** Whether an export has the table `posts_meta`; if not, its columns are in `posts`. */
  hasPostsMetaTable: boolean;
  /** Whether only URLs of uploaded files become absolute in html and mobiledoc, unless the request sets `absolute_urls`. */
  keepsLinksRelative: boolean;
  /** Whether the version has a field that came with the version `since`. */
  hasField: (field: { readonly since: ApiVersion }) => boolean;
  /** Settings that this version does not list, read or edit. */
  unknownSettings: ReadonlySet<string>;
  /** Settings of earlier versions. Reading one gives a plain 404, not the message for an unknown key. */
  retiredSettings: ReadonlySet<string>;
  /** The document format that `?source=html` converts the html of a body to. */
  htmlTarget: 'lexical' | 'mobiledoc';
  /** Whether pages accept `?source=html`. */
  makesPagesFromHtml: boolean;
  /** Whether readers without access get the part of a post before its paywall. */
  showsFreePart: boolean;
  /** The formats of a post for staff when a request names none, in the notation of `formats` in a query. */
  staffFormats: 'mobiledoc' | 'mobiledoc,lexical';
  /** Relations of posts for staff when a request names none, in addition to those of every version. */
  staffRelations: readonly string[];
  /** Reads the mail settings in the query of a request that writes a post. */
  mailingFrom: (query: Readonly<Record<string, unknown>>) => PostInput;
  /** Whether the oEmbed route returns a bookmark for a page without oEmbed data. */
  makesBookmarks: boolean;
  /** Whether the members of an import get a label that names its time. */
  labelsImports: boolean;
  /** Whether the response to a write of a post has only the formats that `formats` names. */
  writesHonourFormats: boolean;
}

/** One API version: it converts requests to the format of canary, and responses from this format. */
export interface ApiContract {
  version: ApiVersion;
  content: ContentContract;
  admin: AdminContract;
  webhook: WebhookContract;
  accept: InputReaders;
  behaviour: Behaviour;
}
