import { createObjectId, PostTag, Tag } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { TagReference } from '@almanac/validation';
import { insertTag, type StoredTag } from '../tags/stored-tag';
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

/** Each tag that is new costs statements of its own. */
const mostTags = 500;

/**
 * The tags a post names by id, slug or name (without regard to case), in one look-up; those that do not exist are made.
 * @throws ValidationError for one that does not exist and has no name, and for more than 500
 */
export async function resolveTags(scope: WriteScope, references: readonly TagReference[]): Promise<ResolvedTags> {
  if (references.length === 0) return { ids: [], added: [] };
  if (references.length > mostTags)
    throw new ValidationError(`A post has ${mostTags} tags at most.`, { property: 'tags' });
  const known = await findKnownTags(scope, references);
  const added: StoredTag[] = [];
  const ids = new Set<string>();
  for (const reference of references) {
    const found = findTag(known, reference);
    if (found) {
      ids.add(found.id);
      continue;
    }
    const tag = await insertTag(scope, reference);
    known.push(tag);
    added.push(tag);
    ids.add(tag.id);
  }
  return { ids: [...ids], added };
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
