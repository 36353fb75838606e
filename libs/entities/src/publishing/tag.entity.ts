import { tagDefinition } from '@almanac/resource-fields';
import { Entity, OneToMany, type Relation } from 'typeorm';
import type { PostTag } from './post-tag.entity';
import { withColumns } from './with-columns';

/** A tag of posts and pages. */
@Entity({ name: 'tags', schema: 'publishing' })
export class Tag extends withColumns(tagDefinition) {
  @OneToMany('PostTag', 'tag')
  postTags?: Relation<PostTag>[];
}
