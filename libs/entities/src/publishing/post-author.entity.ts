import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Post } from './post.entity';
import type { User } from './user.entity';

/** An author of a post. The author with the `sortOrder` 0 is the primary author. */
@Entity({ name: 'posts_authors', schema: 'publishing' })
export class PostAuthor {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'post_id' })
  postId: string;

  @Column('text', { name: 'author_id' })
  authorId: string;

  @Column('integer', { name: 'sort_order', default: 0 })
  sortOrder: number;

  @ManyToOne('Post', 'postAuthors', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id' })
  post?: Relation<Post>;

  @ManyToOne('User', 'postAuthors')
  @JoinColumn({ name: 'author_id' })
  author?: Relation<User>;
}
