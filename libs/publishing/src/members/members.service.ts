import { Member } from '@almanac/entities';
import { recordEvent, recordEvents } from '@almanac/outbox';
import type { LabelReference, MemberInput } from '@almanac/validation';
import { changesIn } from '../changes-in';
import { resolveLabels, type ResolvedLabels } from '../labels/resolve-labels';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { databaseTime } from '../tags/stored-tag';
import { inTransaction, type WriteScope } from '../write-scope';
import { openComplimentary, setComplimentary } from './complimentary';
import { exportMembers, type MemberExportOptions } from './export-members';
import { importMembers, type ImportedRow, type MemberImportReport } from './import-members';
import { memberOutboxEvent, previousMemberValues } from './member-events';
import { writeMemberLabels } from './member-labels';
import { findAndLockMember, lockMemberRecord, type MemberRecord, readMemberRecord } from './member-record';
import { mailSignInLink, type SignInEmailType } from './sign-in-link';
import { assertMember, insertMember, type MemberFields, storedMember } from './stored-member';
import { wantedMember } from './wanted-member';

/** Operations on members. Each is one transaction that also records its outbox events. */
export class MembersService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * @param welcome the kind of mail to send to the new member; no mail when absent
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
   * @param input an absent property keeps its value; the address cannot be changed
   * @throws NotFoundError, ValidationError, NoPermissionError
   */
  async edit(actor: Actor, id: string, input: MemberInput): Promise<MemberRecord> {
    authorize(actor, 'members.edit');
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const before = await lockMemberRecord(scope.manager, id);
      const { fields, isComplimentary } = wantedMember(input, before);
      const { email: _email, ...wanted } = storedMember(fields);
      assertMember(wanted);
      const now = await databaseTime(scope.manager);
      const changes = changesIn<MemberFields>(before, wanted);
      const hasNewPlan =
        isComplimentary !== undefined && (await setComplimentary(scope.manager, id, isComplimentary, now));
      const labels = input.labels && (await wantedLabels(scope, before, input.labels));
      if (Object.keys(changes).length === 0 && !hasNewPlan && labels === undefined) return before;
      if (labels) await writeMemberLabels(scope.manager, id, labels.ids);
      return writeEdit(scope, before, { ...changes, updatedAt: now }, labels);
    });
  }

  /** Deletes a member with their sessions and subscriptions. An unknown id is no error. */
  async delete(actor: Actor, id: string): Promise<void> {
    authorize(actor, 'members.destroy');
    await inTransaction(this.context.dataSource, this.context, async ({ manager, settings }) => {
      const before = await findAndLockMember(manager, id);
      if (!before) return;
      await manager.delete(Member, { id });
      const deleted = { id, revision: before.revision + 1 };
      await recordEvent(manager, memberOutboxEvent(settings, 'deleted', deleted, { previous: before }));
    });
  }

  /**
   * Exports members as CSV in the order of their ids, a page of rows at a time.
   * @returns the header line, then the lines of one page after another
   */
  export(actor: Actor, options: MemberExportOptions): Promise<AsyncGenerator<string>> {
    authorize(actor, 'members.exportCSV');
    return exportMembers(this.context.dataSource.manager, options);
  }

  /** Imports members in batches; see `importMembers`. */
  import(actor: Actor, rows: AsyncIterable<ImportedRow[]>): Promise<MemberImportReport> {
    return importMembers(actor, this.context, rows);
  }
}

/** The labels of an edit; undefined when the member has exactly these. */
async function wantedLabels(
  scope: WriteScope,
  before: MemberRecord,
  references: readonly LabelReference[],
): Promise<ResolvedLabels | undefined> {
  const resolved = await resolveLabels(scope, references);
  return resolved.ids.join() === before.labels.map(({ id }) => id).join() ? undefined : resolved;
}

async function writeEdit(
  { manager, settings }: WriteScope,
  before: MemberRecord,
  changes: Partial<Member>,
  labels: ResolvedLabels | undefined,
): Promise<MemberRecord> {
  await manager.update(Member, { id: before.id }, { ...changes, revision: before.revision + 1 });
  const member = await readMemberRecord(manager, before.id);
  const previous = previousMemberValues(before, member);
  await recordEvents(manager, [
    ...(labels?.events ?? []),
    memberOutboxEvent(settings, 'edited', member, { current: member, previous }),
  ]);
  return member;
}
