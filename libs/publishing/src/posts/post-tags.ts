import { createObjectId, PostTag, Tag } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { TagReference } from '@almanac/validation';
import { insertTags, type StoredTag } from '../tags/stored-tag';
import type { WriteScope } from '../write-scope';

export interface ResolvedTags {
  /** In the order given, each once. */
  ids: string[];
  /** Those that did not exist before. */
  added: StoredTag[];
}

function nameKey(name: string | undefined): string | undefined {
  return name?.trim().toLowerCase();
}

async function findTags({ manager }: WriteScope, references: readonly TagReference[]): Promise<Tag[]> {
  return manager
    .createQueryBuilder(Tag, 'tag')
    .where('tag.id = any(:ids)', { ids: references.flatMap(({ id }) => id ?? []) })
    .orWhere('tag.slug = any(:slugs)', { slugs: references.flatMap(({ slug }) => slug ?? []) })
    .orWhere('lower(tag.name) = any(:names)', { names: references.flatMap(({ name }) => nameKey(name) ?? []) })
    .orderBy('tag.createdAt')
    .addOrderBy('tag.id')
    .getMany();
}

function findTag(known: readonly Tag[], reference: TagReference): Tag | undefined {
  return (
    known.find(({ id }) => id === reference.id) ??
    known.find(({ slug }) => slug === reference.slug) ??
    known.find(({ name }) => reference.name !== undefined && nameKey(name) === nameKey(reference.name))
  );
}

/**
 * Lets one transaction at a time make tags of these names. Slugs are unique and names are not: whoever looked before the other
 * committed would make a second tag of the same name under the next slug. In one order, so that nobody waits crosswise.
 */
async function lockNames({ manager }: WriteScope, references: readonly TagReference[]): Promise<void> {
  const names = references.flatMap(({ name }) => nameKey(name) ?? []);
  await manager.query(
    `select pg_advisory_xact_lock(hashtextextended('publishing.tags ' || name, 0))
     from (select distinct name from unnest($1::text[]) as asked (name) order by name) asked`,
    [names],
  );
}

/** The tags that are there; when one is missing, as they are once nobody else can be making it. */
async function findKnownTags(scope: WriteScope, references: readonly TagReference[]): Promise<Tag[]> {
  const known = await findTags(scope, references);
  const missing = references.filter((reference) => !findTag(known, reference));
  if (missing.length === 0) return known;
  await lockNames(scope, missing);
  return findTags(scope, references);
}

/** Every tag of a post is an event of its own, which carries the whole post. */
export const MAX_TAGS = 100;

/**
 * The tags a post names by id, slug or name (without regard to case), in one look-up; those that do not exist are made, with as
 * many statements for many as for one.
 * @param maxTags more are refused
 * @throws ValidationError for one that does not exist and has no name, and for too many
 */
export async function resolveTags(
  scope: WriteScope,
  references: readonly TagReference[],
  maxTags = MAX_TAGS,
): Promise<ResolvedTags> {
  if (references.length === 0) return { ids: [], added: [] };
  if (references.length > maxTags) {
    throw new ValidationError(`A post can have at most ${maxTags} tags.`, { property: 'tags' });
  }
  const known = await findKnownTags(scope, references);
  const missing = newTags(known, references);
  const added = await insertTags(scope, missing);
  const made = new Map(missing.map((reference, index) => [reference, added[index]]));
  const all = [...known, ...added];
  const ids = references.flatMap((reference) => (made.get(reference) ?? findTag(all, reference))?.id ?? []);
  return { ids: [...new Set(ids)], added };
}

/** The references that no known tag answers to, each tag once. */
function newTags(known: readonly Tag[], references: readonly TagReference[]): TagReference[] {
  const missing = references.filter((reference) => !findTag(known, reference));
  return missing.filter(
    (reference, index) =>
      !missing
        .slice(0, index)
        .some(
          ({ slug, name }) =>
            (slug !== undefined && slug === reference.slug) ||
            (name !== undefined && nameKey(name) === nameKey(reference.name)),
        ),
  );
}

/** Makes the tags of a post exactly these, in this order. */
export async function writeTags({ manager }: WriteScope, postId: string, tagIds: readonly string[]): Promise<void> {
  await manager.delete(PostTag, { postId });
  if (tagIds.length === 0) return;
  await manager.insert(
    PostTag,
    tagIds.map((tagId, sortOrder) => ({ id: createObjectId(), postId, tagId, sortOrder })),
  );
}
