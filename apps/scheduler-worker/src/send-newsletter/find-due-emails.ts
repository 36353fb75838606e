import type { DataSource } from 'typeorm';

const MAX_EMAILS = 100;

/** A newsletter with due work. */
export interface DueEmail {
  emailId: string;
  /** Maximum number of turns (calls of `EmailSender.send`) that have work now: one for each due batch, and at least one. */
  maxTurns: number;
}

/**
 * Finds up to 100 newsletters with due work, oldest first. The work is to render the newsletter,
 * to record its recipients, to send a batch, or to mark the newsletter as completely sent.
 * @param maxTurns upper bound of `DueEmail.maxTurns`
 */
export function findDueEmails(source: DataSource, maxTurns: number): Promise<DueEmail[]> {
  return source.query<DueEmail[]>(
    `select email.id as "emailId", greatest(email.due, 1)::int as "maxTurns" from (
       select e.id, e.created_at, e.status, e.is_prepared,
         (select count(*) from (select from publishing.email_batches b
           where b.email_id = e.id and b.completed_at is null and b.next_attempt_at <= now() limit $1) due) as due,
         exists (select from publishing.email_batches b where b.email_id = e.id and b.completed_at is null) as has_open_batch
       from publishing.emails e where e.status in ('pending', 'submitting') and e.next_attempt_at <= now()) email
     where email.due > 0 or email.status = 'pending' or not email.is_prepared or not email.has_open_batch
     order by email.created_at limit $2`,
    [maxTurns, MAX_EMAILS],
  );
}
