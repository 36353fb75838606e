import { Member } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { MemberInput } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { type LinkPurpose, memberIdOfToken, readLinkSecret } from '../emails/member-links';
import type { ContentContext } from '../publishing-context';
import { type MemberPageSite, readMemberPageSite } from '../settings/member-page-site';
import { inTransaction } from '../write-scope';
import { editMember } from './edit-member';
import { findAndLockMember, type MemberRecord } from './member-record';

/** The fields that members may change themselves. */
export type MemberPreferences = Pick<MemberInput, 'name' | 'subscribed'>;

/** Operations by which members change their own name, and whether they get posts by mail. */
export class MemberPreferencesService {
  constructor(private readonly context: ContentContext) {}

  /** The values of the site that the pages for members show. */
  site(): Promise<MemberPageSite> {
    return readMemberPageSite(this.context.dataSource.manager);
  }

  /** Whether this site signed the token of a link in a mail. The member may have been deleted. */
  async isValidToken(purpose: LinkPurpose, token: string): Promise<boolean> {
    return (await this.memberIdOf(purpose, token, this.context.dataSource.manager)) !== null;
  }

  /**
   * Stops posts by mail for the member of a token. Changes nothing if the member gets no posts by mail, or was deleted.
   * @returns false if this site did not sign the token
   */
  async unsubscribe(token: string): Promise<boolean> {
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const id = await this.memberIdOf('unsubscribe', token, scope.manager);
      if (id === null) return false;
      if (await findAndLockMember(scope.manager, id)) await editMember(scope, id, { subscribed: false });
      return true;
    });
  }

  /**
   * Whether the member of a token gets posts by mail.
   * @returns null if this site did not sign the token, or the member was deleted
   */
  async isSubscribed(token: string): Promise<boolean | null> {
    const { manager } = this.context.dataSource;
    const id = await this.memberIdOf('preferences', token, manager);
    if (id === null) return null;
    return (await manager.findOneBy(Member, { id }))?.subscribed ?? null;
  }

  /**
   * Starts or stops posts by mail for the member of a token.
   * @returns false if this site did not sign the token, or the member was deleted
   */
  async setSubscribed(token: string, subscribed: boolean): Promise<boolean> {
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const id = await this.memberIdOf('preferences', token, scope.manager);
      if (id === null || !(await findAndLockMember(scope.manager, id))) return false;
      await editMember(scope, id, { subscribed });
      return true;
    });
  }

  /**
   * Changes the preferences of a signed-in member.
   * @throws NotFoundError when the member was deleted; ValidationError
   */
  async edit(memberId: string, preferences: MemberPreferences): Promise<MemberRecord> {
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      if (!(await findAndLockMember(scope.manager, memberId))) throw new NotFoundError('Member not found.');
      return editMember(scope, memberId, preferences);
    });
  }

  private async memberIdOf(purpose: LinkPurpose, token: string, manager: EntityManager): Promise<string | null> {
    return memberIdOfToken(purpose, token, await readLinkSecret(manager));
  }
}
