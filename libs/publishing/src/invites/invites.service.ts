import { createObjectId, Invite, Role, User } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import type { InviteInput } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { recordAction } from '../actions/record-action';
import { assertColumns } from '../columns/assert-columns';
import { requestMail } from '../mails/request-mail';
import { staffLink } from '../mails/staff-link';
import { assertAcceptablePassword, hashPassword } from '../passwords/password';
import type { Actor } from '../permissions/actor';
import { authorize, permissionError } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { createSecret, digestOf } from '../secrets/secret';
import { readSiteTitle } from '../settings/site-title';
import { recordSiteChanged } from '../site-changed';
import { addUser, type NewUser } from '../users/add-user';
import { activateUser, findUserByEmail } from '../users/activate-user';
import { confirmEmail } from '../users/confirm-email';
import { assertMayApplyToUser, assignableRoles } from '../users/staff-rules';
import { inTransaction, type WriteScope } from '../write-scope';
import { assertInviter } from './assert-inviter';
import { inviteColumnRules } from './invite-column-rules';

/** The time in which an invitation can be accepted. */
const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** The form that an invited person submits. */
export interface InviteAcceptance {
  token: string;
  email: string;
  name: string;
  password: string;
}

/** Operations on staff invitations. */
export class InvitesService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Creates an invitation and requests its mail. It replaces an earlier invitation to the same address.
   * @returns the invitation's id
   * @throws NotFoundError for an unknown role; ValidationError for an invalid address, or the address of a user who is not suspended
   * @throws NoPermissionError when the actor may not assign the role of this or of the earlier invitation, or may not edit the
   *   suspended user with the address
   */
  async create(actor: Actor, input: InviteInput): Promise<string> {
    authorize(actor, 'invites.add');
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { manager } = scope;
      await assertAssignable(manager, actor, { roleId: input.roleId, permission: 'invites.add' });
      assertColumns('invites', input, inviteColumnRules);
      await assertInvitable(manager, actor, input.email);
      const token = this.createToken(input.email);
      const id = await this.replaceInvite(manager, actor, input, token);
      await this.requestInvitationMail(scope, actor, input.email, token);
      return id;
    });
  }

  /** Deletes an invitation. @throws NotFoundError; NoPermissionError when the actor may not assign its role */
  async delete(actor: Actor, id: string): Promise<void> {
    authorize(actor, 'invites.destroy');
    await inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      const invite = await manager.findOneBy(Invite, { id });
      if (!invite) throw new NotFoundError('Invite not found.');
      await assertAssignable(manager, actor, { roleId: invite.roleId, permission: 'invites.destroy' });
      const { affected } = await manager.delete(Invite, { id });
      if (!affected) throw new NotFoundError('Invite not found.');
    });
  }

  /**
   * Accepts an invitation: adds a user, or activates a suspended user again. The invitation is deleted in the same transaction, so it
   * works once.
   * @returns whether the public site changed
   * @throws NotFoundError when the invitation is unknown, used, expired or sent to another address, or the inviting user may no longer
   *   assign its role; ValidationError
   */
  async accept({ token, email: claimed, name, password }: InviteAcceptance): Promise<{ isSiteChanged: boolean }> {
    const { dataSource, clock, siteUrl } = this.context;
    const invite = await dataSource.manager.findOneBy(Invite, { tokenDigest: digestOf(token) });
    // The same error for an unknown token and a wrong address, so that the response does not reveal the address of a token.
    if (!invite || invite.email.toLowerCase() !== claimed.toLowerCase()) {
      throw new NotFoundError('Invite not found.');
    }
    const { email } = invite;
    if (invite.expiresAt <= clock.now()) throw new NotFoundError('Invite is expired.');
    assertAcceptablePassword(password, { email, siteUrl, siteTitle: await readSiteTitle(dataSource.manager) });
    const role = await dataSource.manager.findOneByOrFail(Role, { id: invite.roleId });
    return inTransaction(dataSource, this.context, async (scope) => {
      const { manager } = scope;
      const { affected } = await manager.delete(Invite, { id: invite.id, tokenDigest: invite.tokenDigest });
      if (!affected) throw new NotFoundError('Invite not found.');
      await assertInviter(manager, invite, role);
      const passwordHash = await hashPassword(password);
      const newUser = { name, email, passwordHash, role, createdBy: invite.createdBy, now: clock.now() };
      return { isSiteChanged: await addOrActivateUser(scope, newUser) };
    });
  }

  /**
   * A token with the address in it, in Ghost's format: base64url of `expiry|address|secret`. Front ends read the address from it
   * to fill in the form.
   */
  private createToken(email: string): string {
    const expiresAt = this.context.clock.now().getTime() + LIFETIME_MS;
    return Buffer.from([expiresAt, email, createSecret()].join('|')).toString('base64url');
  }

  /** @returns the id of the new invitation */
  private async replaceInvite(
    manager: EntityManager,
    actor: Actor,
    input: InviteInput,
    token: string,
  ): Promise<string> {
    const now = this.context.clock.now();
    const id = createObjectId();
    const [replaced] = await manager.query<{ role_id: string }[]>(
      'select role_id from publishing.invites where lower(email) = lower($1) for update',
      [input.email],
    );
    if (replaced) await assertAssignable(manager, actor, { roleId: replaced.role_id, permission: 'invites.destroy' });
    await manager.query('delete from publishing.invites where lower(email) = lower($1)', [input.email]);
    await manager.insert(Invite, {
      id,
      roleId: input.roleId,
      status: 'sent',
      tokenDigest: digestOf(token),
      email: input.email,
      expiresAt: new Date(now.getTime() + LIFETIME_MS),
      createdAt: now,
      createdBy: actor.id,
      updatedAt: now,
    });
    return id;
  }

  private async requestInvitationMail(scope: WriteScope, actor: Actor, email: string, token: string): Promise<void> {
    const { siteUrl, encryptionKey } = this.context;
    const inviter = await scope.manager.findOneBy(User, { id: actor.id });
    const values = {
      siteTitle: await readSiteTitle(scope.manager),
      siteUrl,
      invitedBy: inviter?.name ?? '',
      url: staffLink(this.context, 'signup', token),
    };
    await requestMail(scope, { template: 'staff-invitation', to: email, values }, encryptionKey);
  }
}

