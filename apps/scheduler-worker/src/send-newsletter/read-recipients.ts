import { isPayingSql } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import type { ClaimedBatch, PendingRecipient } from './email-to-send';

/** The next recipients of a batch, and whether the newsletter may still be sent. */
export interface RecipientsPage {
  /** False when the newsletter was stopped, e.g. paused or cancelled, or its post is no longer published. */
  maySend: boolean;
  recipients: PendingRecipient[];
}

/**
 * Reads the next due recipients of a batch, with the current data of the members. These
 * are recipients with a member id above `afterMemberId`, in the order of their member ids.
 */
export async function readRecipients(
  manager: EntityManager,
  { emailId, lastMemberId }: ClaimedBatch,
  afterMemberId: string,
  limit: number,
): Promise<RecipientsPage> {
  const [row] = await manager.query<RecipientsPage[]>(
    `select e.status = 'submitting' and p.status is not distinct from 'published' as "maySend",
       coalesce((select json_agg(due) from (
         select r.member_id as "memberId", m.email as address, m.name, coalesce(m.subscribed, false) as "isSubscribed",
           coalesce(m.email_disabled, false) as "isDisabled", ${isPayingSql('r.member_id')} as "isPaying",
           r.attempt_count as "attemptCount", coalesce(m.email_failures, 0) as "addressFailures",
           e.sent_count > 0 as "isAcceptedForOthers"
         from publishing.email_recipients r left join publishing.members m on m.id = r.member_id
         where r.email_id = e.id and r.member_id > $2 and r.member_id <= $3 and r.status = 'pending'
           and (r.next_attempt_at is null or r.next_attempt_at <= now())
         order by r.member_id limit $4) due), '[]') as recipients
     from publishing.emails e left join publishing.posts p on p.id = e.post_id where e.id = $1`,
    [emailId, afterMemberId, lastMemberId, limit],
  );
  return row ?? { maySend: false, recipients: [] };
}
