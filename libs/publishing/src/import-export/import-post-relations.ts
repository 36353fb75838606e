import { PostAuthor, PostTag } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { AddedPosts } from './import-posts';
import type { IdMap } from './import-staff';
import { idIn, type ImportedTables, numberIn, textIn } from './imported-row';
import { insertRows } from './insert-rows';
import { freeIds } from './known-ids';

/** Adds the tags of the posts that were added. */
export async function importPostTags(
  manager: EntityManager,
  tables: ImportedTables,
  added: AddedPosts,
  tags: IdMap,
): Promise<void> {
  for await (const rows of tables.rows('posts_tags')) {
    const links = rows.flatMap((row) => {
      const postId = textIn(row, 'post_id') ?? '';
      const tagId = tags.get(textIn(row, 'tag_id') ?? '');
      if (tagId === undefined || !added.has(postId)) return [];
      return [{ id: idIn(row), postId, tagId, sortOrder: numberIn(row, 'sort_order') }];
    });
    await insertRows(manager, PostTag, await freeIds(manager, 'posts_tags', links));
  }
}

/** Adds the authors of the posts that were added; each post gets at least one. */
export async function importPostAuthors(
  manager: EntityManager,
  tables: ImportedTables,
  added: AddedPosts,
  users: IdMap,
): Promise<void> {
  for await (const rows of tables.rows('posts_authors')) {
    const links = rows.flatMap((row) => {
      const postId = textIn(row, 'post_id') ?? '';
      const authorId = users.get(textIn(row, 'author_id') ?? '');
      if (authorId === undefined || !added.has(postId)) return [];
      return [{ id: idIn(row), postId, authorId, sortOrder: numberIn(row, 'sort_order') }];
    });
    await insertRows(manager, PostAuthor, await freeIds(manager, 'posts_authors', links));
  }
  await addMissingAuthors(manager, [...added]);
}

const CHUNK = 1_000;

async function addMissingAuthors(manager: EntityManager, added: readonly [string, string][]): Promise<void> {
  for (let at = 0; at < added.length; at += CHUNK) {
    const some = added.slice(at, at + CHUNK);
    const orphans: { id: string; author: string }[] = await manager.query(
      `select p.id, p.author from unnest($1::text[], $2::text[]) as p (id, author)
       where not exists (select 1 from publishing.posts_authors a where a.post_id = p.id)`,
      [some.map(([id]) => id), some.map(([, author]) => author)],
    );
    const links = orphans.map(({ id, author }) => ({ id: undefined, postId: id, authorId: author, sortOrder: 0 }));
    await insertRows(manager, PostAuthor, await freeIds(manager, 'posts_authors', links));
  }
}
