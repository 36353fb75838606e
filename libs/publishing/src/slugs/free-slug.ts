import { slugFor, type SlugKind } from '@almanac/rendering';
import type { EntityManager } from 'typeorm';

// Posts and pages share one namespace: they share the site's paths.
const tables: Record<SlugKind, string> = {
  post: 'publishing.posts',
  tag: 'publishing.tags',
  user: 'publishing.users',
  integration: 'publishing.integrations',
};

/**
 * The slug for a text that nobody else holds: the first free one of `a`, `a-2`, `a-3`…
 * Two transactions may be given the same one; the unique index lets one of them commit, and the other verb starts over.
 * @param exceptId the row that asks; what it holds itself is free to it
 */
export async function freeSlug(
  manager: EntityManager,
  kind: SlugKind,
  text: string,
  exceptId: string | null = null,
): Promise<string> {
  const slug = slugFor(kind, text);
  const rows: { slug: string }[] = await manager.query(
    `with recursive candidate (n, slug) as (
       select 1, $1::text
       union all
       select n + 1, $1 || '-' || (n + 1) from candidate
       where exists (select 1 from ${tables[kind]} taken where taken.slug = candidate.slug and taken.id is distinct from $2)
     )
     select slug from candidate order by n desc limit 1`,
    [slug, exceptId],
  );
  return rows[0]?.slug ?? slug;
}
