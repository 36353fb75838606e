import { createObjectId, PostAuthor, User } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import type { AuthorReference } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../permissions/actor';
import type { WriteScope } from '../write-scope';

/** Far more than a post credits; bounds the look-up. */
const MAX_AUTHORS = 100;

/** Ghost's owner: what integrations and Almanac itself do is credited to this user. */
const OWNER_ID = '1';

/** The user a change is credited to. */
export function creditedUserId(actor: Actor): string {
  return actor.kind === 'user' ? actor.id : OWNER_ID;
}

/**
 * The users a post names as its authors, by id, slug or e-mail; unknown ones are left out.
 * @returns ids in the order given, each once
 * @throws ValidationError for too many
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

/** Who stands in when a post names no author that exists: the acting user, or the owner. */
async function standIn(manager: EntityManager, actor: Actor): Promise<string> {
  if (actor.kind === 'user') return actor.id;
  const rows: { user_id: string }[] = await manager.query(
    `select ru.user_id from publishing.roles_users ru join publishing.roles r on r.id = ru.role_id
     where r.name = 'Owner' order by ru.user_id limit 1`,
  );
  return rows[0]?.user_id ?? OWNER_ID;
}

/**
 * The authors a post gets; `found` are those it named and that exist, undefined when it named none at all.
 * @throws ValidationError for an empty list
 */
export async function settleAuthors(
  manager: EntityManager,
  actor: Actor,
  references: readonly AuthorReference[] | undefined,
  found: readonly string[],
): Promise<readonly string[]> {
  if (references?.length === 0) throw new ValidationError('At least one author is required.');
  return found.length > 0 ? found : [await standIn(manager, actor)];
}

/** Makes the authors of a post exactly these, in this order. */
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
