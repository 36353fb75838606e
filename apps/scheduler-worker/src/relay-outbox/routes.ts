import { type OutboxEventHeader, MAIL_REQUESTED } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';

const POST_PUBLISHED = 'post.published';

const jobsByEvent = new Map<string, 'send-mail' | 'mail-post'>([
  [MAIL_REQUESTED, 'send-mail'],
  [POST_PUBLISHED, 'mail-post'],
]);

/** The job that carries out an open event. */
export function jobOf({ event }: OutboxEventHeader): 'send-mail' | 'mail-post' | undefined {
  return jobsByEvent.get(event);
}

/** Whether an event may move the moment at which a post or page is to be published or taken back. */
export function mayMoveDueTime({ subjectType }: OutboxEventHeader): boolean {
  return subjectType === 'post' || subjectType === 'page';
}

/**
 * Of these events, those that ask for more than webhooks: mails, and published posts that go out to the members. They stay
 * open until their job is done.
 * @param manager of the outbox they stand in
 */
export async function openEvents(
  manager: EntityManager,
  outboxEvents: readonly OutboxEventHeader[],
): Promise<OutboxEventHeader[]> {
  const published = outboxEvents.filter(({ event }) => event === POST_PUBLISHED).map(({ id }) => id);
  const mailed =
    published.length === 0
      ? []
      : await manager.query<{ id: string }[]>(
          `select id from publishing.outbox
           where id = any($1) and payload->'current'->>'sendEmailWhenPublished' = 'true'`,
          [published],
        );
  const mailedIds = new Set(mailed.map(({ id }) => id));
  return outboxEvents.filter(({ id, event }) => event === MAIL_REQUESTED || mailedIds.has(id));
}
