import { slugFor, type SlugKind } from '@almanac/rendering';
import type { EntityManager } from 'typeorm';

/** The table of each kind. Posts and pages must not have the same slug, because they share the paths of the site. */
const tables: Record<SlugKind, string> = {
  post: 'publishing.posts',
  tag: 'publishing.tags',
  user: 'publishing.users',
  integration: 'publishing.integrations',
  label: 'publishing.labels',
};

/**
 * The first free slug for a title or name, as {@link firstFreeSlug}. A lock until the end of the transaction lets concurrent transactions
 * with the same title get their slugs one after another. Two titles whose slugs collide only through the number, e.g. `A` and `A 2`, may
 * still get the same slug. Then the unique index rejects one of the rows, and `inTransaction` repeats its transaction.
 * @param exceptId the id of the row that gets the slug; its current slug counts as free
 */
export async function freeSlug(
  manager: EntityManager,
  kind: SlugKind,
  text: string,
  exceptId: string | null = null,
): Promise<string> {
  // A statement of its own, because the next one has to see the rows that other transactions committed before they released the lock.
  await manager.query(`select pg_advisory_xact_lock(hashtextextended('${tables[kind]} slug ' || $1, 0))`, [
    slugFor(kind, text),
  ]);
  return firstFreeSlug(manager, kind, text, exceptId);
}

/**
 * The first free slug now: for `A` the first one of `a`, `a-2`, `a-3` … that no row has. It is not reserved.
 * @param exceptId as for {@link freeSlug}
 */
export async function firstFreeSlug(
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

/**
 * Whether an input requests a slug other than the stored one. An import can store a slug that `slugFor` would change. Clients send the
 * stored slug back with each edit, and such an edit must not change it.
 * @param requested the slug of the input; null or empty for a slug from `text`
 */
export function isOtherSlug(kind: SlugKind, requested: string | null, text: string, stored: string): boolean {
  return requested !== stored && slugFor(kind, requested || text) !== stored;
}

/** Distinct free slugs for several titles or names, in the same order. One statement finds all of them. */
export async function freeSlugs(manager: EntityManager, kind: SlugKind, texts: readonly string[]): Promise<string[]> {
  const bases = texts.map((text) => slugFor(kind, text));
  const free = await freeCandidates(manager, kind, bases);
  const assigned = new Set<string>();
  return bases.map((base) => {
    const slug = free.get(base)?.find((candidate) => !assigned.has(candidate)) ?? base;
    assigned.add(slug);
    return slug;
  });
}

/**
 * Free slugs by base slug. A base slug is the slug of a title or name before `-2`, `-3` … is appended. The list of a base slug has one
 * slug for each title or name whose slugs can collide with it, including its own. So a free slug is left for each of them.
 */
async function freeCandidates(
  manager: EntityManager,
  kind: SlugKind,
  bases: readonly string[],
): Promise<Map<string, string[]>> {
  const distinct = [...new Set(bases)];
  // Base slugs can collide through their numbers: the second `a` may get `a-2`, which may also be the base of another name.
  const collides = (other: string, base: string): boolean =>
    other === base || other.startsWith(`${base}-`) || base.startsWith(`${other}-`);
  const wanted = distinct.map((base) => bases.filter((other) => collides(other, base)).length);
  const rows: { base: string; slug: string }[] = await manager.query(
    `with recursive requested (base, wanted) as (select * from unnest($1::text[], $2::int[])),
     candidate (base, wanted, n, slug, is_free, free) as (
       select base, wanted, 1, base, is_free, is_free::int from requested,
         lateral (select not exists (select 1 from ${tables[kind]} taken where taken.slug = base) as is_free) first
       union all
       select base, wanted, n + 1, base || '-' || (n + 1), next.is_free, free + next.is_free::int from candidate,
         lateral (select not exists (
           select 1 from ${tables[kind]} taken where taken.slug = base || '-' || (n + 1)) as is_free) next
       where free < wanted
     )
     select base, slug from candidate where is_free order by base, n`,
    [distinct, wanted],
  );
  const free = new Map<string, string[]>();
  for (const { base, slug } of rows) {
    const slugs = free.get(base) ?? [];
    slugs.push(slug);
    free.set(base, slugs);
  }
  return free;
}
