import { hasPublishedPostsSql, ownersOfPublishedPostsSql, type Tag } from '@almanac/entities';
import type { OrderTarget, Relation, Resource } from '../resource';
import { filterableFields, orderableFields, selectedFields, tagDefinition } from '@almanac/resource-fields';
import { ascending, filterTargets, orderTargets, selectColumns } from './columns';
import { sinceOf } from './in-version';
import { postCountSql } from './post-counts';

export type TagRow = Pick<Tag, 'id' | 'slug' | 'visibility'> &
  Partial<Tag> & {
    count?: { posts: number };
    /** Whether the tag has a page on the site. Only staff get it: readers see only tags with a page. */
    hasPublishedPosts?: boolean;
  };

const HAS_PUBLISHED = hasPublishedPostsSql('tag', 't.id');

/** The relation and the order `count.posts`. @param sql the expression for the number of posts */
function countOf(sql: string): { relations: Map<string, Relation>; order: [string, OrderTarget] } {
  const relation: Relation = { property: 'count', sql: `json_build_object('posts', ${sql})` };
  return { relations: new Map([['count.posts', relation]]), order: ['count.posts', { sql }] };
}

const published = countOf(postCountSql('tag', 't.id', { arePublished: true }));
const all = countOf(postCountSql('tag', 't.id', { arePublished: false }));

/** The tags with a published post, for readers. */
export const contentTagsResource: Resource<TagRow> = {
  key: 'tags',
  table: 'publishing.tags',
  scope: HAS_PUBLISHED,
  listScope: `t.id in ${ownersOfPublishedPostsSql('tag')}`,
  columns: () => selectColumns(selectedFields(tagDefinition, 'public')),
  filters: new Map(filterTargets(filterableFields(tagDefinition, 'public'))),
  orders: new Map([...orderTargets(orderableFields(tagDefinition, 'public')), published.order]),
  since: sinceOf(tagDefinition),
  defaultOrder: () => [ascending('name', { ignoresCase: true }), ascending('id')],
  relations: published.relations,
  notFoundMessage: 'Tag not found.',
};

/** All tags, for staff, in the order of creation. */
export const adminTagsResource: Resource<TagRow> = {
  key: 'tags',
  table: 'publishing.tags',
  scope: 'true',
  columns: () =>
    selectColumns(selectedFields(tagDefinition, 'staff'))
      .set('revision', 't.revision')
      .set('hasPublishedPosts', HAS_PUBLISHED),
  filters: new Map(filterTargets(filterableFields(tagDefinition, 'staff'))),
  orders: new Map([...orderTargets(orderableFields(tagDefinition, 'staff')), all.order]),
  since: sinceOf(tagDefinition),
  defaultOrder: () => [ascending('id')],
  relations: all.relations,
  notFoundMessage: 'Tag not found.',
};
