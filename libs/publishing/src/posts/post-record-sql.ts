import { hasPublishedPostsSql, Post, PostMeta, Role, Tag, User } from '@almanac/entities';
import type { DataSource, EntityManager } from 'typeorm';
import { jsonColumns } from '../columns/json-columns';

const expressions = new WeakMap<DataSource, string>();

/**
 * A post and all that hangs on it as one JSON expression over `publishing.posts p`, in the shape of a PostRecord.
 * A join would multiply tags by authors, and a query for each costs round trips.
 */
export function postRecordSql(manager: EntityManager): string {
  const known = expressions.get(manager.connection);
  if (known !== undefined) return known;
  const built = `json_build_object(${jsonColumns(manager, Post, 'p')},
    'meta', (select json_build_object(${jsonColumns(manager, PostMeta, 'm', ['id', 'postId'])})
      from publishing.posts_meta m where m.post_id = p.id),
    'tags', coalesce((select json_agg(json_build_object(${jsonColumns(manager, Tag, 't')},
        'hasPublishedPosts', ${hasPublishedPostsSql('tag', 't.id')}) order by pt.sort_order)
      from publishing.posts_tags pt join publishing.tags t on t.id = pt.tag_id where pt.post_id = p.id), '[]'),
    'authors', coalesce((select json_agg(json_build_object(${jsonColumns(manager, User, 'u', ['password'])},
        'hasPublishedPosts', ${hasPublishedPostsSql('author', 'u.id')},
        'roles', coalesce((select json_agg(json_build_object(${jsonColumns(manager, Role, 'r')}) order by r.name)
          from publishing.roles_users ru join publishing.roles r on r.id = ru.role_id where ru.user_id = u.id), '[]'))
        order by pa.sort_order)
      from publishing.posts_authors pa join publishing.users u on u.id = pa.author_id where pa.post_id = p.id), '[]')
    )`;
  expressions.set(manager.connection, built);
  return built;
}
