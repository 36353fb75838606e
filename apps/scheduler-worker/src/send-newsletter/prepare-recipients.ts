import type { PostVisibility } from '@almanac/entities';
import { recipientsSql } from '@almanac/publishing';
import type { DataSource } from 'typeorm';

/** Maximum recipients per batch; one statement records one batch. */
const BATCH_SIZE = 500;

/** The properties of a newsletter that decide which members receive it. */
export interface EmailToPrepare {
  id: string;
  /** `all`, `free`, `paid` or an NQL filter of members. */
  recipientFilter: string;
  /** The visibility of the post. */
  visibility: PostVisibility;
  /** Whether free members may read a part of the post. */
  hasFreePart: boolean;
  /** Members who signed up later do not receive the newsletter. */
  createdAt: Date;
}

/**
 * `done`: all recipients are recorded, or the newsletter may no longer be sent.
 * `more`: recipients may be left. `busy`: another worker records them now.
 */
export type PreparationState = 'done' | 'more' | 'busy';

/**
 * Records the next recipients of a newsletter and their batch with one statement, so that no members are loaded into this process.
 * The row of the newsletter stores the last recorded member, so that after a crash the next call continues with the following member.
 */
export function prepareNextRecipients(source: DataSource, email: EmailToPrepare): Promise<PreparationState> {
  const { sql, values } = recipientsSql(email, email.recipientFilter, email.createdAt);
  const [idParameter, sizeParameter] = [`$${values.length + 1}`, `$${values.length + 2}`];
  return source.transaction(async (manager) => {
    const [lock] = await manager.query<{ isAcquired: boolean }[]>(
      `select pg_try_advisory_xact_lock(hashtextextended('prepare email ' || $1, 0)) as "isAcquired"`,
      [email.id],
    );
    if (!lock?.isAcquired) return 'busy';
    const [rows] = await manager.query<[{ isPrepared: boolean }[], number]>(
      `with email as (
         select id, prepared_to, created_at from publishing.emails
         where id = ${idParameter} and status = 'submitting' and not is_prepared for update),
       recorded as (
         insert into publishing.email_recipients (email_id, member_id)
         select email.id, t.id from email cross join lateral (
           select t.id from publishing.members t
           where t.id > email.prepared_to and t.created_at <= email.created_at and ${sql}
           order by t.id limit ${sizeParameter}::int) t
         returning member_id),
       bounds as (select count(*)::int as n, max(member_id) as last from recorded),
       batch as (
         insert into publishing.email_batches (email_id, number, after_member_id, last_member_id)
         select email.id, coalesce((select max(b.number) from publishing.email_batches b where b.email_id = email.id), 0) + 1,
           email.prepared_to, bounds.last
         from email, bounds where bounds.n > 0)
       update publishing.emails e
       set prepared_to = coalesce(bounds.last, e.prepared_to), recipient_count = e.recipient_count + bounds.n,
         is_prepared = bounds.n < ${sizeParameter}::int, updated_at = now()
       from email, bounds where e.id = email.id
       returning e.is_prepared as "isPrepared"`,
      [...values, email.id, BATCH_SIZE],
    );
    // Without a row, the newsletter was already prepared, or is no longer `submitting`.
    return (rows[0]?.isPrepared ?? true) ? 'done' : 'more';
  });
}
