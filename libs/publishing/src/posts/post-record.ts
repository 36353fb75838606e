import type { Post, PostMeta, Role, Tag, User } from '@almanac/entities';

export type MetaRecord = Omit<PostMeta, 'id' | 'postId' | 'post'>;

/** `hasPublishedPosts` tells whether the tag or author has a page of their own on the site. */
export type TagRecord = Omit<Tag, 'postTags'> & { hasPublishedPosts: boolean };
export type AuthorRecord = Omit<User, 'password' | 'roles' | 'postAuthors'> & {
  roles: Role[];
  hasPublishedPosts: boolean;
};

/** The columns of a post that can change, by property. */
export type PostColumns = Omit<Post, 'meta' | 'postTags' | 'postAuthors'>;

/** A post or page with everything that belongs to it: the result of operations and the payload of events. */
export interface PostRecord extends PostColumns {
  meta: MetaRecord | null;
  tags: TagRecord[];
  authors: AuthorRecord[];
}
