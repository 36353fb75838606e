import { createObjectId, Member } from '@almanac/entities';
import { NotFoundError, ValidationError } from '@almanac/errors';
import { type MemberInput, trimAddress } from '@almanac/validation';
import type { EntityManager } from 'typeorm';
import { anEmail, assertColumns, type ColumnRule } from '../columns/assert-columns';
import { databaseTime } from '../tags/stored-tag';

const columns: { [P in keyof MemberInput]?: ColumnRule } = {
  email: { column: 'email', maxLength: 191, isRequired: true, check: anEmail },
  name: { column: 'name', maxLength: 191 },
  note: { column: 'note', maxLength: 2000 },
};

/** @throws ValidationError for the first value that its column does not take */
export function assertMember(values: Pick<MemberInput, 'email' | 'name' | 'note'>): void {
  assertColumns('members', values, columns);
}

/** Writes a new member. */
export async function insertMember(
  manager: EntityManager,
  input: Pick<MemberInput, 'name' | 'note'> & { email: string },
): Promise<Member> {
  const email = trimAddress(input.email);
  assertMember({ ...input, email });
  if (await findMember(manager, email)) throw new ValidationError('Email address is already member.');
  const now = await databaseTime(manager);
  const row = manager.create(Member, {
    id: createObjectId(),
    email,
    name: input.name || null,
    note: input.note || null,
    revision: 1,
    createdAt: now,
    updatedAt: now,
  });
  await manager.insert(Member, row);
  return row;
}

/** The member with an address, in whatever letter case. */
export async function findMember(manager: EntityManager, email: string): Promise<Member | null> {
  return manager.createQueryBuilder(Member, 'member').where('lower(member.email) = lower(:email)', { email }).getOne();
}

/**
 * A member's row, kept from other writers until the transaction ends.
 * @throws NotFoundError
 */
export async function lockMember(manager: EntityManager, id: string): Promise<Member> {
  const member = await manager.findOne(Member, { where: { id }, lock: { mode: 'pessimistic_write' } });
  if (!member) throw new NotFoundError('Resource could not be found.');
  return member;
}
