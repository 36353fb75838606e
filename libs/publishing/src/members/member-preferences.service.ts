import { Member } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import type { MemberInput } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { type LinkPurpose, memberOfToken, readLinkSecret } from '../emails/member-links';
import type { ContentContext } from '../publishing-context';
import { type SiteOfPages, siteOfPages } from '../settings/site-of-pages';
import { inTransaction } from '../write-scope';
import { editMember } from './edit-member';
import { findAndLockMember, type MemberRecord } from './member-record';

/** The fields that members may change themselves. */
export type MemberPreferences = Pick<MemberInput, 'name' | 'subscribed'>;

/** Operations of members on their own subscription. */
export class MemberPreferencesService {
  constructor(private readonly context: ContentContext) {}

  /** The site as the pages of members show it. */
  site(): Promise<SiteOfPages> {
    return siteOfPages(this.context.dataSource.manager);
  }

  /** Whether this site signed the token of a link in a mail. The member may have been deleted. */
  async isValidToken(purpose: LinkPurpose, token: string): Promise<boolean> {
    return (await this.memberOf(purpose, token, this.context.dataSource.manager)) !== null;
  }

  /**
   * Ends the subscription of the member of a token. A member who is not subscribed, or was deleted, is no error.
   * @returns false when the token is not one of this site
   */
  async unsubscribe(token: string): Promise<boolean> {
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const id = await this.memberOf('unsubscribe', token, scope.manager);
      if (id === null) return false;
      if (await findAndLockMember(scope.manager, id)) await editMember(scope, id, { subscribed: false });
      return true;
    });
  }

  /**
   * Whether the member of a token gets posts by mail.
   * @returns null when the token is not one of this site, or the member was deleted
   */
  async isSubscribed(token: string): Promise<boolean | null> {
    const { manager } = this.context.dataSource;
    const id = await this.memberOf('preferences', token, manager);
    if (id === null) return null;
    return (await manager.findOneBy(Member, { id }))?.subscribed ?? null;
  }

  /**
   * Starts or ends the subscription of the member of a token.
   * @returns false when the token is not one of this site, or the member was deleted
   */
  async subscribe(token: string, subscribed: boolean): Promise<boolean> {
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const id = await this.memberOf('preferences', token, scope.manager);
      if (id === null || !(await findAndLockMember(scope.manager, id))) return false;
      await editMember(scope, id, { subscribed });
      return true;
    });
  }

  /**
   * Changes the name or the subscription of a signed-in member.
   * @throws NotFoundError when the member was deleted; ValidationError
   */
  async edit(memberId: string, preferences: MemberPreferences): Promise<MemberRecord> {
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      if (!(await findAndLockMember(scope.manager, memberId))) throw new NotFoundError('Member not found.');
      return editMember(scope, memberId, preferences);
    });
  }

  private async memberOf(purpose: LinkPurpose, token: string, manager: EntityManager): Promise<string | null> {
    return memberOfToken(purpose, token, await readLinkSecret(manager));
  }
}
