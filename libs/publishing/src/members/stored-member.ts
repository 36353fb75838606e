import { createObjectId, Member } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { defaultsOf, memberDefinition, writableFields } from '@almanac/resource-fields';
import { type MemberInput, trimAddress } from '@almanac/validation';
import type { EntityManager, SelectQueryBuilder } from 'typeorm';
import { assertColumns, columnRules } from '../columns/assert-columns';
import { toStoredValues } from '../columns/stored-values';
import { databaseTime } from '../database-time';

const rules = columnRules<MemberInput>(memberDefinition);
const writable = writableFields(memberDefinition);

/** The fields of a member that clients may write and that are columns of `members`. */
export type MemberFields = Omit<MemberInput, 'comped' | 'labels' | 'takesNewsletter' | 'hasPaidTier'>;

/** @throws ValidationError for the first value that its column rejects */
export function assertMember(values: MemberFields): void {
  assertColumns('members', values, rules);
}

/** The values of the columns of `members` that an input sets. A field that is absent in the input stays absent. */
export function memberColumnsFrom(input: MemberFields): MemberFields {
  // The fields of a member contain no URLs, so the URL of the site is not needed.
  return toStoredValues<MemberFields>(writable, input, '');
}

/**
 * Inserts a member.
 * @throws ValidationError when a value is not valid, or another member has the address
 */
export async function insertMember(manager: EntityManager, input: MemberFields & { email: string }): Promise<Member> {
  const email = trimAddress(input.email);
  assertMember({ ...input, email });
  await assertFreeAddress(manager, email);
  const now = await databaseTime(manager);
  const row = manager.create(Member, {
    ...defaultsOf(memberDefinition),
    ...memberColumnsFrom(input),
    id: createObjectId(),
    email,
    createdAt: now,
    updatedAt: now,
  });
  await manager.insert(Member, row);
  return row;
}

/**
 * Checks that no other member has the address, without regard to letter case.
 * @param exceptId the id of the member who gets the address; absent for a new member
 * @throws ValidationError
 */
export async function assertFreeAddress(manager: EntityManager, email: string, exceptId?: string): Promise<void> {
  const member = await findMember(manager, email);
  if (member && member.id !== exceptId) throw new ValidationError('Email address is already member.');
}

/** The member with an e-mail address, without regard to letter case; null if there is none. */
export async function findMember(manager: EntityManager, email: string): Promise<Member | null> {
  return membersWith(manager, email).getOne();
}

/** Like `findMember`. The member keeps the address until the transaction ends. */
export async function findAndLockMemberByEmail(manager: EntityManager, email: string): Promise<Member | null> {
  return membersWith(manager, email).setLock('pessimistic_read').getOne();
}

function membersWith(manager: EntityManager, email: string): SelectQueryBuilder<Member> {
  return manager.createQueryBuilder(Member, 'member').where('lower(member.email) = lower(:email)', { email });
}
