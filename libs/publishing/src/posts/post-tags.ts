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
  const known: Tag[] = await findTags(scope, references);
  const added: StoredTag[] = [];
  const ids = new Set<string>();
  for (const reference of references) {
    const found =
      known.find(({ id }) => id === reference.id) ??
      known.find(({ slug }) => slug === reference.slug) ??
      known.find(({ name }) => reference.name !== undefined && nameKey(name) === nameKey(reference.name));
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
