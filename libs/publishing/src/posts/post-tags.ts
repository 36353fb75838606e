import { createObjectId, PostTag, Tag } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { TagReference } from '@almanac/validation';
import { lowerCase } from '../lower-case';
import { insertTags, type TagRecord } from '../tags/stored-tag';
import type { WriteScope } from '../write-scope';

/** The result of `resolveTags`. */
export interface ResolvedTags {
  /** The distinct ids of the tags in the order of the references. */
  ids: string[];
  /** The tags that were created; the caller has to record their outbox events. */
  added: TagRecord[];
}

/** The form in which tag names are compared: in lower case, without outer white space. */
export function comparedName(name: string | undefined): string | undefined {
  return name === undefined ? undefined : lowerCase(name.trim());
}

/** The tags that the references can mean. The oldest one comes first, so it is used if several tags have the same name. */
async function findTags({ manager }: WriteScope, references: readonly TagReference[]): Promise<Tag[]> {
  return manager
    .createQueryBuilder(Tag, 'tag')
    .where('tag.id = any(:ids)', { ids: references.flatMap(({ id }) => id ?? []) })
    .orWhere('tag.slug = any(:slugs)', { slugs: references.flatMap(({ slug }) => slug ?? []) })
    .orWhere('lower(tag.name) = any(:names)', { names: references.flatMap(({ name }) => comparedName(name) ?? []) })
    .orderBy('tag.createdAt')
    .addOrderBy('tag.id')
    .getMany();
}

function findTag(known: readonly Tag[], reference: TagReference): Tag | undefined {
  return (
    known.find(({ id }) => id === reference.id) ??
    known.find(({ slug }) => slug === reference.slug) ??
    known.find(({ name }) => reference.name !== undefined && comparedName(name) === comparedName(reference.name))
  );
}

/**
 * Locks the names in the references until the transaction ends, so that only one transaction at a time creates tags with these names.
 * Tag names have no unique index, so two concurrent transactions could create two tags of the same name. The alphabetical order avoids
 * deadlocks.
 */
async function lockNames({ manager }: WriteScope, references: readonly TagReference[]): Promise<void> {
  const names = references.flatMap(({ name }) => comparedName(name) ?? []);
  await manager.query(
    `select pg_advisory_xact_lock(hashtextextended('publishing.tags ' || name, 0))
     from (select distinct name from unnest($1::text[]) as requested (name) order by name) requested`,
    [names],
  );
}

/** The existing tags. If one is missing, they are read again after `lockNames`, because another transaction may have created it. */
async function findKnownTags(scope: WriteScope, references: readonly TagReference[]): Promise<Tag[]> {
  const known = await findTags(scope, references);
  const missing = references.filter((reference) => !findTag(known, reference));
  if (missing.length === 0) return known;
  await lockNames(scope, missing);
  return findTags(scope, references);
}

/** Maximum tags of a post. Their number is limited, because each attached tag has an outbox event with the whole post. */
export const MAX_TAGS = 100;

/**
 * Finds the tags that an input references by id, slug or name (ignoring letter case), and creates the missing ones. The number of
 * statements does not depend on the number of tags.
 * @param maxTags higher than `MAX_TAGS` only for a post that already has more tags, e.g. an imported one
 * @throws ValidationError for an unknown tag without a name, and for more than `maxTags` references
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
  const ids = references.flatMap((reference) => {
    const tag = findTag(known, reference) ?? added[missing.findIndex((earlier) => isSameNewTag(earlier, reference))];
    return tag?.id ?? [];
  });
  return { ids: [...new Set(ids)], added };
}

/** The references without a known tag; references to the same new tag appear once. */
function newTags(known: readonly Tag[], references: readonly TagReference[]): TagReference[] {
  const added: TagReference[] = [];
  for (const reference of references) {
    if (!findTag(known, reference) && !added.some((earlier) => isSameNewTag(earlier, reference))) added.push(reference);
  }
  return added;
}

function isSameNewTag(a: TagReference, b: TagReference): boolean {
  const hasSameSlug = a.slug !== undefined && a.slug === b.slug;
  return hasSameSlug || (a.name !== undefined && comparedName(a.name) === comparedName(b.name));
}

/** Replaces the tags of a post. */
export async function writeTags({ manager }: WriteScope, postId: string, tagIds: readonly string[]): Promise<void> {
  await manager.delete(PostTag, { postId });
  if (tagIds.length === 0) return;
  await manager.insert(
    PostTag,
    tagIds.map((tagId, sortOrder) => ({ id: createObjectId(), postId, tagId, sortOrder })),
  );
}
