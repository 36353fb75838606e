import { hasPublishedPostsSql, type Tag } from '@almanac/entities';
import type { OrderTarget, Relation, Resource } from '../resource';
import { ascending, filterable, orderable, selected } from './columns';
import { countPosts } from './kept-posts';
import { publicTagColumns, tagColumns } from './tag-columns';

export type TagRow = Pick<Tag, 'id' | 'slug' | 'visibility'> &
  Partial<Tag> & {
    count?: { posts: number };
    /** Whether the tag has a page on the site; for staff only, readers see no other tags. */
    hasPublishedPosts?: boolean;
  };

const HAS_PUBLISHED = hasPublishedPostsSql('tag', 't.id');

function countOf(sql: string): { relations: Map<string, Relation>; order: [string, OrderTarget] } {
  const relation: Relation = { property: 'count', sql: `json_build_object('posts', ${sql})`, hasInstants: false };
  return { relations: new Map([['count.posts', relation]]), order: ['count.posts', { sql }] };
}

const published = countOf(countPosts('tag', 't.id', { arePublished: true }));
const all = countOf(countPosts('tag', 't.id', { arePublished: false }));

/** Tags with something published under them. */
export const contentTagsResource: Resource<TagRow> = {
  key: 'tags',
  table: 'publishing.tags',
  scope: HAS_PUBLISHED,
  isScopeDear: true,
  columns: () => selected(publicTagColumns),
  filters: new Map(filterable(publicTagColumns)),
  orders: new Map([...orderable(publicTagColumns), published.order]),
  defaultOrder: () => [ascending('name'), ascending('id')],
  relations: published.relations,
  notFoundMessage: 'Tag not found.',
};

/** Every tag, in the order they were made. */
export const adminTagsResource: Resource<TagRow> = {
  key: 'tags',
  table: 'publishing.tags',
  scope: 'true',
  columns: () => selected([...tagColumns, 'revision']).set('hasPublishedPosts', HAS_PUBLISHED),
  filters: new Map(filterable(tagColumns)),
  orders: new Map([...orderable(tagColumns), all.order]),
  defaultOrder: () => [ascending('id')],
  relations: all.relations,
  notFoundMessage: 'Tag not found.',
};
