import { createObjectId, PostAuthor, User } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { AuthorReference } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../permissions/actor';
import { findOwnerId, FIRST_OWNER_ID } from '../users/owner';
import type { WriteScope } from '../write-scope';

/** Maximum number of authors in one input. It limits the size of the query; posts have far fewer authors. */
const MAX_AUTHORS = 100;

/**
 * The user id to store in `created_by`, `updated_by` and `published_by`: the id of the actor if it is a user, otherwise the id of the
 * first owner.
 */
export function creditedUserId(actor: Actor): string {
  return actor.kind === 'user' ? actor.id : FIRST_OWNER_ID;
}

/**
 * Finds the authors that an input references by id, slug or e-mail. Unknown authors are ignored.
 * @returns distinct ids in the order of the references
 * @throws ValidationError for more than 100 references
 */
export async function findAuthors(manager: EntityManager, references: readonly AuthorReference[]): Promise<string[]> {
  if (references.length === 0) return [];
  if (references.length > MAX_AUTHORS) {
    throw new ValidationError(`A post can have at most ${MAX_AUTHORS} authors.`, { property: 'authors' });
  }
  const emails = references.flatMap(({ email }) => email?.toLowerCase() ?? []);
  const users = await manager
    .createQueryBuilder(User, 'user')
    .select(['user.id', 'user.slug', 'user.email'])
    .where('user.id = any(:ids)', { ids: references.flatMap(({ id }) => id ?? []) })
    .orWhere('user.slug = any(:slugs)', { slugs: references.flatMap(({ slug }) => slug ?? []) })
    .orWhere('lower(user.email) = any(:emails)', { emails })
    .getMany();
  const ids = references.flatMap(
    (reference) =>
      (
        users.find(({ id }) => id === reference.id) ??
        users.find(({ slug }) => slug === reference.slug) ??
        users.find(({ email }) => email.toLowerCase() === reference.email?.toLowerCase())
      )?.id ?? [],
  );
  return [...new Set(ids)];
}

/** The author of a post whose input references no existing user: the actor if it is a user, otherwise the current owner. */
async function defaultAuthorId(manager: EntityManager, actor: Actor): Promise<string> {
  if (actor.kind === 'user') return actor.id;
  return (await findOwnerId(manager)) ?? FIRST_OWNER_ID;
}

/**
 * The ids of a post's authors: `found`, or the default author if `found` is empty.
 * @param references the authors of the input; undefined when the input has no authors
 * @param found the ids of the users whom the references mean; see `findAuthors`
 * @throws ValidationError when the input's list is empty
 */
export async function resolveAuthors(
  manager: EntityManager,
  actor: Actor,
  references: readonly AuthorReference[] | undefined,
  found: readonly string[],
): Promise<readonly string[]> {
  if (references?.length === 0) throw new ValidationError('At least one author is required.');
  return found.length > 0 ? found : [await defaultAuthorId(manager, actor)];
}

/** Replaces the authors of a post. */
export async function writeAuthors(
  { manager }: WriteScope,
  postId: string,
  authorIds: readonly string[],
): Promise<void> {
  await manager.delete(PostAuthor, { postId });
  await manager.insert(
    PostAuthor,
    authorIds.map((authorId, sortOrder) => ({ id: createObjectId(), postId, authorId, sortOrder })),
  );
}
