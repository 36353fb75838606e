import type { EntityManager } from 'typeorm';

/** The id of the first owner, whom the setup creates, as in Ghost. Another user can become the owner later, see {@link findOwnerId}. */
export const FIRST_OWNER_ID = '1';

/** The id of the current owner; undefined before the setup. */
export async function findOwnerId(manager: EntityManager): Promise<string | undefined> {
  const [row] = await manager.query<{ user_id: string }[]>(
    `select ru.user_id from publishing.roles_users ru join publishing.roles r on r.id = ru.role_id where r.name = 'Owner'`,
  );
  return row?.user_id;
}
