import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Post } from './post.entity';

/** Search-engine and social-card texts of a post; a row exists once one of them was set. */
@Entity({ name: 'posts_meta', schema: 'publishing' })
export class PostMeta {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'post_id' })
  postId: string;

  @Column('text', { name: 'og_image', nullable: true })
  ogImage: string | null;

  @Column('text', { name: 'og_title', nullable: true })
  ogTitle: string | null;

  @Column('text', { name: 'og_description', nullable: true })
  ogDescription: string | null;

  @Column('text', { name: 'twitter_image', nullable: true })
  twitterImage: string | null;

  @Column('text', { name: 'twitter_title', nullable: true })
  twitterTitle: string | null;

  @Column('text', { name: 'twitter_description', nullable: true })
  twitterDescription: string | null;

  @Column('text', { name: 'meta_title', nullable: true })
  metaTitle: string | null;

  @Column('text', { name: 'meta_description', nullable: true })
  metaDescription: string | null;

  @OneToOne('Post', 'meta', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'post_id' })
  post?: Relation<Post>;
}
