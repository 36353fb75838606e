export const postStatuses = ['published', 'draft', 'scheduled'] as const;
export type PostStatus = (typeof postStatuses)[number];

export const postVisibilities = ['public', 'members', 'paid'] as const;
export type PostVisibility = (typeof postVisibilities)[number];

/** A tag as a post names it: one of id, slug or name is enough; the rest is used when the tag is new. */
export interface TagReference {
  id?: string;
  slug?: string;
  name?: string;
  description?: string | null;
  featureImage?: string | null;
  visibility?: string;
  metaTitle?: string | null;
  metaDescription?: string | null;
}

/** An author as a post names it: one of id, slug or e-mail. */
export interface AuthorReference {
  id?: string;
  slug?: string;
  email?: string;
}

/** The eight fields of `posts_meta`. */
export interface PostMetaInput {
  metaTitle?: string | null;
  metaDescription?: string | null;
  ogImage?: string | null;
  ogTitle?: string | null;
  ogDescription?: string | null;
  twitterImage?: string | null;
  twitterTitle?: string | null;
  twitterDescription?: string | null;
}

/**
 * What a post or page may be given, in the form of the newest API version and already validated against the contract of
 * the version it came in. An absent property means "not sent". URLs may still be absolute; dates are instants cut to seconds.
 */
export interface PostInput extends PostMetaInput {
  title?: string;
  slug?: string | null;
  mobiledoc?: string | null;
  html?: string | null;
  featureImage?: string | null;
  featured?: boolean;
  status?: PostStatus;
  locale?: string | null;
  visibility?: PostVisibility;
  customExcerpt?: string | null;
  codeinjectionHead?: string | null;
  codeinjectionFoot?: string | null;
  customTemplate?: string | null;
  canonicalUrl?: string | null;
  publishedAt?: Date | null;
  /** When the post takes itself offline again; must lie after `publishedAt`. */
  unpublishAt?: Date | null;
  /** The `updated_at` the caller read: what the collision check compares. */
  updatedAt?: Date;
  emailSubject?: string | null;
  sendEmailWhenPublished?: boolean;
  tags?: TagReference[];
  authors?: AuthorReference[];
}
