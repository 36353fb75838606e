import type { Role } from '@almanac/entities';
import type {
  postDefinition,
  postMetaDefinition,
  RowOf,
  tagDefinition,
  userDefinition,
} from '@almanac/resource-fields';

export type MetaRecord = Omit<RowOf<typeof postMetaDefinition>, 'id' | 'postId'>;

/** `hasPublishedPosts` is true where the tag or author has a page on the site. */
export type TagRecord = RowOf<typeof tagDefinition> & { hasPublishedPosts: boolean };
export type AuthorRecord = Omit<RowOf<typeof userDefinition>, 'password'> & {
  roles: Role[];
  hasPublishedPosts: boolean;
};

/** The columns of a post, by property. */
export type PostColumns = RowOf<typeof postDefinition>;

/** A post or page with its relations: the result of operations and the payload of events. */
export interface PostRecord extends PostColumns {
  meta: MetaRecord | null;
  tags: TagRecord[];
  authors: AuthorRecord[];
}
