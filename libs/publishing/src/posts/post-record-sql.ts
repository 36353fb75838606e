import { hasPublishedPostsSql } from '@almanac/entities';
import {
  postDefinition,
  postMetaDefinition,
  readableFields,
  roleDefinition,
  tagDefinition,
  userDefinition,
} from '@almanac/resource-fields';
import { jsonObject } from '@almanac/resource-queries';

const META = jsonObject('m', readableFields(postMetaDefinition, 'public'));
const TAG = jsonObject('t', tagDefinition.list, [`'hasPublishedPosts', ${hasPublishedPostsSql('tag', 't.id')}`]);
const ROLES = `coalesce((select json_agg(${jsonObject('r', roleDefinition.list)} order by r.name)
  from publishing.roles_users ru join publishing.roles r on r.id = ru.role_id where ru.user_id = u.id), '[]')`;
const AUTHOR = jsonObject(
  'u',
  userDefinition.list.filter(({ isSecret }) => !isSecret),
  [`'hasPublishedPosts', ${hasPublishedPostsSql('author', 'u.id')}`, `'roles', ${ROLES}`],
);

/**
 * A PostRecord as one JSON expression over `publishing.posts p`.
 * A join would multiply tags by authors, and a query for each relation costs round trips.
 */
export const POST_RECORD_SQL = jsonObject('p', postDefinition.list, [
  `'meta', (select ${META} from publishing.posts_meta m where m.post_id = p.id)`,
  `'tags', coalesce((select json_agg(${TAG} order by pt.sort_order)
    from publishing.posts_tags pt join publishing.tags t on t.id = pt.tag_id where pt.post_id = p.id), '[]')`,
  `'authors', coalesce((select json_agg(${AUTHOR} order by pa.sort_order)
    from publishing.posts_authors pa join publishing.users u on u.id = pa.author_id where pa.post_id = p.id), '[]')`,
]);
