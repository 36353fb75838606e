import { createObjectId, Invite, Role, User } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import type { InviteInput } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { assertColumns } from '../columns/assert-columns';
import { requestMail } from '../mails/request-mail';
import { staffLink } from '../mails/staff-link';
import { assertAcceptablePassword, hashPassword } from '../passwords/password';
import type { Actor } from '../permissions/actor';
import { authorize, refusal } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { createSecret, digestOf } from '../secrets/secret';
import { siteTitle } from '../settings/site-title';
import { addUser } from '../users/add-user';
import { activateUser, findByEmail } from '../users/activate-user';
import { assertReaches, assignableRoles } from '../users/staff-rules';
import { inTransaction, type WriteScope } from '../write-scope';
import { inviteColumns } from './invite-columns';

const LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;

/** What somebody who was invited sends back. */
export interface InvitationAnswer {
  token: string;
  email: string;
  name: string;
  password: string;
}

/** The verbs of invitations to the staff. */
export class InvitesService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Invites a person by mail; a second invitation to the same address takes the place of the first,
   * when the actor may delete the first.
   * @throws NotFoundError for a role that does not exist, NoPermissionError for one the actor may not give, ValidationError
   */
  async add(actor: Actor, input: InviteInput): Promise<string> {
    authorize(actor, 'invites.add');
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { manager } = scope;
      await assertAssignable(manager, actor, { roleId: input.roleId, permission: 'invites.add' });
      assertColumns('invites', input, inviteColumns);
      await assertMayBegin(manager, actor, input.email);
      const token = this.createToken(input.email);
      const id = await this.replaceInvite(manager, actor, input, token);
      await this.sendInvitation(scope, actor, input.email, token);
      return id;
    });
  }

  /** @throws NotFoundError, NoPermissionError when the actor may not give the role of the invitation */
  async destroy(actor: Actor, id: string): Promise<void> {
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
   * Turns an invitation into a member of staff, or lets a suspended one in again. The request that deletes the invitation's row has used it,
   * so it works once.
   * @throws NotFoundError when it is unknown, was used, has expired, or was sent to another address; ValidationError
   */
  async accept({ token, email: claimed, name, password }: InvitationAnswer): Promise<void> {
    const { dataSource, clock, siteUrl } = this.context;
    const invite = await dataSource.manager.findOneBy(Invite, { tokenDigest: digestOf(token) });
    // One answer: a token does not tell which address it was sent to.
    if (!invite || invite.email.toLowerCase() !== claimed.toLowerCase()) {
      throw new NotFoundError('Invite not found.');
    }
    const { email } = invite;
    if (invite.expiresAt <= clock.now()) throw new NotFoundError('Invite is expired.');
    assertAcceptablePassword(password, { email, siteUrl, siteTitle: await siteTitle(dataSource.manager) });
    const role = await dataSource.manager.findOneByOrFail(Role, { id: invite.roleId });
    await inTransaction(dataSource, this.context, async ({ manager }) => {
      const { affected } = await manager.delete(Invite, { id: invite.id, tokenDigest: invite.tokenDigest });
      if (!affected) throw new NotFoundError('Invite not found.');
      const passwordHash = await hashPassword(password);
      const begins = { name, email, passwordHash, role, createdBy: invite.createdBy, now: clock.now() };
      const suspended = await findByEmail(manager, invite.email);
      if (suspended?.status === 'inactive')
        await activateUser(manager, suspended.id, { ...begins, email: invite.email });
      else await addUser(manager, begins);
    });
  }

  /**
   * A token that carries the address it is for, as Ghost's does: base64url of `expiry|address|secret`. Front ends fill in the
   * address from it.
   */
  private createToken(email: string): string {
    const expiresAt = this.context.clock.now().getTime() + LIFETIME_MS;
    return Buffer.from([expiresAt, email, createSecret()].join('|')).toString('base64url');
  }

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

  private async sendInvitation(scope: WriteScope, actor: Actor, email: string, token: string): Promise<void> {
    const { siteUrl, encryptionKey } = this.context;
    const host = await scope.manager.findOneBy(User, { id: actor.id });
    const values = {
      siteTitle: await siteTitle(scope.manager),
      siteUrl,
      invitedBy: host?.name ?? '',
      url: staffLink(this.context, 'signup', token),
    };
    await requestMail(scope, { template: 'staff-invitation', to: email, values }, encryptionKey);
  }
}

async function assertAssignable(
  manager: EntityManager,
  actor: Actor,
  { roleId, permission }: { roleId: string; permission: 'invites.add' | 'invites.destroy' },
): Promise<void> {
  const role = await manager.findOneBy(Role, { id: roleId });
  if (!role) throw new NotFoundError('Role not found');
  if (!assignableRoles(actor, permission).includes(role.name)) throw refusal(permission);
}

/**
 * An invitation is for a new member of staff, or for one who is suspended, as imported ones are.
 * @throws ValidationError for anybody else; NoPermissionError for a suspended one whom the actor may not edit
 */
async function assertMayBegin(manager: EntityManager, actor: Actor, email: string): Promise<void> {
  const user = await findByEmail(manager, email);
  if (user === null) return;
  if (user.status !== 'inactive') throw new ValidationError('User is already registered.');
  assertReaches(actor, 'users.edit', user);
}
