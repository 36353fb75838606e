import type { InputOf, postDefinition, postMetaDefinition, tagDefinition } from '@almanac/resource-fields';

/** A tag in the body of a post: its id, slug or name. The other fields are used if the tag is new. */
export interface TagReference extends InputOf<typeof tagDefinition> {
  id?: string;
}

/** An author in the body of a post: an id, slug or e-mail address. */
export interface AuthorReference {
  id?: string;
  slug?: string;
  email?: string;
}

/** The fields of `posts_meta`. */
export type PostMetaInput = InputOf<typeof postMetaDefinition>;

/**
 * The fields of a post or page in the form of the newest API version. If they come from a request, the contract of the requested version
 * has validated them, and instants have whole seconds. A property is absent if it has no new value. URLs of the site may be absolute;
 * the service converts them.
 */
export interface PostInput extends InputOf<typeof postDefinition>, PostMetaInput {
  /** The `updated_at` that the client read. The collision check compares it with the stored value. */
  updatedAt?: Date;
  tags?: TagReference[];
  authors?: AuthorReference[];
}
