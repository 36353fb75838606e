import { Member } from '@almanac/entities';
import { recordEvent } from '@almanac/outbox';
import type { MemberInput } from '@almanac/validation';
import { changesIn } from '../changes-in';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { databaseTime } from '../tags/stored-tag';
import { inTransaction, type WriteScope } from '../write-scope';
import { openComplimentary, setComplimentary } from './complimentary';
import { exportMembers } from './export-members';
import { importMembers, type ImportedRow, type MemberImportReport } from './import-members';
import { memberOutboxEvent } from './member-events';
import { mailSignInLink, type SignInEmailType } from './sign-in-link';
import { assertMember, insertMember, lockMember, storedMember } from './stored-member';

/** Operations on members. Each is one transaction that also records its outbox events. */
export class MembersService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * @param welcome the kind of mail to send to the new member; no mail when absent
   * @throws ValidationError, NoPermissionError
   */
  async create(actor: Actor, input: MemberInput, welcome?: SignInEmailType): Promise<Member> {
    authorize(actor, 'members.add');
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const member = await insertMember(scope.manager, { ...input, email: input.email ?? '' });
      if (input.comped) await openComplimentary(scope.manager, member.id, member.createdAt);
      if (welcome) await mailSignInLink(scope, this.context, { email: member.email, emailType: welcome });
      await recordEvent(scope.manager, memberOutboxEvent(scope.settings, 'added', member, { current: member }));
      return member;
    });
  }

  /**
   * @param input an absent property keeps its value; the address cannot be changed
   * @throws NotFoundError, ValidationError, NoPermissionError
   */
  async edit(actor: Actor, id: string, { comped, email: _email, ...input }: MemberInput): Promise<Member> {
    authorize(actor, 'members.edit');
    const wanted = storedMember(input);
    assertMember(wanted);
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const before = await lockMember(scope.manager, id);
      const now = await databaseTime(scope.manager);
      const changes = changesIn<Member>(before, wanted);
      const hasNewPlan = comped !== undefined && (await setComplimentary(scope.manager, id, comped, now));
      if (Object.keys(changes).length === 0 && !hasNewPlan) return before;
      return this.write(scope, before, { ...changes, updatedAt: now });
    });
  }

  /** Deletes a member with their sessions and subscriptions. An unknown id is no error. */
  async delete(actor: Actor, id: string): Promise<void> {
    authorize(actor, 'members.destroy');
    await inTransaction(this.context.dataSource, this.context, async ({ manager, settings }) => {
      const before = await manager.findOne(Member, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!before) return;
      await manager.delete(Member, { id });
      const deleted = { id, revision: before.revision + 1 };
      await recordEvent(manager, memberOutboxEvent(settings, 'deleted', deleted, { previous: before }));
    });
  }

  /**
   * Exports members as CSV in the order of their ids, a page of rows at a time.
   * @param limit the maximum number of members; all when absent
   * @returns the header line, then the lines of one page after another
   */
  export(actor: Actor, { limit }: { limit?: number } = {}): Promise<AsyncGenerator<string>> {
    authorize(actor, 'members.exportCSV');
    return exportMembers(this.context.dataSource.manager, { limit });
  }

  /** Imports members in batches; see `importMembers`. */
  import(actor: Actor, rows: AsyncIterable<ImportedRow[]>): Promise<MemberImportReport> {
    return importMembers(actor, this.context, rows);
  }

  private async write({ manager, settings }: WriteScope, before: Member, changes: Partial<Member>): Promise<Member> {
    const written = { ...changes, revision: before.revision + 1 };
    await manager.update(Member, { id: before.id }, written);
    const member: Member = { ...before, ...written };
    const names = Object.keys(changes) as (keyof Member)[];
    const previous = Object.fromEntries(names.map((name) => [name, before[name]]));
    await recordEvent(manager, memberOutboxEvent(settings, 'edited', member, { current: member, previous }));
    return member;
  }
}
