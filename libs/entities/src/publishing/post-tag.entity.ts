import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Post } from './post.entity';
import type { Tag } from './tag.entity';

/** A tag of a post. The tag with the `sortOrder` 0 is the primary tag, if it is public. */
@Entity({ name: 'posts_tags', schema: 'publishing' })
export class PostTag {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'post_id' })
  postId: string;

  @Column('text', { name: 'tag_id' })
  tagId: string;

  @Column('integer', { name: 'sort_order', default: 0 })
  sortOrder: number;

  @ManyToOne('Post', 'postTags', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id' })
  post?: Relation<Post>;

  @ManyToOne('Tag', 'postTags', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'tag_id' })
  tag?: Relation<Tag>;
}
