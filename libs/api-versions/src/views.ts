import type {
  EmailColumns,
  EmailRecipientColumns,
  labelDefinition,
  memberDefinition,
  memberSubscriptionDefinition,
  newsletterDefinition,
  postDefinition,
  postMetaDefinition,
  roleDefinition,
  RowOf,
  settingDefinition,
  tagDefinition,
  tierDefinition,
  userDefinition,
} from '@almanac/resource-fields';
import type { Json } from './serialization/json';

/*
 * The input of the serializers. Properties that some queries do not load are optional. Rows from the database can be passed unchanged, but
 * this library does not depend on the database.
 */

/** A staff user, or the author of posts. */
export interface UserView extends Partial<RowOf<typeof userDefinition>> {
  id: string;
  roles?: RoleView[];
  permissions?: PermissionView[];
  count?: { posts: number };
  /** False if the user has no published post or page. Such a user has no page on the site. */
  hasPublishedPosts?: boolean;
}

export interface PermissionView {
  id: string;
  name?: string;
  objectType?: string;
  actionType?: string;
  objectId?: string | null;
  createdAt?: Date;
  updatedAt?: Date | null;
}

export interface RoleView extends Partial<RowOf<typeof roleDefinition>> {
  id: string;
  permissions?: PermissionView[];
}

export interface TagView extends Partial<RowOf<typeof tagDefinition>> {
  id: string;
  count?: { posts: number };
  /** False if the tag has no published post or page. Such a tag has no page on the site. */
  hasPublishedPosts?: boolean;
}

export type PostMetaView = Partial<RowOf<typeof postMetaDefinition>>;

/** A post or a page. */
export interface PostView extends Partial<RowOf<typeof postDefinition>> {
  id: string;
  /** The html before the paywall, for queries that do not load `html`; null or absent for a post without a paywall. */
  freeHtml?: string | null;
  /** The mail to members; null for a post that was not mailed. */
  email?: EmailView | null;
  meta?: PostMetaView | null;
  tags?: TagView[];
  authors?: UserView[];
  /** Every tier of the site. */
  tiers?: TierView[];
}

/** The mail of a post. */
export interface EmailView extends Partial<EmailColumns> {
  id: string;
  /**
   * The rendered mail. If free and paying members get different mails, it is that of paying members. Lists do not load it. Its strings are
   * null before it is rendered.
   */
  content?: { html: string | null; plaintext: string | null } | null;
}

/** A member to whom a post is sent. */
export interface EmailRecipientView extends Partial<EmailRecipientColumns> {
  id: string;
  member?: { id: string; email: string; name: string | null } | null;
}

/** The data of the site that serializers need. */
export interface SiteView {
  /** The URL of the site without a trailing slash. */
  url: string;
  /** The IANA time zone of the site; dates of the Content API have its offset. */
  timezone: string;
}

/** A label of members. */
export interface LabelView extends Partial<RowOf<typeof labelDefinition>> {
  id: string;
  count?: { members: number };
}

export interface TierView extends Partial<RowOf<typeof tierDefinition>> {
  id: string;
}

export interface NewsletterView extends Partial<RowOf<typeof newsletterDefinition>> {
  id: string;
}

/** A member of the site. */
export interface MemberView extends Partial<RowOf<typeof memberDefinition>> {
  id: string;
  status?: 'free' | 'paid' | 'comped';
  labels?: LabelView[];
  subscriptions?: SubscriptionView[];
  /** The name of the site's newsletter. */
  newsletterName?: string | null;
}

export interface SubscriptionView extends Partial<RowOf<typeof memberSubscriptionDefinition>> {
  id: string;
}

export interface IntegrationView {
  id: string;
  type?: string;
  name?: string;
  slug?: string;
  iconImage?: string | null;
  description?: string | null;
  createdAt?: Date;
  updatedAt?: Date | null;
  apiKeys?: ApiKeyView[];
  webhooks?: WebhookView[];
}

export interface ApiKeyView {
  id: string;
  type?: string;
  secret?: string;
  roleId?: string | null;
  integrationId?: string | null;
  lastSeenAt?: Date | null;
  lastSeenVersion?: string | null;
  createdAt?: Date;
  updatedAt?: Date | null;
}

export interface WebhookView {
  id: string;
  event?: string;
  targetUrl?: string;
  name?: string | null;
  secret?: string | null;
  apiVersion?: string;
  integrationId?: string | null;
  status?: string;
  lastTriggeredAt?: Date | null;
  lastTriggeredStatus?: string | null;
  lastTriggeredError?: string | null;
  createdAt?: Date;
  updatedAt?: Date | null;
}

export interface WebhookDeliveryView {
  id: string;
  webhookId?: string;
  outboxEventId?: string;
  event?: string;
  status?: string;
  attemptCount?: number;
  isTest?: boolean;
  nextAttemptAt?: Date | null;
  createdAt?: Date;
  completedAt?: Date | null;
  attempts?: WebhookAttemptView[];
}

export interface WebhookAttemptView {
  id: string;
  attempt?: number;
  isReplay?: boolean;
  startedAt?: Date;
  durationMs?: number;
  requestHeaders?: Record<string, string> | null;
  requestBody?: string | null;
  responseStatus?: number | null;
  responseBody?: string | null;
  error?: string | null;
}

export interface InviteView {
  id: string;
  roleId?: string;
  status?: string;
  email?: string;
  expiresAt?: Date;
  createdAt?: Date;
  updatedAt?: Date | null;
}

/** A row of the table `settings`, or a computed setting. */
export type SettingView = Pick<RowOf<typeof settingDefinition>, 'id' | 'key' | 'value' | 'type'> &
  Partial<RowOf<typeof settingDefinition>> & {
    /** The value of a computed setting, which is not stored. */
    computed?: Json;
  };

export interface ActionView {
  id: string;
  resourceId?: string | null;
  resourceType?: string;
  actorId?: string;
  actorType?: string;
  event?: string;
  createdAt?: Date;
  /** The user or integration that performed the action; absent if not requested, null if it was deleted. */
  actor?: { id: string; name?: string; slug?: string; image?: string | null } | null;
  /** The changed resource; absent if not requested, null if it was deleted. */
  resource?: { id: string; name?: string; title?: string; slug?: string; image?: string | null } | null;
}

/** A stored image or another file. */
export interface UploadView {
  url: string;
  /** The string that the client sent in the field `ref` of the upload. */
  ref: string | null;
}

/** A stored video or audio file. */
export interface MediaView extends UploadView {
  thumbnailUrl: string | null;
}

/** The public data of a site. */
export interface SiteIdentityView {
  /** The settings that describe the site, by key. */
  settings: ReadonlyMap<string, string | null>;
  /** The URL of the site without a trailing slash. */
  url: string;
}

/** The configuration of the installation for admin clients. */
export interface ConfigView {
  environment: string;
  database: string;
  mail: string;
  useGravatar: boolean;
  labs: Record<string, boolean>;
}
