import { createObjectId, PostMeta } from '@almanac/entities';
import type { WriteScope } from '../write-scope';
import type { MetaRecord } from './post-record';

/** Sets meta fields of a post; the row comes into being with the first of them. */
export async function writeMeta({ manager }: WriteScope, postId: string, meta: Partial<MetaRecord>): Promise<void> {
  const names = Object.keys(meta) as (keyof MetaRecord)[];
  if (names.length === 0) return;
  await manager
    .createQueryBuilder()
    .insert()
    .into(PostMeta)
    .values({ id: createObjectId(), postId, ...meta })
    .orUpdate(
      names.map(
        (name) => manager.connection.getMetadata(PostMeta).findColumnWithPropertyName(name)?.databaseName ?? name,
      ),
      ['post_id'],
    )
    .execute();
}
