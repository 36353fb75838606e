import { createPersonalizer, renderEmail } from '@almanac/rendering';
import { POST_MAILED, recordEvent } from '@almanac/outbox';
import { type EmailSourceScope, type EmailStatus, readEmailSource, readLinkSecret } from '@almanac/publishing';
import type { DataSource, EntityManager } from 'typeorm';
import { readMemberSender } from '../mail-transport/member-sender';
import type { EmailContent, EmailToSend } from './email-to-send';
import type { EmailToPrepare } from './prepare-recipients';

/** The stored reason for the cancellation of a newsletter. */
const MAILED_BEFORE = 'An earlier version of Almanac mailed this post.';

/** A newsletter as it is stored, and the status of its post. */
export interface StoredEmail extends EmailToPrepare {
  postId: string;
  status: EmailStatus;
  subject: string;
  /** Null before the newsletter is rendered. */
  content: EmailContent | null;
  /** Whether all recipients are recorded. */
  isPrepared: boolean;
  /** Null when the post was deleted. */
  postStatus: string | null;
}

/** Reads a newsletter; null for an unknown id. */
export async function readEmail(manager: EntityManager, id: string): Promise<StoredEmail | null> {
  const [row] = await manager.query<StoredEmail[]>(
    `select e.id, e.post_id as "postId", e.status, e.subject, e.content, e.is_prepared as "isPrepared",
       e.recipient_filter as "recipientFilter", e.created_at as "createdAt", p.status as "postStatus",
       coalesce(p.visibility, 'public') as visibility, coalesce(e.content -> 'free' <> 'null'::jsonb, false) as "hasFreePart"
     from publishing.emails e left join publishing.posts p on p.id = e.post_id where e.id = $1`,
    [id],
  );
  return row ?? null;
}

/**
 * Starts a pending newsletter: renders it once and stores it, so that all recipients get the same mail even if the post changes. Cancels it
 * if an earlier version of Almanac has mailed the post.
 */
export async function startEmail(
  dataSource: DataSource,
  { id, postId, content }: StoredEmail,
  scope: Omit<EmailSourceScope, 'manager'>,
): Promise<void> {
  // A newsletter that was paused or failed after it was rendered is not rendered again.
  if (content) return setSubmitting(dataSource.manager, id, content, null);
  const { manager } = dataSource;
  if (!(await markMailed(manager, id, postId))) return stopEmail(manager, id, 'cancelled', MAILED_BEFORE);
  const rendered = await renderEmail(await readEmailSource({ manager, ...scope }, postId));
  await setSubmitting(manager, id, { free: rendered.free, paid: rendered.paid }, rendered.subject);
}

/** Pauses or cancels a newsletter that is pending or being sent. */
export async function stopEmail(
  manager: EntityManager,
  id: string,
  status: 'paused' | 'cancelled',
  reason: string,
): Promise<void> {
  await manager.query(
    `update publishing.emails set status = $2, error = $3, updated_at = now()
     where id = $1 and status in ('pending', 'submitting')`,
    [id, status, reason],
  );
}

/** Reads the values that are needed to send the batches of a newsletter; null if the newsletter was not rendered. */
export async function readEmailToSend(
  manager: EntityManager,
  email: StoredEmail,
  mailFrom: string,
): Promise<EmailToSend | null> {
  const { id, subject, content } = email;
  if (!content) return null;
  const personalizeFree = content.free && createPersonalizer(content.free);
  const personalizePaid = createPersonalizer(content.paid);
  const sender = await readMemberSender(manager, mailFrom);
  return { id, sender, subject, personalizeFree, personalizePaid, linkSecret: await readLinkSecret(manager) };
}

/**
 * Records the outbox event `post.mailed`, so that workers of earlier versions, which may run during an update, do not mail the post too.
 * `outboxEventId` in its payload is the id of the newsletter; earlier versions stored the id of an outbox event.
 * @returns false when an earlier version has mailed the post
 */
async function markMailed(manager: EntityManager, emailId: string, postId: string): Promise<boolean> {
  const mark = { subjectType: 'post.mailing', subjectId: postId, revision: 1, event: POST_MAILED } as const;
  if (await recordEvent(manager, { ...mark, payload: { outboxEventId: emailId } })) return true;
  const [recorded] = await manager.query<{ outboxEventId: string }[]>(
    `select payload->>'outboxEventId' as "outboxEventId" from publishing.outbox
     where subject_type = $1 and subject_id = $2 and event = $3`,
    [mark.subjectType, postId, POST_MAILED],
  );
  return recorded?.outboxEventId === emailId;
}

/** @param subject null keeps the stored subject */
async function setSubmitting(
  manager: EntityManager,
  id: string,
  content: EmailContent,
  subject: string | null,
): Promise<void> {
  await manager.query(
    `update publishing.emails
     set status = 'submitting', content = coalesce(content, $2::jsonb), subject = coalesce($3, subject), error = null,
       failing_since = null, updated_at = now()
     where id = $1 and status = 'pending'`,
    [id, JSON.stringify(content), subject],
  );
}
