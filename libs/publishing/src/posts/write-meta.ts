import { createObjectId, PostMeta } from '@almanac/entities';
import { defaultsOf, postMetaDefinition } from '@almanac/resource-fields';
import type { WriteScope } from '../write-scope';
import type { MetaRecord, PostRecord } from './post-record';

const emptyMeta: MetaRecord = defaultsOf(postMetaDefinition);

/** The meta fields of a post after the changes; null if the post still has none. */
export function mergedMeta({ meta }: PostRecord, changes: Partial<MetaRecord>): MetaRecord | null {
  return Object.keys(changes).length === 0 ? meta : { ...(meta ?? emptyMeta), ...changes };
}

/** Sets meta fields of a post; inserts the row of `posts_meta` if the post has none. */
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
