import { hasPublishedPostsSql } from '@almanac/entities';
import {
  postDefinition,
  postMetaDefinition,
  readableFields,
  roleDefinition,
  tagDefinition,
  userDefinition,
} from '@almanac/resource-fields';
import { jsonObject, type JsonType } from '@almanac/resource-queries';

/** The parts of the SQL that differ between a statement for one post and a statement for many posts. */
interface RelatedRecords {
  /** The table or `with` item of the tags, which the SQL joins as `t`. */
  tags: string;
  /** The JSON expression of the tag `t`. */
  tag: string;
  /** The table or `with` item of the authors, which the SQL joins as `u`. */
  authors: string;
  /** The JSON expression of the user `u`. */
  author: string;
}

/** The JSON expression of the tag `t`. */
function tagSql(type: JsonType): string {
  return jsonObject('t', tagDefinition.list, [`'hasPublishedPosts', ${hasPublishedPostsSql('tag', 't.id')}`], type);
}

/** The JSON expression of the user `u`, without secrets. */
function authorSql(type: JsonType): string {
  const roles = `coalesce((select ${type}_agg(${jsonObject('r', roleDefinition.list, [], type)} order by r.name)
    from publishing.roles_users ru join publishing.roles r on r.id = ru.role_id where ru.user_id = u.id), '[]')`;
  const columns = userDefinition.list.filter(({ isSecret }) => !isSecret);
  const hasPublishedPosts = hasPublishedPostsSql('author', 'u.id');
  return jsonObject('u', columns, [`'hasPublishedPosts', ${hasPublishedPosts}`, `'roles', ${roles}`], type);
}

/**
 * A PostRecord as one JSON expression over `publishing.posts p`, with subqueries for the relations. Joins would multiply tags by
 * authors, and a statement for each relation would cost round trips.
 */
function postSql(type: JsonType, { tags, tag, authors, author }: RelatedRecords): string {
  // All fields except the keys of the row, which no client may read.
  const meta = jsonObject('m', readableFields(postMetaDefinition, 'public'), [], type);
  const relations = [
    `'meta', (select ${meta} from publishing.posts_meta m where m.post_id = p.id)`,
    `'tags', coalesce((select ${type}_agg(${tag} order by pt.sort_order, pt.id)
      from publishing.posts_tags pt join ${tags} t on t.id = pt.tag_id where pt.post_id = p.id), '[]')`,
    `'authors', coalesce((select ${type}_agg(${author} order by pa.sort_order, pa.id)
      from publishing.posts_authors pa join ${authors} u on u.id = pa.author_id where pa.post_id = p.id), '[]')`,
  ];
  return jsonObject('p', postDefinition.list, relations, type);
}

/** The PostRecord of one post `publishing.posts p`, as `json`. */
export const POST_RECORD_SQL = postSql('json', {
  tags: 'publishing.tags',
  tag: tagSql('json'),
  authors: 'publishing.users',
  author: authorSql('json'),
});

/**
 * The PostRecords of many posts, as `jsonb`. The JSON of each tag and author is built once, however many posts have it.
 * `tables`: items of a `with` clause that must already have an item `batch`, whose column `post` contains the post ids. `record`: the
 * PostRecord of `publishing.posts p`.
 */
export const POST_RECORDS_SQL = {
  tables: `tag_records as materialized (
      select t.id, ${tagSql('jsonb')} as record from publishing.tags t
      where t.id in (select pt.tag_id from batch join publishing.posts_tags pt on pt.post_id = batch.post)),
    author_records as materialized (
      select u.id, ${authorSql('jsonb')} as record from publishing.users u
      where u.id in (select pa.author_id from batch join publishing.posts_authors pa on pa.post_id = batch.post))`,
  record: postSql('jsonb', {
    tags: 'tag_records',
    tag: 't.record',
    authors: 'author_records',
    author: 'u.record',
  }),
};
