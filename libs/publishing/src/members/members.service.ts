import { recordEvents } from '@almanac/outbox';
import type { BulkMemberAction, MemberInput } from '@almanac/validation';
import { type BulkResult, changeInBatches } from '../bulk/bulk-change';
import { memberLinks, readLinkSecret } from '../emails/member-links';
import { resolveLabels } from '../labels/resolve-labels';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { inTransaction } from '../write-scope';
import { openComplimentary } from './complimentary';
import { clearSuppression, deleteMember, editMember, editMemberInBulk } from './edit-member';
import { exportMembers, type MemberExportOptions } from './export-members';
import { importMembers, type MemberRow, type MemberImportOptions, type MemberImportReport } from './import-members';
import { memberOutboxEvent } from './member-events';
import { writeMemberLabels } from './member-labels';
import { lockMemberRecord, type MemberRecord, readMemberRecord } from './member-record';
import { type MemberStats, readMemberStats } from './member-stats';
import { createSignInLink, mailSignInLink, type SignInEmailType } from './sign-in-link';
import { insertMember } from './stored-member';
import { wantedMember } from './wanted-member';

/**
 * Operations on members. Each write is one transaction that also records its outbox events (`clearSuppression` and `signInUrl` have none);
 * `editMany`, `deleteMany` and `import` use one transaction per batch.
 */
export class MembersService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * Creates a member.
   * @param welcome the kind of sign-in link to mail to the new member; no mail when absent
   * @throws ValidationError, NoPermissionError
   */
  async create(actor: Actor, input: MemberInput, welcome?: SignInEmailType): Promise<MemberRecord> {
    authorize(actor, 'members.add');
    const { fields, isComplimentary } = wantedMember(input);
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { manager, settings } = scope;
      const { id, email, createdAt } = await insertMember(manager, { ...fields, email: fields.email ?? '' });
      const resolved = await resolveLabels(scope, input.labels ?? []);
      await writeMemberLabels(manager, id, resolved.ids);
      if (isComplimentary) await openComplimentary(manager, id, createdAt);
      if (welcome) await mailSignInLink(scope, this.context, { email, emailType: welcome });
      const member = await readMemberRecord(manager, id);
      await recordEvents(manager, [
        ...resolved.events,
        memberOutboxEvent(settings, 'added', member, { current: member }),
      ]);
      return member;
    });
  }

  /**
   * Changes a member.
   * @param input an absent property keeps its value
   * @throws NotFoundError, ValidationError, NoPermissionError
   */
  async edit(actor: Actor, id: string, input: MemberInput): Promise<MemberRecord> {
    authorize(actor, 'members.edit');
    return inTransaction(this.context.dataSource, this.context, (scope) => editMember(scope, id, input));
  }

  /**
   * Lets a member get newsletters again. If two newsletters in a row to a member fail permanently because of the address, the worker sends
   * no more to this member.
   * @throws NotFoundError, NoPermissionError
   */
  async clearSuppression(actor: Actor, id: string): Promise<void> {
    authorize(actor, 'members.edit');
    await inTransaction(this.context.dataSource, this.context, (scope) => clearSuppression(scope, id));
  }

  /** Deletes a member with their sessions and subscriptions. For an unknown id, does nothing. @throws NoPermissionError */
  async delete(actor: Actor, id: string): Promise<void> {
    authorize(actor, 'members.destroy');
    await inTransaction(this.context.dataSource, this.context, (scope) => deleteMember(scope, id));
  }

  /** Applies one change to many members. If a label to add does not exist, it is created. @throws NoPermissionError */
  async editMany(
    actor: Actor,
    { ids, change }: { ids: readonly string[]; change: BulkMemberAction },
  ): Promise<BulkResult> {
    authorize(actor, 'members.edit');
    const context = { dataSource: this.context.dataSource, settings: this.context };
    return changeInBatches(context, ids, (scope, id) => editMemberInBulk(scope, id, change));
  }

  /** Deletes many members. An unknown id counts as successful. @throws NoPermissionError */
  async deleteMany(actor: Actor, ids: readonly string[]): Promise<BulkResult> {
    authorize(actor, 'members.destroy');
    const context = { dataSource: this.context.dataSource, settings: this.context };
    return changeInBatches(context, ids, deleteMember);
  }

  /**
   * Creates a link that signs the member in once, for staff who help the member.
   * @returns the URL
   * @throws NotFoundError, NoPermissionError
   */
  async signInUrl(actor: Actor, id: string): Promise<string> {
    authorize(actor, 'members.impersonate');
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { email } = await lockMemberRecord(scope.manager, id);
      return createSignInLink(scope, this.context, email);
    });
  }

  /**
   * Reads the key that signs the URLs by which members unsubscribe. Such a URL works without a sign-in.
   * @returns a function that builds the URL for the id of a member
   * @throws NoPermissionError
   */
  async unsubscribeUrls(actor: Actor): Promise<(memberId: string) => string> {
    authorize(actor, 'members.browse');
    const { dataSource, siteUrl } = this.context;
    const secret = await readLinkSecret(dataSource.manager);
    return (memberId) => memberLinks(memberId, { siteUrl, secret }).unsubscribeUrl;
  }

  /** The numbers of members by status and day, and of subscriptions. @throws NoPermissionError */
  stats(actor: Actor): Promise<MemberStats> {
    authorize(actor, 'members.browse');
    return readMemberStats(this.context.dataSource.manager);
  }

  /**
   * Exports members as CSV in the order of their ids.
   * @returns the header line, then the lines in chunks
   * @throws NoPermissionError
   */
  export(actor: Actor, options: MemberExportOptions): Promise<AsyncGenerator<string>> {
    authorize(actor, 'members.exportCSV');
    return exportMembers(this.context.dataSource.manager, options);
  }

  /** Imports members in batches; see `importMembers`. @throws NoPermissionError */
  import(actor: Actor, rows: AsyncIterable<MemberRow[]>, options: MemberImportOptions): Promise<MemberImportReport> {
    return importMembers(actor, this.context, { rows, ...options });
  }
}