/** @throws NotFoundError for an unknown role, NoPermissionError when the actor may not assign the role */
async function assertAssignable(
  manager: EntityManager,
  actor: Actor,
  { roleId, permission }: { roleId: string; permission: 'invites.add' | 'invites.destroy' },
): Promise<void> {
  const role = await manager.findOneBy(Role, { id: roleId });
  if (!role) throw new NotFoundError('Role not found');
  if (!assignableRoles(actor, permission).includes(role.name)) throw permissionError(permission);
}

/**
 * Checks that the address is new or belongs to a suspended user, e.g. an imported one.
 * @throws ValidationError for any other user, NoPermissionError for a suspended user whom the actor may not edit
 */
async function assertInvitable(manager: EntityManager, actor: Actor, email: string): Promise<void> {
  const user = await findUserByEmail(manager, email);
  if (user === null) return;
  if (user.status !== 'inactive') throw new ValidationError('User is already registered.');
  assertMayApplyToUser(actor, 'users.edit', user);
}

/**
 * Adds the user of an accepted invitation, or activates the suspended user with their address.
 * @returns whether the public site changed
 * @throws ValidationError for an invalid name, and if the address belongs to a user who is not suspended
 */
async function addOrActivateUser(scope: WriteScope, user: NewUser & { role: Role }): Promise<boolean> {
  const { manager } = scope;
  const known = await findUserByEmail(manager, user.email);
  if (known?.status !== 'inactive') {
    await confirmEmail(manager, await addUser(manager, user));
    return false;
  }
  const { id } = known;
  await activateUser(manager, id, user);
  await confirmEmail(manager, id);
  await recordAction(manager, { kind: 'user', id, role: user.role.name }, 'edited', 'user', id);
  // The public posts of the user show the new name.
  await recordSiteChanged(scope);
  return true;
}
