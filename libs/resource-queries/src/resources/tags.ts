import { hasPublishedPostsSql, ownersOfPublishedPostsSql, type Tag } from '@almanac/entities';
import type { Resource } from '../resource';
import { filterableFields, orderableFields, selectedFields, tagDefinition } from '@almanac/resource-fields';
import { ascending, filterTargets, orderTargets, selectColumns } from './columns';
import { sinceOf } from './in-version';
import { postCount } from './post-counts';

export type TagRow = Pick<Tag, 'id' | 'slug' | 'visibility'> &
  Partial<Tag> & {
    count?: { posts: number };
    /** Whether the tag has a published post or page. Only rows for staff contain it; visitors see only tags with one. */
    hasPublishedPosts?: boolean;
  };

const HAS_PUBLISHED = hasPublishedPostsSql('tag', 't.id');

const countOfPublished = postCount('tag', { arePublished: true });
const countOfAll = postCount('tag', { arePublished: false });

/** The tags with a published post or page, for visitors. */
export const contentTagsResource: Resource<TagRow> = {
  key: 'tags',
  table: 'publishing.tags',
  scope: HAS_PUBLISHED,
  scopeOfLists: `t.id in ${ownersOfPublishedPostsSql('tag')}`,
  columns: () => selectColumns(selectedFields(tagDefinition, 'public')),
  filters: new Map(filterTargets(filterableFields(tagDefinition, 'public'))),
  orders: new Map([...orderTargets(orderableFields(tagDefinition, 'public')), countOfPublished.order]),
  since: sinceOf(tagDefinition),
  defaultOrder: () => [ascending('name', { ignoresCase: true }), ascending('id')],
  relations: new Map([countOfPublished.relation]),
  notFoundMessage: 'Tag not found.',
};

/** All tags, for staff, in the order of their ids. */
export const adminTagsResource: Resource<TagRow> = {
  key: 'tags',
  table: 'publishing.tags',
  scope: 'true',
  columns: () =>
    selectColumns(selectedFields(tagDefinition, 'staff'))
      .set('revision', 't.revision')
      .set('hasPublishedPosts', HAS_PUBLISHED),
  filters: new Map(filterTargets(filterableFields(tagDefinition, 'staff'))),
  orders: new Map([...orderTargets(orderableFields(tagDefinition, 'staff')), countOfAll.order]),
  since: sinceOf(tagDefinition),
  defaultOrder: () => [ascending('id')],
  relations: new Map([countOfAll.relation]),
  notFoundMessage: 'Tag not found.',
};
