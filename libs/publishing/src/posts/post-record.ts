import type { Role } from '@almanac/entities';
import type { PostColumns, postMetaDefinition, RowOf, userDefinition } from '@almanac/resource-fields';
import type { TagRecord } from '../tags/stored-tag';

/** The meta fields of a post, by property. */
export type MetaRecord = Omit<RowOf<typeof postMetaDefinition>, 'id' | 'postId'>;

/** An author with their roles, without the password hash. If `hasPublishedPosts`, the site has a page for the author. */
export type AuthorRecord = Omit<RowOf<typeof userDefinition>, 'password'> & {
  roles: Role[];
  hasPublishedPosts: boolean;
};

/** A post or page with its relations: the result of operations, and the snapshot in outbox events. */
export interface PostRecord extends PostColumns {
  meta: MetaRecord | null;
  tags: TagRecord[];
  authors: AuthorRecord[];
}
