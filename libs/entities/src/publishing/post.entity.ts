import { postDefinition } from '@almanac/resource-fields';
import { Entity, OneToMany, OneToOne, type Relation } from 'typeorm';
import type { PostAuthor } from './post-author.entity';
import type { PostMeta } from './post-meta.entity';
import type { PostTag } from './post-tag.entity';
import { withColumns } from './with-columns';

/** A post or page. URLs of the site in its fields are stored relative to the root of the site, e.g. `/about/`. */
@Entity({ name: 'posts', schema: 'publishing' })
export class Post extends withColumns(postDefinition) {
  @OneToOne('PostMeta', 'post')
  meta?: Relation<PostMeta> | null;

  @OneToMany('PostTag', 'post')
  postTags?: Relation<PostTag>[];

  @OneToMany('PostAuthor', 'post')
  postAuthors?: Relation<PostAuthor>[];
}
