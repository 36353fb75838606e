import { Column, Entity, OneToMany, OneToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { PostAuthor } from './post-author.entity';
import type { PostMeta } from './post-meta.entity';
import type { PostTag } from './post-tag.entity';

/** What is written and published; `page` differs from `post` only by its type. */
export type PostType = 'post' | 'page';
export type PostStatus = 'draft' | 'scheduled' | 'published';
export type PostVisibility = 'public' | 'members' | 'paid';

/** A post or page. URLs inside its fields are stored relative to the site. */
@Entity({ name: 'posts', schema: 'publishing' })
export class Post {
  @PrimaryColumn('text')
  id: string;

  @Column('uuid')
  uuid: string;

  @Column('text')
  title: string;

  @Column('text')
  slug: string;

  @Column('text', { nullable: true })
  mobiledoc: string | null;

  @Column('text', { nullable: true })
  html: string | null;

  @Column('text', { nullable: true })
  plaintext: string | null;

  @Column('text', { name: 'comment_id', nullable: true })
  commentId: string | null;

  @Column('text', { name: 'feature_image', nullable: true })
  featureImage: string | null;

  @Column('boolean', { default: false })
  featured: boolean;

  @Column('text', { default: 'post' })
  type: PostType;

  @Column('text', { default: 'draft' })
  status: PostStatus;

  @Column('text', { nullable: true })
  locale: string | null;

  @Column('text', { default: 'public' })
  visibility: PostVisibility;

  @Column('text', { name: 'email_subject', nullable: true })
  emailSubject: string | null;

  @Column('boolean', { name: 'send_email_when_published', default: false })
  sendEmailWhenPublished: boolean;

  @Column('text', { name: 'custom_excerpt', nullable: true })
  customExcerpt: string | null;

  @Column('text', { name: 'codeinjection_head', nullable: true })
  codeinjectionHead: string | null;

  @Column('text', { name: 'codeinjection_foot', nullable: true })
  codeinjectionFoot: string | null;

  @Column('text', { name: 'custom_template', nullable: true })
  customTemplate: string | null;

  @Column('text', { name: 'canonical_url', nullable: true })
  canonicalUrl: string | null;

  /** Raised by one with every change; outbox events carry it, so the same change is never announced twice. */
  @Column('integer', { default: 1 })
  revision: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('text', { name: 'created_by' })
  createdBy: string;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;

  @Column('text', { name: 'updated_by', nullable: true })
  updatedBy: string | null;

  @Column('timestamptz', { name: 'published_at', nullable: true })
  publishedAt: Date | null;

  @Column('text', { name: 'published_by', nullable: true })
  publishedBy: string | null;

  @Column('timestamptz', { name: 'unpublish_at', nullable: true })
  unpublishAt: Date | null;

  @OneToOne('PostMeta', 'post')
  meta?: Relation<PostMeta> | null;

  @OneToMany('PostTag', 'post')
  postTags?: Relation<PostTag>[];

  @OneToMany('PostAuthor', 'post')
  postAuthors?: Relation<PostAuthor>[];
}
