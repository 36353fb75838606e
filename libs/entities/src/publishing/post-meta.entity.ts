import { postMetaDefinition } from '@almanac/resource-fields';
import { Entity, JoinColumn, OneToOne, type Relation } from 'typeorm';
import type { Post } from './post.entity';
import { withColumns } from './with-columns';

/**
 * Metadata of a post for search engines and social networks, and the texts of its feature image. The row exists as soon as one of
 * these fields is set.
 */
@Entity({ name: 'posts_meta', schema: 'publishing' })
export class PostMeta extends withColumns(postMetaDefinition) {
  @OneToOne('Post', 'meta', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id' })
  post?: Relation<Post>;
}
