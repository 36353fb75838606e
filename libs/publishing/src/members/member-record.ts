import {
  type Label,
  type MemberStatus,
  memberStatusSql,
  type MemberSubscription,
  queryPrepared,
} from '@almanac/entities';
import { InternalServerError, NotFoundError } from '@almanac/errors';
import {
  labelDefinition,
  memberDefinition,
  memberInstants,
  memberSubscriptionDefinition,
  reviveInstants,
  type RowOf,
} from '@almanac/resource-fields';
import { jsonObject, NEWSLETTER_NAME_SQL } from '@almanac/resource-queries';
import type { EntityManager } from 'typeorm';

/** A member with their labels and subscriptions: the result of operations, and the snapshot in outbox events. */
export interface MemberRecord extends RowOf<typeof memberDefinition> {
  status: MemberStatus;
  /** The name of the site's newsletter. */
  newsletterName: string | null;
  labels: Label[];
  subscriptions: MemberSubscription[];
}

/** A MemberRecord as one JSON expression over `publishing.members m`. */
const MEMBER_RECORD_SQL = jsonObject('m', memberDefinition.list, [
  `'status', ${memberStatusSql('m.id')}`,
  `'newsletterName', ${NEWSLETTER_NAME_SQL}`,
  `'labels', coalesce((select json_agg(${jsonObject('l', labelDefinition.list)} order by ml.sort_order, l.name)
    from publishing.members_labels ml join publishing.labels l on l.id = ml.label_id where ml.member_id = m.id), '[]')`,
  `'subscriptions', coalesce((select json_agg(${jsonObject('s', memberSubscriptionDefinition.list)} order by s.started_at, s.id)
    from publishing.member_subscriptions s where s.member_id = m.id), '[]')`,
]);

/** Reads a member; null for an unknown id. */
export async function findMemberRecord(manager: EntityManager, id: string): Promise<MemberRecord | null> {
  const text = `select ${MEMBER_RECORD_SQL} as record from publishing.members m where m.id = $1`;
  const [row] = await queryPrepared<{ record: MemberRecord }>(manager, { name: 'member_record', text }, [id]);
  return row ? reviveInstants(row.record, memberInstants) : null;
}

/** Reads a member that this transaction wrote or locked, so the row must exist. @throws InternalServerError if it does not */
export async function readMemberRecord(manager: EntityManager, id: string): Promise<MemberRecord> {
  const member = await findMemberRecord(manager, id);
  if (!member) throw new InternalServerError(`The member ${id} was written and cannot be read.`);
  return member;
}

/** Locks a member until the transaction ends, and reads their record; null for an unknown id. */
export async function findAndLockMember(manager: EntityManager, id: string): Promise<MemberRecord | null> {
  // Two statements: a single one that waits for the lock would return the labels from before the wait.
  const locked = await manager.query<object[]>('select 1 from publishing.members where id = $1 for update', [id]);
  return locked.length > 0 ? readMemberRecord(manager, id) : null;
}

/**
 * Locks a member until the transaction ends, and reads their record.
 * @throws NotFoundError for an unknown id
 */
export async function lockMemberRecord(manager: EntityManager, id: string): Promise<MemberRecord> {
  const member = await findAndLockMember(manager, id);
  if (!member) throw new NotFoundError('Resource could not be found.');
  return member;
}
