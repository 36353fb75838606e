import type { EntityManager } from 'typeorm';

/** The outcome of sending a newsletter to one member. */
export interface RecipientOutcome {
  emailId: string;
  memberId: string;
  /** `skipped`: no attempt was made, because the member may not get the mail. `pending`: the mail is tried again. */
  status: 'sent' | 'failed' | 'skipped' | 'pending';
  /** Milliseconds until the next attempt; only for `pending`. */
  nextInMs?: number;
  /** Whether the failure is permanent. If staff retry the newsletter, such a recipient gets no further attempt. */
  isPermanent?: boolean;
  /** Whether the attempt does not count, because the mail server may reject every recipient. */
  isUncounted?: boolean;
  /** Why the mail was not sent. */
  error?: string;
  /** The address of the member, if the mail server replied that the address does not receive mail. */
  failedAddress?: string;
  /** Whether the member's count of permanent failures was above 0 before this attempt. */
  hadAddressFailures?: boolean;
}

/** A member whose address caused this number of permanent failures in a row gets no further newsletters. */
const MAX_FAILURES = 2;

/**
 * Writes outcomes with one statement: the recipients, the counts of their newsletters, and the failures of addresses.
 * Two workers may send the same mail if one of them pauses for longer than its lease. So the outcome of a recipient who is no longer
 * pending is ignored. The `limit` gives the planner of PostgreSQL the number of rows. Without it, the planner expects 100 rows from the
 * JSON function, and may read all recipients of a newsletter for each write.
 * @returns the ids of the members who get no further newsletters because of their address
 */
export async function recordOutcomes(manager: EntityManager, outcomes: readonly RecipientOutcome[]): Promise<string[]> {
  const rows = await manager.query<{ memberId: string }[]>(
    `with given as (
       select * from jsonb_to_recordset($1::jsonb) as o ("emailId" text, "memberId" text, status text, "nextInMs" float8,
         "isPermanent" boolean, "isUncounted" boolean, error text, "failedAddress" text, "hadAddressFailures" boolean)
       limit $2::int),
     written as (
       update publishing.email_recipients r
       set status = o.status, error = o.error, is_permanent = coalesce(o."isPermanent", false),
         attempt_count = r.attempt_count + case when o.status = 'skipped' or o."isUncounted" then 0 else 1 end,
         next_attempt_at = now() + make_interval(secs => o."nextInMs" / 1000),
         processed_at = case when o.status <> 'pending' then now() end
       from given o where r.email_id = o."emailId" and r.member_id = o."memberId" and r.status = 'pending'
       returning r.email_id, r.member_id, r.status),
     counted as (
       update publishing.emails e
       set sent_count = e.sent_count + c.sent, failed_count = e.failed_count + c.failed,
         skipped_count = e.skipped_count + c.skipped, updated_at = now(),
         failing_since = case when c.sent > 0 then null else e.failing_since end,
         error = case when c.sent > 0 then null else e.error end
       from (select email_id, count(*) filter (where status = 'sent') as sent,
           count(*) filter (where status = 'failed') as failed, count(*) filter (where status = 'skipped') as skipped
         from written group by email_id) c where e.id = c.email_id),
     recovered as (
       update publishing.members m set email_failures = 0
       from given o join written w on w.email_id = o."emailId" and w.member_id = o."memberId"
       where o."hadAddressFailures" and o.status = 'sent' and m.id = o."memberId"),
     marked as (
       update publishing.members m
       set email_failures = m.email_failures + f.failures,
         email_disabled = m.email_failures + f.failures >= ${MAX_FAILURES}, revision = m.revision + 1
       from (select o."memberId", lower(o."failedAddress") as address, count(*)::int as failures
         from given o join written w on w.email_id = o."emailId" and w.member_id = o."memberId"
         where o."failedAddress" is not null group by 1, 2) f
       where m.id = f."memberId" and lower(m.email) = f.address returning m.id, m.email_disabled)
     select id as "memberId" from marked where email_disabled`,
    [JSON.stringify(outcomes), outcomes.length],
  );
  return rows.map(({ memberId }) => memberId);
}
