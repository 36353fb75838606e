import { createObjectId } from '@almanac/entities';
import type { EntityManager } from 'typeorm';

/**
 * Requests the newsletters of posts: adds rows to `emails` in the transaction of `manager`. The worker then mails the posts to members.
 * Skips pages, posts that are not published, posts without `send_email_when_published`, and posts with a row in `emails`.
 * @param postIds the ids of posts and pages that were just published
 */
export async function requestNewsletters(manager: EntityManager, postIds: readonly string[]): Promise<void> {
  if (postIds.length === 0) return;
  const rows = postIds.map((postId) => ({ id: createObjectId(), post_id: postId }));
  await manager.query(
    `insert into publishing.emails (id, post_id, subject, recipient_filter)
     select requested.id, p.id, coalesce(nullif(p.email_subject, ''), p.title), p.email_recipient_filter
     from jsonb_to_recordset($1::jsonb) as requested (id text, post_id text)
       join publishing.posts p on p.id = requested.post_id
     where p.type = 'post' and p.status = 'published' and p.send_email_when_published
     on conflict (post_id) do nothing`,
    [JSON.stringify(rows)],
  );
}
