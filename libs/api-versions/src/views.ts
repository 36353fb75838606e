/**
 * What the serializers read: the shapes of the entities, with everything optional that a narrow query may leave out.
 * The entity classes fit them structurally, so nothing here depends on the database.
 */

/** One of our users, as staff or as the author of posts. */
export interface UserView {
  id: string;
  name?: string;
  slug?: string;
  email?: string;
  profileImage?: string | null;
  coverImage?: string | null;
  bio?: string | null;
  website?: string | null;
  location?: string | null;
  facebook?: string | null;
  twitter?: string | null;
  accessibility?: string | null;
  status?: string;
  locale?: string | null;
  visibility?: string;
  metaTitle?: string | null;
  metaDescription?: string | null;
  tour?: string | null;
  lastSeenAt?: Date | null;
  createdAt?: Date;
  updatedAt?: Date | null;
  createdBy?: string | null;
  updatedBy?: string | null;
  roles?: RoleView[];
  permissions?: PermissionView[];
  count?: { posts: number };
  /** False when nothing public is written by them: they then have no page of their own. */
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

export interface RoleView {
  id: string;
  name?: string;
  description?: string | null;
  createdAt?: Date;
  updatedAt?: Date | null;
  permissions?: PermissionView[];
}

export interface TagView {
  id: string;
  name?: string;
  slug?: string;
  description?: string | null;
  featureImage?: string | null;
  visibility?: string;
  metaTitle?: string | null;
  metaDescription?: string | null;
  createdAt?: Date;
  updatedAt?: Date | null;
  count?: { posts: number };
  /** False when no published post carries it: it then has no page of its own. */
  hasPublishedPosts?: boolean;
}

export interface PostMetaView {
  metaTitle?: string | null;
  metaDescription?: string | null;
  ogImage?: string | null;
  ogTitle?: string | null;
  ogDescription?: string | null;
  twitterImage?: string | null;
  twitterTitle?: string | null;
  twitterDescription?: string | null;
}

/** A post or a page. */
export interface PostView {
  id: string;
  uuid?: string;
  title?: string;
  slug?: string;
  mobiledoc?: string | null;
  html?: string | null;
  plaintext?: string | null;
  commentId?: string | null;
  featureImage?: string | null;
  featured?: boolean;
  type?: string;
  status?: string;
  visibility?: string;
  createdAt?: Date;
  updatedAt?: Date | null;
  publishedAt?: Date | null;
  unpublishAt?: Date | null;
  customExcerpt?: string | null;
  codeinjectionHead?: string | null;
  codeinjectionFoot?: string | null;
  customTemplate?: string | null;
  canonicalUrl?: string | null;
  emailSubject?: string | null;
  sendEmailWhenPublished?: boolean;
  /** What became of the mail to members; nothing is kept of it beside the outbox. */
  email?: null;
  meta?: PostMetaView | null;
  tags?: TagView[];
  authors?: UserView[];
}

/** What surrounds every answer. */
export interface SiteView {
  /** The site's URL without a trailing slash. */
  url: string;
  /** The site's IANA time zone; the Content API gives dates with its offset. */
  timezone: string;
}

/** A reader who signed up. */
export interface MemberView {
  id: string;
  email?: string;
  name?: string | null;
  note?: string | null;
  createdAt?: Date;
  updatedAt?: Date | null;
  subscriptions?: SubscriptionView[];
}

export interface SubscriptionView {
  id: string;
  provider?: string;
  providerSubscriptionId?: string | null;
  providerCustomerId?: string | null;
  status?: string;
  planId?: string | null;
  planNickname?: string;
  planAmount?: number;
  planCurrency?: string | null;
  planInterval?: string | null;
  startedAt?: Date;
  currentPeriodEndAt?: Date | null;
  cancelAtPeriodEnd?: boolean;
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

/** A row of the settings table. */
export interface SettingView {
  id: string;
  key: string;
  value: string | null;
  type: string;
  createdAt?: Date;
  updatedAt?: Date | null;
}

export interface ActionView {
  id: string;
  resourceId?: string | null;
  resourceType?: string;
  actorId?: string;
  actorType?: string;
  event?: string;
  createdAt?: Date;
  /** The user or integration that acted, when asked for and still there. */
  actor?: { id: string; name?: string; slug?: string; image?: string | null } | null;
  /** What was acted on, when asked for and still there. */
  resource?: { id: string; name?: string; title?: string; slug?: string; image?: string | null } | null;
}

/** A stored image. */
export interface ImageView {
  url: string;
  /** Whatever the uploader wanted to find again beside the URL. */
  ref: string | null;
}

/** The few events about a site that need no authentication. */
export interface SiteFactsView {
  title: string;
  url: string;
}

/** How this installation is set up, as far as an admin client needs to know. */
export interface ConfigView {
  environment: string;
  database: string;
  mail: string;
  useGravatar: boolean;
  labs: Record<string, boolean>;
}
