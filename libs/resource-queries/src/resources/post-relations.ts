import { hasPublishedPostsSql } from '@almanac/entities';
import {
  type FieldReader,
  postMetaDefinition,
  readableFields,
  roleDefinition,
  selectedFields,
  tagDefinition,
  tagInstants,
  userDefinition,
  userInstants,
} from '@almanac/resource-fields';
import type { FilterTarget, ListingOwner, Relation } from '../resource';
import { type Column, relationTargets, jsonObject } from './columns';

const TAGS_OF_POSTS = 'publishing.posts_tags link join publishing.tags tag on tag.id = link.tag_id';
const AUTHORS_OF_POSTS = 'publishing.posts_authors link join publishing.users author on author.id = link.author_id';

/**
 * The name and the SQL expression of `hasPublishedPosts`, as a pair for `jsonObject`. Sites show no page of a tag or author without a
 * published post or page. The queries below name the tables of tags and authors `tag` and `author`.
 */
function hasPublishedPostsPair(owner: ListingOwner['type']): string {
  return `'hasPublishedPosts', ${hasPublishedPostsSql(owner, `${owner}.id`)}`;
}

/** The tags of a post in their order. For staff, they also contain dates and `hasPublishedPosts`. */
export function tagsRelation(reader: FieldReader): Relation {
  const isForStaff = reader === 'staff';
  const columns = selectedFields(tagDefinition, reader);
  const tag = jsonObject('tag', columns, isForStaff ? [hasPublishedPostsPair('tag')] : []);
  const list = `json_agg(${tag} order by link.sort_order, link.id)`;
  return {
    property: 'tags',
    sql: `(select coalesce(${list}, '[]') from ${TAGS_OF_POSTS} where link.post_id = t.id)`,
    ...(isForStaff && { instants: tagInstants }),
  };
}

const ROLES_OF_AUTHOR = `(select coalesce(json_agg(${jsonObject('role', roleDefinition.list)} order by role.id), '[]')
  from publishing.roles_users held join publishing.roles role on role.id = held.role_id where held.user_id = author.id)`;

/** The authors of a post in their order. For staff, they also contain dates, roles and `hasPublishedPosts`. */
export function authorsRelation(reader: FieldReader): Relation {
  const isForStaff = reader === 'staff';
  const columns = selectedFields(userDefinition, reader);
  const more = [`'roles', ${ROLES_OF_AUTHOR}`, hasPublishedPostsPair('author')];
  const author = jsonObject('author', columns, isForStaff ? more : []);
  const list = `json_agg(${author} order by link.sort_order, link.id)`;
  return {
    property: 'authors',
    sql: `(select coalesce(${list}, '[]') from ${AUTHORS_OF_POSTS} where link.post_id = t.id)`,
    ...(isForStaff && { instants: userInstants }),
  };
}

/** The row of `posts_meta`; the API returns its columns as fields of the post. */
export const metaRelation: Relation = {
  property: 'meta',
  sql: `(select ${jsonObject('meta', readableFields(postMetaDefinition, 'public'))} from publishing.posts_meta meta where meta.post_id = t.id)`,
};

const listedTag: ListingOwner = {
  type: 'tag',
  id: (slug) => `(select id from publishing.tags where slug = ${slug})`,
  isPrimary: false,
};
const listedAuthor: ListingOwner = {
  type: 'author',
  id: (slug) => `(select id from publishing.users where slug = ${slug})`,
  isPrimary: false,
};
/** Only a public tag can be the primary tag. */
const listedPrimaryTag: ListingOwner = {
  type: 'tag',
  id: (slug) => `(select id from publishing.tags where slug = ${slug} and visibility = 'public')`,
  isPrimary: true,
};

/**
 * Filters by tags and authors. The keys `tag`, `tags`, `author`, `authors`, `primary_tag` and `primary_author` compare the slug. The keys
 * `tags.<column>` and `authors.<column>` compare the given columns.
 */
export function relationFilters(
  tagColumns: readonly Column[],
  authorColumns: readonly Column[],
): [string, FilterTarget][] {
  const foreignKey = 'link.post_id';
  const tag = { kind: 'relation', from: TAGS_OF_POSTS, foreignKey, sql: 'tag.slug', type: 'text' } as const;
  const author = { kind: 'relation', from: AUTHORS_OF_POSTS, foreignKey, sql: 'author.slug', type: 'text' } as const;
  const primaryTag = { ...tag, from: `${TAGS_OF_POSTS} and link.sort_order = 0 and tag.visibility = 'public'` };
  const primaryAuthor = { ...author, from: `${AUTHORS_OF_POSTS} and link.sort_order = 0` };
  const bySlug: [string, FilterTarget][] = [
    ...['tag', 'tags', 'tags.slug'].map((key): [string, FilterTarget] => [key, { ...tag, listingOwner: listedTag }]),
    ...['author', 'authors', 'authors.slug'].map((key): [string, FilterTarget] => [
      key,
      { ...author, listingOwner: listedAuthor },
    ]),
  ];
  return [
    ...relationTargets('tags', tag, 'tag', tagColumns),
    ...relationTargets('authors', author, 'author', authorColumns),
    ...bySlug,
    ['primary_tag', { ...primaryTag, listingOwner: listedPrimaryTag }],
    ['primary_author', { ...primaryAuthor, listingOwner: { ...listedAuthor, isPrimary: true } }],
  ];
}
