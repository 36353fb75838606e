import { Member, MemberSession } from '@almanac/entities';
import { NotFoundError } from '@almanac/errors';
import { recordEvent, recordEvents } from '@almanac/outbox';
import { type BulkMemberAction, type LabelReference, type MemberInput, trimAddress } from '@almanac/validation';
import { changesIn } from '../changes-in';
import { MAX_LABELS, resolveLabels, type ResolvedLabels } from '../labels/resolve-labels';
import { databaseTime } from '../database-time';
import { lowerCase } from '../lower-case';
import type { WriteScope } from '../write-scope';
import { setComplimentary } from './complimentary';
import { memberOutboxEvent, previousMemberValues } from './member-events';
import { writeMemberLabels } from './member-labels';
import { findAndLockMember, lockMemberRecord, type MemberRecord, readMemberRecord } from './member-record';
import { assertFreeAddress, assertMember, type MemberFields, memberColumnsFrom } from './stored-member';
import { wantedMember } from './wanted-member';

/**
 * Changes a member. An input without a change writes nothing and records no event. A new address ends all sessions of the member, because
 * the sign-in links of these sessions were for the former address. Failed mails to the former address do not stop mails to the new one.
 * @throws NotFoundError, ValidationError
 */
export async function editMember(scope: WriteScope, id: string, input: MemberInput): Promise<MemberRecord> {
  const before = await lockMemberRecord(scope.manager, id);
  const { fields, isComplimentary } = wantedMember(input, before);
  const changes = changesIn<MemberFields>(before, wantedColumns(fields));
  assertMember(changes);
  if (changes.email !== undefined) await assertFreeAddress(scope.manager, changes.email, id);
  const now = await databaseTime(scope.manager);
  const isComplimentaryChanged =
    isComplimentary !== undefined && (await setComplimentary(scope.manager, id, isComplimentary, now));
  const labels = input.labels && (await wantedLabels(scope, before, input.labels));
  if (Object.keys(changes).length === 0 && !isComplimentaryChanged && labels === undefined) return before;
  if (labels) await writeMemberLabels(scope.manager, id, labels.ids);
  if (!isOtherAddress(before, changes)) return writeEdit(scope, before, { ...changes, updatedAt: now }, labels);
  await scope.manager.delete(MemberSession, { memberId: id });
  const values = { ...changes, emailDisabled: false, emailFailures: 0, updatedAt: now };
  return writeEdit(scope, before, values, labels);
}

function wantedColumns({ email, ...fields }: MemberFields): MemberFields {
  return { ...memberColumnsFrom(fields), ...(email !== undefined && { email: trimAddress(email) }) };
}

/** Whether the address changes, except in upper and lower case. */
function isOtherAddress(before: Pick<MemberRecord, 'email'>, { email = before.email }: MemberFields): boolean {
  return lowerCase(email) !== lowerCase(before.email);
}

/**
 * Allows newsletters to the address of a member again, after they were stopped because mails to it failed permanently. Records no
 * outbox event.
 * @throws NotFoundError
 */
export async function clearSuppression(scope: WriteScope, id: string): Promise<void> {
  const { revision, emailDisabled, emailFailures } = await lockMemberRecord(scope.manager, id);
  if (!emailDisabled && emailFailures === 0) return;
  await scope.manager.update(Member, { id }, { emailDisabled: false, emailFailures: 0, revision: revision + 1 });
}

/** Deletes a member with their sessions and subscriptions. For an unknown id, does nothing. */
export async function deleteMember({ manager, settings }: WriteScope, id: string): Promise<void> {
  const before = await findAndLockMember(manager, id);
  if (!before) return;
  await manager.delete(Member, { id });
  const deleted = { id, revision: before.revision + 1 };
  await recordEvent(manager, memberOutboxEvent(settings, 'deleted', deleted, { previous: before }));
}

/**
 * Applies a bulk action to one member.
 * @throws NotFoundError for an unknown id, or if the member does not have the label to remove; ValidationError
 */
export async function editMemberInBulk(scope: WriteScope, id: string, change: BulkMemberAction): Promise<MemberRecord> {
  if (change.action === 'unsubscribe') return editMember(scope, id, { subscribed: false });
  const { labels } = await lockMemberRecord(scope.manager, id);
  const others: LabelReference[] = labels.map((label) => ({ id: label.id }));
  if (change.action === 'addLabel') return editMember(scope, id, { labels: [...others, change.label] });
  const removed = labels.find((label) => isReferencedLabel(label, change.label));
  if (!removed) throw new NotFoundError('The member does not have this label.');
  return editMember(scope, id, { labels: others.filter((other) => other.id !== removed.id) });
}

function isReferencedLabel(label: { id: string; name: string }, { id, name }: LabelReference): boolean {
  return label.id === id || (name !== undefined && lowerCase(label.name) === lowerCase(name.trim()));
}

/** The labels that an edit stores; undefined if the member already has the same labels in the same order. */
async function wantedLabels(
  scope: WriteScope,
  before: MemberRecord,
  references: readonly LabelReference[],
): Promise<ResolvedLabels | undefined> {
  const resolved = await resolveLabels(scope, references, Math.max(MAX_LABELS, before.labels.length));
  return resolved.ids.join() === before.labels.map(({ id }) => id).join() ? undefined : resolved;
}

/** Writes the columns, raises the revision, and records the outbox events. @param labels the new labels, if they changed */
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
