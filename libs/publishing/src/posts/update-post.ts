import { Post } from '@almanac/entities';
import { InternalServerError } from '@almanac/errors';
import type { PostColumns } from '@almanac/resource-fields';
import type { EntityManager } from 'typeorm';

/** Updates columns of a post, with plain SQL: the query builder of TypeORM needs more time than PostgreSQL needs for the statement. */
export async function updatePost(manager: EntityManager, id: string, columns: Partial<PostColumns>): Promise<void> {
  const metadata = manager.connection.getMetadata(Post);
  const assignments = Object.keys(columns).map((property, index) => {
    const column = metadata.findColumnWithPropertyName(property);
    if (!column) throw new InternalServerError(`Posts have no column for ${property}.`);
    return `${column.databaseName} = $${index + 2}`;
  });
  await manager.query(`update publishing.posts set ${assignments.join(', ')} where id = $1`, [
    id,
    ...Object.values(columns),
  ]);
}
