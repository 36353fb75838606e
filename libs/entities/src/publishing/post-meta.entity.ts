import { postMetaDefinition } from '@almanac/resource-fields';
import { Entity, JoinColumn, OneToOne, type Relation } from 'typeorm';
import type { Post } from './post.entity';
import { withColumns } from './with-columns';

/** Search-engine and social-card texts of a post; the row exists as soon as one of them is set. */
@Entity({ name: 'posts_meta', schema: 'publishing' })
export class PostMeta extends withColumns(postMetaDefinition) {
  @OneToOne('Post', 'meta', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id' })
  post?: Relation<Post>;
}
