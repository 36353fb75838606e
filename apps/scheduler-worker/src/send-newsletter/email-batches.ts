import type { EntityManager } from 'typeorm';
import type { ClaimedBatch } from './email-to-send';

/** A claim expires after this time unless its worker renews it; another worker can claim the batch then. */
export const LEASE_MS = 12_000;

/** Claims the next due batch of a newsletter; null when none is due, or the newsletter is not being sent. */
export async function claimBatch(manager: EntityManager, emailId: string): Promise<ClaimedBatch | null> {
  const [rows] = await manager.query<[ClaimedBatch[], number]>(
    `update publishing.email_batches set next_attempt_at = now() + make_interval(secs => $2::float8 / 1000)
     where (email_id, number) = (
       select b.email_id, b.number from publishing.email_batches b join publishing.emails e on e.id = b.email_id
       where b.email_id = $1 and b.completed_at is null and b.next_attempt_at <= now()
         and e.status = 'submitting' and e.next_attempt_at <= now()
       order by b.next_attempt_at, b.number limit 1 for update of b skip locked)
     returning email_id as "emailId", number, after_member_id as "afterMemberId", last_member_id as "lastMemberId",
       next_attempt_at::text as "claimedUntil"`,
    [emailId, LEASE_MS],
  );
  return rows[0] ?? null;
}

/** Extends the claim of a batch. @returns the batch with its new claim; null when another worker has claimed it */
export async function renewBatch(manager: EntityManager, batch: ClaimedBatch): Promise<ClaimedBatch | null> {
  const { emailId, number, claimedUntil } = batch;
  const [rows] = await manager.query<[{ claimedUntil: string }[], number]>(
    `update publishing.email_batches set next_attempt_at = now() + make_interval(secs => $4::float8 / 1000)
     where email_id = $1 and number = $2 and completed_at is null and next_attempt_at = $3::timestamptz
     returning next_attempt_at::text as "claimedUntil"`,
    [emailId, number, claimedUntil, LEASE_MS],
  );
  return rows[0] ? { ...batch, ...rows[0] } : null;
}

/** Makes a batch due again at once, unless another worker has claimed it. */
export async function releaseBatch(
  manager: EntityManager,
  { emailId, number, claimedUntil }: ClaimedBatch,
): Promise<void> {
  await manager.query(
    `update publishing.email_batches set next_attempt_at = now()
     where email_id = $1 and number = $2 and completed_at is null and next_attempt_at = $3::timestamptz`,
    [emailId, number, claimedUntil],
  );
}

/**
 * Ends the processing of a batch, unless another worker has claimed it. If no recipient is pending, the batch is complete. Otherwise
 * the batch is due again at the earliest next attempt of its pending recipients.
 */
export async function finishBatch(
  manager: EntityManager,
  { emailId, number, afterMemberId, lastMemberId, claimedUntil }: ClaimedBatch,
): Promise<void> {
  await manager.query(
    `with pending as (
       select count(*) as n, min(coalesce(next_attempt_at, now())) as due_at from publishing.email_recipients
       where email_id = $1 and member_id > $3 and member_id <= $4 and status = 'pending')
     update publishing.email_batches b
     set completed_at = case when pending.n = 0 then now() end, next_attempt_at = coalesce(pending.due_at, now())
     from pending where b.email_id = $1 and b.number = $2 and b.next_attempt_at = $5::timestamptz`,
    [emailId, number, afterMemberId, lastMemberId, claimedUntil],
  );
}

/** Marks a newsletter as submitted if all its batches are complete. @returns whether it was marked */
export async function completeEmail(manager: EntityManager, emailId: string): Promise<boolean> {
  const [rows] = await manager.query<[object[], number]>(
    `update publishing.emails e set status = 'submitted', submitted_at = coalesce(submitted_at, now()), updated_at = now(), error = null
     where e.id = $1 and e.status = 'submitting' and e.is_prepared and not exists (
       select from publishing.email_batches b where b.email_id = e.id and b.completed_at is null)
     returning 1`,
    [emailId],
  );
  return rows.length > 0;
}
