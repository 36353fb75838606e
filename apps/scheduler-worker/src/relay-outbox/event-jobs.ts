import { MAIL_REQUESTED, type OutboxEventHeader, type OutboxEventName } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';

const POST_PUBLISHED = 'post.published' satisfies OutboxEventName;

/**
 * The name of the job that events of this kind have; undefined for kinds that never have one. A `post.published` event has its job only if
 * the post is mailed, which {@link findEventsWithJobs} checks.
 */
export function jobNameOf({ event }: OutboxEventHeader): 'send-mail' | 'mail-post' | undefined {
  switch (event) {
    case MAIL_REQUESTED:
      return 'send-mail';
    case POST_PUBLISHED:
      return 'mail-post';
    default:
      return undefined;
  }
}

/** Whether an event can change the moment at which a post or page is published or unpublished. */
export function canChangeDueTime({ subjectType }: OutboxEventHeader): boolean {
  return subjectType === 'post' || subjectType === 'page';
}

/**
 * The events that need a job of their own: requested mails, and published posts that are mailed to the members.
 * @param manager of the schema whose outbox contains the events
 */
export async function findEventsWithJobs(
  manager: EntityManager,
  outboxEvents: readonly OutboxEventHeader[],
): Promise<OutboxEventHeader[]> {
  const publishedIds = outboxEvents.filter(({ event }) => event === POST_PUBLISHED).map(({ id }) => id);
  const mailedIds = new Set(await findMailedPostEvents(manager, publishedIds));
  return outboxEvents.filter(({ id, event }) => event === MAIL_REQUESTED || mailedIds.has(id));
}

/**
 * The ids of those `post.published` events whose post has the option `sendEmailWhenPublished`. A post that was mailed before is included;
 * its job does not mail it again.
 */
async function findMailedPostEvents(manager: EntityManager, outboxEventIds: readonly string[]): Promise<string[]> {
  if (outboxEventIds.length === 0) return [];
  const rows = await manager.query<{ id: string }[]>(
    `select id from publishing.outbox
     where id = any($1) and payload->'current'->>'sendEmailWhenPublished' = 'true'`,
    [outboxEventIds],
  );
  return rows.map(({ id }) => id);
}
