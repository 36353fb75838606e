import { createObjectId, type PostStatus, type PostType } from '@almanac/entities';
import {
  currentTraceParent,
  parseWebhookEvent,
  type Snapshots,
  TEST_SUBJECT,
  type WebhookEvent,
} from '@almanac/outbox';
import type { EntityManager } from 'typeorm';
import {
  sampleCalendarEvent,
  sampleCalendarOccurrence,
  sampleCalendarRsvp,
  sampleLabel,
  sampleMember,
  samplePost,
  sampleTag,
} from './sample-subjects';

/** The status of the sample post by action; for other actions, the post is a draft. */
const statusAfter: ReadonlyMap<string, PostStatus> = new Map([
  ['published', 'published'],
  ['published.edited', 'published'],
  ['scheduled', 'scheduled'],
  ['rescheduled', 'scheduled'],
]);

function sampleSnapshots(event: WebhookEvent, now: Date): Snapshots {
  const { resource, action } = parseWebhookEvent(event);
  const post = (type: PostType): object => samplePost(type, statusAfter.get(action) ?? 'draft', now);
  const samples = {
    site: () => ({}),
    post: () => post('post'),
    page: () => post('page'),
    tag: () => sampleTag(now),
    member: () => sampleMember(now),
    label: () => sampleLabel(now),
    'calendar.event': () => sampleCalendarEvent(action, now),
    'calendar.occurrence': () => sampleCalendarOccurrence(action, now),
    'calendar.rsvp': () => sampleCalendarRsvp(action, now),
  };
  const sample = samples[resource]();
  return action === 'deleted' ? { current: {}, previous: sample } : { current: sample, previous: {} };
}

/**
 * Records an outbox event with sample data for one webhook. It is stored as relayed, so the worker does not deliver it to other webhooks,
 * and as completed: no part of it is left to process.
 * @returns the id of the event, which the receiver gets as `webhook-id`
 */
export async function recordTestEvent(
  manager: EntityManager,
  { webhookId, event, now, requestId }: { webhookId: string; event: WebhookEvent; now: Date; requestId?: string },
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
      JSON.stringify(sampleSnapshots(event, now)),
      requestId ?? null,
      currentTraceParent() ?? null,
    ],
  );
  return id;
}
