import type { AlmanacError } from '@almanac/errors';
import type { Audience } from '@almanac/rendering';
import type { PostInput } from '@almanac/validation';
import type { InputReaders } from './input-readers';
import type { Json, JsonObject } from './serialization/json';
import type { JsonSchema } from './serialization/json-schema';
import type { ApiVersion } from './versions';
import type {
  ActionView,
  ApiKeyView,
  ConfigView,
  EmailRecipientView,
  EmailView,
  UploadView,
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

/** The fields, relations and formats of a resource that a response contains, as the request selects them. */
export interface ResponseSelection {
  /** The names in the query parameter `fields`; absent means all fields. */
  fields?: readonly string[];
  /** The requested relations; absent means every relation that is loaded. */
  include?: readonly string[];
  /** The formats of a post's content, e.g. `html`; absent means the default of the API. */
  formats?: readonly string[];
  /** The field by which the path of a request names one resource, e.g. `slug`. The response always has it, as the first key. */
  leading?: string;
}

/** The data that serializers need besides the resource itself. */
export interface RenderContext {
  /** The contract of the requested version. Its serializers convert nested resources. */
  contract: ApiContract;
  site: SiteView;
  /** Whether the request has `absolute_urls=true`; absent in the Admin API. It has an effect in v2 only. */
  absoluteUrls?: boolean;
  /** Whether the reader may not read the whole content of a post; absent where all readers may read all posts, e.g. in the Admin API. */
  isGated?: (post: PostView) => boolean;
  /** Returns the URL that unsubscribes a member from the newsletter; absent if the response does not contain it. */
  unsubscribeUrl?: (memberId: string) => string;
  /** The readers of the html. Blocks for other readers are removed. If absent, all blocks stay, with the comments that mark them. */
  audience?: Audience;
}

/** One key in the JSON of a resource. */
export interface Field<Entity> {
  readonly name: string;
  readonly schema: JsonSchema;
  /** Returns the value. If it is undefined, e.g. for a relation that was not loaded, the response does not contain the key. */
  readonly read: (entity: Entity, context: RenderContext, selection: ResponseSelection) => Json | undefined;
  /** Whether the response to a request with this selection contains the key. */
  readonly isShown: (selection: ResponseSelection) => boolean;
  /**
   * Whether it is a column of the table of the resource; false for columns of `posts_meta`, for relations and for computed fields. In the
   * response to a request with `fields`, own columns are in the order of `fields`, before the others in the order of the serializer.
   */
  readonly isOwnColumn: boolean;
  /** Whether a response may lack the key although `isShown` is true, because `read` can return undefined. */
  readonly isOptional?: boolean;
  /** The oldest version that has the key. Serializers of older versions leave the key out. */
  readonly since?: ApiVersion;
}

/** Builds the JSON of one resource. The serializers of other versions, and the schemas, are derived from `fields`. */
export interface Serializer<Entity> {
  (entity: Entity, context: RenderContext, selection?: ResponseSelection): JsonObject;
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
  action: 'browse' | 'read' | 'add' | 'edit' | 'destroy' | 'upload';
}

/** The data of an error response besides the error itself. */
export interface ErrorOccurrence {
  /** Unique for each error. The log line of the error has the same id. */
  id: string;
  /** Absent if the error message names no operation, e.g. because the authentication failed or the route is unknown. */
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
  /** The settings that Almanac computes instead of storing them. A list of all settings contains them after the stored ones. */
  computedSettings: (settings: SettingsView, site: SiteView) => SettingView[];
  /** Whether the key is that of a computed setting. */
  isComputedSetting: (key: string) => boolean;
  action: Serializer<ActionView>;
  site: WithSchema<(site: SiteIdentityView) => JsonObject>;
  config: WithSchema<(view: ConfigView) => JsonObject>;
  upload: (view: UploadView, siteUrl: string) => JsonObject;
  media: (view: MediaView, siteUrl: string) => JsonObject;
  error: WithSchema<(failure: AlmanacError, occurrence: ErrorOccurrence) => JsonObject>;
}

/** The resources that webhook events can be about. */
export type WebhookResource = 'site' | 'post' | 'page' | 'tag' | 'member' | 'label';

/** The payloads of webhooks. */
export interface WebhookContract {
  /**
   * The payload of an event about a resource.
   * @param snapshots the resource, and the previous values of its changed properties. Instants are Dates or ISO strings
   */
  payload: (resource: WebhookResource, snapshots: Snapshots, site: SiteView) => JsonObject;
}

/**
 * A resource after a change, and the previous values of its changed properties, as outbox events contain them. For a deleted resource,
 * `previous` has all properties, and `current` is null, `{}` or absent. For a new resource, `previous` is null, `{}` or absent.
 */
export interface Snapshots {
  current?: object | null;
  previous?: object | null;
}

/** The differences between versions other than the keys of resources. */
export interface Behaviour {
  /** Whether an export has the table `posts_meta`; if not, its columns are in `posts`. */
  hasPostsMetaTable: boolean;
  /** Whether only URLs of uploaded files become absolute in html and mobiledoc, unless the request has `absolute_urls=true`. */
  makesOnlyFileUrlsAbsolute: boolean;
  /** Whether the version has a field whose oldest version is `since`. */
  hasField: (field: { readonly since: ApiVersion }) => boolean;
  /** Settings that this version does not list, read or edit. */
  unknownSettings: ReadonlySet<string>;
  /** Settings of earlier versions. A request for one gets 404 with a general message, not with the message for an unknown key. */
  retiredSettings: ReadonlySet<string>;
  /** The document format that `?source=html` converts the html of a body to. */
  formatForHtml: 'lexical' | 'mobiledoc';
  /** Whether pages accept `?source=html`. */
  acceptsHtmlForPages: boolean;
  /** Whether readers without access get the part of a post before its paywall. */
  showsPartBeforePaywall: boolean;
  /** The formats of a post in the Admin API if the request has no `formats`, in the notation of this query parameter. */
  staffFormats: 'mobiledoc' | 'mobiledoc,lexical';
  /** The relations of a post in the Admin API if the request has no `include`, in addition to those that every version has. */
  staffRelations: readonly string[];
  /** Reads the mail settings in the query string of a request that writes a post. */
  mailSettingsInQuery: (query: Readonly<Record<string, unknown>>) => PostInput;
  /** Whether the oEmbed route returns a bookmark for a page without oEmbed data. */
  oembedReturnsBookmarks: boolean;
  /** Whether the icon of the site may have every image format and shape. If not, it has to be a small square .ico or .png file. */
  acceptsEveryIconFormat: boolean;
  /** Whether new members of an import get a label with the time of the import. */
  addsImportLabel: boolean;
  /** Whether `formats` selects the formats in the response to a request that writes a post. If not, `staffFormats` does. */
  writesHonourFormats: boolean;
}

/** One API version. It converts request bodies to the format of canary, and results from the format of canary to responses. */
export interface ApiContract {
  version: ApiVersion;
  content: ContentContract;
  admin: AdminContract;
  webhook: WebhookContract;
  inputReaders: InputReaders;
  behaviour: Behaviour;
}
