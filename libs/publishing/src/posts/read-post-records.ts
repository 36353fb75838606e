import { Post, PostMeta, Role, Tag, User } from '@almanac/entities';
import type { DataSource, EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import type { PostRecord } from './post-record';

const isoInstant = /^\d{4}-\d{2}-\d{2}T/;

/** An entity's columns as a JSON object under their property names, so that a row arrives in the entity's shape. */
function columns(
  { connection }: EntityManager,
  entity: EntityTarget<ObjectLiteral>,
  alias: string,
  leaveOut: readonly string[] = [],
): string {
  return connection
    .getMetadata(entity)
    .columns.filter(({ propertyName }) => !leaveOut.includes(propertyName))
    .map(({ propertyName, databaseName }) => `'${propertyName}', ${alias}.${databaseName}`)
    .join(', ');
}

function hasPublished(joinTable: string, column: string, owner: string): string {
  return `exists (select 1 from publishing.${joinTable} j join publishing.posts o on o.id = j.post_id
    where j.${column} = ${owner}.id and o.status = 'published')`;
}

const statements = new WeakMap<DataSource, string>();

// One statement for a post and all that hangs on it: a join would multiply tags by authors, and one query each costs round trips.
function statement(manager: EntityManager): string {
  const known = statements.get(manager.connection);
  if (known !== undefined) return known;
  const built = `select json_build_object(${columns(manager, Post, 'p')},
    'meta', (select json_build_object(${columns(manager, PostMeta, 'm', ['id', 'postId'])})
      from publishing.posts_meta m where m.post_id = p.id),
    'tags', coalesce((select json_agg(json_build_object(${columns(manager, Tag, 't')},
        'hasPublishedPosts', ${hasPublished('posts_tags', 'tag_id', 't')}) order by pt.sort_order)
      from publishing.posts_tags pt join publishing.tags t on t.id = pt.tag_id where pt.post_id = p.id), '[]'),
    'authors', coalesce((select json_agg(json_build_object(${columns(manager, User, 'u', ['password'])},
        'hasPublishedPosts', ${hasPublished('posts_authors', 'author_id', 'u')},
        'roles', coalesce((select json_agg(json_build_object(${columns(manager, Role, 'r')}) order by r.name)
          from publishing.roles_users ru join publishing.roles r on r.id = ru.role_id where ru.user_id = u.id), '[]'))
        order by pa.sort_order)
      from publishing.posts_authors pa join publishing.users u on u.id = pa.author_id where pa.post_id = p.id), '[]')
    ) as record, clock_timestamp() as now
    from publishing.posts p where p.id = any($1::text[])`;
  statements.set(manager.connection, built);
  return built;
}

/** JSON text of instants back to dates; by our naming every property that ends in `At` is one. */
function reviveInstants(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveInstants);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      key.endsWith('At') && typeof inner === 'string' && isoInstant.test(inner)
        ? new Date(inner)
        : reviveInstants(inner),
    ]),
  );
}

export interface ReadRecords {
  records: PostRecord[];
  /** The database's clock at the read: what every date rule is judged by. */
  now: Date;
}

/** Posts and pages by id, whole, in the order of the ids; unknown ids are left out. */
export async function readPostRecords(manager: EntityManager, ids: readonly string[]): Promise<ReadRecords> {
  const rows: { record: unknown; now: Date }[] = await manager.query(statement(manager), [ids]);
  const records = rows.map(({ record }) => reviveInstants(record) as PostRecord);
  const place = new Map(ids.map((id, index) => [id, index]));
  records.sort((a, b) => (place.get(a.id) ?? 0) - (place.get(b.id) ?? 0));
  return { records, now: rows[0]?.now ?? new Date(NaN) };
}
