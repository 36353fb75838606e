import { createObjectId, type PostStatus, type PostType } from '@almanac/entities';
import { currentTraceParent } from '@almanac/outbox';
import type { EntityManager } from 'typeorm';
import { sampleCalendarEvent, sampleMember, samplePost, sampleTag } from './sample-subjects';

/** `subject_type` of outbox rows that were made for a test delivery. No relay, replay or mail reads them. */
export const TEST_SUBJECT = 'webhook.test';

const statusAfter: ReadonlyMap<string, PostStatus> = new Map([
  ['published', 'published'],
  ['published.edited', 'published'],
  ['scheduled', 'scheduled'],
  ['rescheduled', 'scheduled'],
]);

function sampleOf(event: string, now: Date): object {
  const [noun = '', ...rest] = event.split('.');
  if (noun === 'post' || noun === 'page') {
    const type: PostType = noun;
    return samplePost(type, statusAfter.get(rest.join('.')) ?? 'draft', now);
  }
  if (noun === 'tag') return sampleTag(now);
  if (noun === 'member') return sampleMember(now);
  return noun === 'calendar' ? sampleCalendarEvent(now) : {};
}

/** What the outbox would hold for such an event: the subject after it, and what stood there before a deletion. */
function payloadOf(event: string, now: Date): { current: object; previous: object } {
  const sample = sampleOf(event, now);
  return event.endsWith('.deleted') ? { current: {}, previous: sample } : { current: sample, previous: {} };
}

/**
 * Records a sample of an event that is for one webhook only: the row counts as relayed and completed from the start, so that
 * nothing but its own delivery reads it.
 * @returns its id, which the receiver sees as `webhook-id`
 */
export async function recordTestEvent(
  manager: EntityManager,
  { webhookId, event, now, requestId }: { webhookId: string; event: string; now: Date; requestId?: string },
): Promise<string> {
  const id = createObjectId();
  await manager.query(
    `insert into publishing.outbox
       (id, subject_type, subject_id, revision, event, payload, request_id, trace_parent, relayed_at, completed_at)
     values ($1, $2, $3, 1, $4, $5, $6, $7, now(), now())`,
    [
      id,
      TEST_SUBJECT,
      `${webhookId}.${id}`,
      event,
      JSON.stringify(payloadOf(event, now)),
      requestId ?? null,
      currentTraceParent() ?? null,
    ],
  );
  return id;
}
