import { NoPermissionError } from '@almanac/errors';
import type { EntityManager } from 'typeorm';
import { recordAction } from '../actions/record-action';
import { assertColumns } from '../columns/assert-columns';
import { assertAcceptablePassword, hashPassword } from '../passwords/password';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { settingColumnRule } from '../settings/setting-column-rules';
import { recordSiteChanged } from '../site-changed';
import { deleteResetTokens } from '../password-resets/delete-reset-tokens';
import { addUser } from '../users/add-user';
import { confirmEmail } from '../users/confirm-email';
import { assertFreeEmail } from '../users/free-email';
import { getRole } from '../users/get-role';
import { findOwnerId, FIRST_OWNER_ID } from '../users/owner';
import { lockUser } from '../users/lock-user';
import { updateUser } from '../users/update-user';
import { userColumnRules } from '../users/user-column-rules';
import { inTransaction } from '../write-scope';

/** The owner and the title of a new site. */
export interface SetupInput {
  name: string;
  email: string;
  password: string;
  /** The title of the site; Ghost's API calls it `blogTitle`. */
  blogTitle?: string;
}

/** Checks the title, if there is one. @throws ValidationError when it is not valid as the setting `title` */
function assertTitle({ blogTitle: value }: Pick<SetupInput, 'blogTitle'>): void {
  assertColumns('settings', { value }, { value: settingColumnRule('title') });
}

/** Operations of the initial setup. */
export class SetupService {
  constructor(private readonly context: PublishingContext) {}

  /** Whether the site has an owner. */
  async isDone(): Promise<boolean> {
    return (await findOwnerId(this.context.dataSource.manager)) !== undefined;
  }

  /**
   * Adds the owner, and sets the title of the site if one is given. A site can be set up only once.
   * @returns the owner's id
   * @throws NoPermissionError when the site has an owner already; ValidationError
   */
  async complete(input: SetupInput): Promise<string> {
    const { dataSource, clock, siteUrl } = this.context;
    await this.assertNotDone();
    assertTitle(input);
    assertAcceptablePassword(input.password, { email: input.email, siteUrl, siteTitle: input.blogTitle });
    const passwordHash = await hashPassword(input.password);
    return inTransaction(dataSource, this.context, async (scope) => {
      const { manager } = scope;
      await this.assertNotDone(manager);
      const role = await getRole(manager, { name: 'Owner' });
      const { name, email } = input;
      const now = clock.now();
      await addUser(manager, { id: FIRST_OWNER_ID, name, email, passwordHash, role, createdBy: FIRST_OWNER_ID, now });
      await confirmEmail(manager, FIRST_OWNER_ID);
      await this.setTitle(manager, input);
      await recordSiteChanged(scope);
      return FIRST_OWNER_ID;
    });
  }

  /**
   * Changes the name and address of the owner and the title of the site. Only the owner may do this. An input without a change records
   * nothing.
   * @throws NoPermissionError, ValidationError
   */
  async edit(actor: Actor, input: Omit<SetupInput, 'password'>): Promise<{ isChanged: boolean }> {
    authorize(actor, 'authentication.editSetup');
    assertTitle(input);
    const { dataSource, clock } = this.context;
    return inTransaction(dataSource, this.context, async (scope) => {
      const { manager } = scope;
      const { name, email } = input;
      assertColumns('users', { name, email }, userColumnRules);
      const owner = await lockUser(manager, actor.id);
      await assertFreeEmail(manager, email, actor.id);
      const isOwnerChanged = await updateUser(manager, owner, { name, email }, { actor, now: clock.now() });
      // These tokens were mailed to the previous address.
      if (email !== owner.email) await deleteResetTokens(manager, actor.id);
      if (isOwnerChanged) await recordAction(manager, actor, 'edited', 'user', actor.id);
      const isTitleChanged = await this.setTitle(manager, input);
      const isChanged = isOwnerChanged || isTitleChanged;
      if (isChanged) await recordSiteChanged(scope);
      return { isChanged };
    });
  }

  /** Sets the title of the site, if one is given. @returns whether it differs from the stored title */
  private async setTitle(manager: EntityManager, { blogTitle }: Pick<SetupInput, 'blogTitle'>): Promise<boolean> {
    if (!blogTitle) return false;
    const [, count] = await manager.query<[unknown[], number]>(
      `update publishing.settings set value = $1, updated_at = $2 where key = 'title' and value is distinct from $1`,
      [blogTitle, this.context.clock.now()],
    );
    return count > 0;
  }

  /** @throws NoPermissionError when the site has an owner */
  async assertNotDone(manager = this.context.dataSource.manager): Promise<void> {
    if ((await findOwnerId(manager)) !== undefined) throw new NoPermissionError('Setup has already been completed.');
  }
}
