import { Column, Entity, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import type { PostTag } from './post-tag.entity';

/** `internal` tags are named `#something` and have no page of their own. */
export type TagVisibility = 'public' | 'internal';

@Entity({ name: 'tags', schema: 'publishing' })
export class Tag {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text')
  slug: string;

  @Column('text', { nullable: true })
  description: string | null;

  @Column('text', { name: 'feature_image', nullable: true })
  featureImage: string | null;

  @Column('text', { name: 'parent_id', nullable: true })
  parentId: string | null;

  @Column('text', { default: 'public' })
  visibility: TagVisibility;

  @Column('text', { name: 'meta_title', nullable: true })
  metaTitle: string | null;

  @Column('text', { name: 'meta_description', nullable: true })
  metaDescription: string | null;

  @Column('integer', { default: 1 })
  revision: number;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;

  @OneToMany('PostTag', 'tag')
  postTags?: Relation<PostTag>[];
}
