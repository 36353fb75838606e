import { NotFoundError, ValidationError } from '@almanac/errors';
import type { EmailStatus } from '@almanac/resource-fields';
import type { EntityManager } from 'typeorm';
import { recordAction } from '../actions/record-action';
import type { Actor } from '../permissions/actor';
import { authorize } from '../permissions/authorize';
import type { ContentContext } from '../publishing-context';
import { inTransaction } from '../write-scope';
import { type EmailOperation, emailOperations } from './email-operations';

/** Operations on the mails of posts. The worker sends the mails. */
export class EmailsService {
  constructor(private readonly context: ContentContext) {}

  /**
   * Pauses, resumes, cancels or retries the mail of a post. After a pause or a cancellation, workers may still start mails for about
   * a second. A retry sends to the recipients without an attempt so far, and to those whose failure was temporary.
   * @param id the id of the row in `emails`
   * @throws NotFoundError, NoPermissionError; ValidationError when the status of the mail does not allow the operation, or the mail
   *   cannot be continued because its recipients were removed after 90 days
   */
  async apply(actor: Actor, id: string, operation: EmailOperation): Promise<void> {
    authorize(actor, 'emails.edit');
    const { from, to, past } = emailOperations[operation];
    await inTransaction(this.context.dataSource, this.context, async ({ manager }) => {
      const status = await lockStatus(manager, id);
      if (status === to) return;
      if (!from.includes(status)) {
        const help = `Only a mail that is ${from.join(' or ')} can be ${past}.`;
        throw new ValidationError(`The mail is ${status} and cannot be ${past}.`, { property: 'status', help });
      }
      if (to === 'pending') await assertRecipientsAreStored(manager, id);
      if (operation === 'retry') await reopenFailed(manager, id);
      await manager.query(
        `update publishing.emails set status = $2, failing_since = null, next_attempt_at = now(), updated_at = now(),
           error = case when $2 = 'pending' then null else error end where id = $1`,
        [id, to],
      );
      await recordAction(manager, actor, 'edited', 'email', id);
    });
  }
}

async function lockStatus(manager: EntityManager, id: string): Promise<EmailStatus> {
  const [row] = await manager.query<{ status: EmailStatus }[]>(
    'select status from publishing.emails where id = $1 for update',
    [id],
  );
  if (!row) throw new NotFoundError('Email not found.');
  return row.status;
}

/**
 * The worker removes the recipients of old mails. Without them, a mail that is continued would be marked as sent, and no member would get it.
 * @throws ValidationError when recipients of the mail were recorded and none of them is stored any more
 */
async function assertRecipientsAreStored(manager: EntityManager, id: string): Promise<void> {
  const [row] = await manager.query<{ areRemoved: boolean }[]>(
    `select recipient_count > 0 and not exists (select from publishing.email_recipients r where r.email_id = e.id) as "areRemoved"
     from publishing.emails e where e.id = $1`,
    [id],
  );
  if (!row?.areRemoved) return;
  throw new ValidationError('The mail is too old to be sent again: its recipients are no longer stored.', {
    property: 'status',
    help: 'Recipients are stored for 90 days.',
  });
}

/** Makes recipients with a temporary failure pending again, and makes their batches due. */
async function reopenFailed(manager: EntityManager, id: string): Promise<void> {
  await manager.query(
    `with reopened as (
       update publishing.email_recipients
       set status = 'pending', attempt_count = 0, next_attempt_at = null, processed_at = null
       where email_id = $1 and status = 'failed' and not is_permanent returning member_id),
     batches as (
       update publishing.email_batches b set completed_at = null, next_attempt_at = now()
       where b.email_id = $1 and exists (
         select from reopened r where r.member_id > b.after_member_id and r.member_id <= b.last_member_id))
     update publishing.emails set failed_count = failed_count - (select count(*) from reopened) where id = $1`,
    [id],
  );
}
