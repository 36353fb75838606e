import type { Label, PostStatus, PostType } from '@almanac/entities';
import {
  defaultsOf,
  labelDefinition,
  memberDefinition,
  postDefinition,
  tagDefinition,
  userDefinition,
} from '@almanac/resource-fields';
import type { MemberRecord } from '../members/member-record';
import type { AuthorRecord, PostRecord } from '../posts/post-record';
import type { TagRecord } from '../tags/stored-tag';

const SAMPLE_ID = '000000000000000000000000';
const SAMPLE_UUID = '00000000-0000-4000-8000-000000000000';
const SAMPLE_TEXT = 'This is a test delivery. Nothing changed on the site.';
const SAMPLE_MOBILEDOC = JSON.stringify({
  version: '0.3.1',
  atoms: [],
  cards: [],
  markups: [],
  sections: [[1, 'p', [[0, [], 0, SAMPLE_TEXT]]]],
});

/** A tag for test deliveries; no row has its id. */
export function sampleTag(now: Date): TagRecord {
  return {
    ...defaultsOf(tagDefinition),
    id: SAMPLE_ID,
    name: 'Test tag',
    slug: 'test-tag',
    createdAt: now,
    updatedAt: now,
    hasPublishedPosts: true,
  };
}

function sampleAuthor(now: Date): AuthorRecord {
  return {
    ...defaultsOf(userDefinition),
    id: SAMPLE_ID,
    name: 'Test author',
    slug: 'test-author',
    email: 'test@example.com',
    createdAt: now,
    createdBy: SAMPLE_ID,
    updatedAt: now,
    updatedBy: SAMPLE_ID,
    roles: [],
    hasPublishedPosts: true,
  };
}

/** A post or page with one tag and one author for test deliveries; no row has its id. */
export function samplePost(type: PostType, status: PostStatus, now: Date): PostRecord {
  return {
    ...defaultsOf(postDefinition),
    id: SAMPLE_ID,
    uuid: SAMPLE_UUID,
    title: `Test ${type}`,
    slug: `test-${type}`,
    mobiledoc: SAMPLE_MOBILEDOC,
    html: `<p>${SAMPLE_TEXT}</p>`,
    plaintext: SAMPLE_TEXT,
    commentId: SAMPLE_ID,
    type,
    status,
    createdAt: now,
    createdBy: SAMPLE_ID,
    updatedAt: now,
    updatedBy: SAMPLE_ID,
    publishedAt: status === 'draft' ? null : now,
    publishedBy: status === 'draft' ? null : SAMPLE_ID,
    meta: null,
    tags: [sampleTag(now)],
    authors: [sampleAuthor(now)],
  };
}

/** A member for test deliveries; no row has its id. */
export function sampleMember(now: Date): MemberRecord {
  return {
    ...defaultsOf(memberDefinition),
    id: SAMPLE_ID,
    email: 'test@example.com',
    name: 'Test member',
    createdAt: now,
    updatedAt: now,
    status: 'free',
    newsletterName: 'Test site',
    labels: [sampleLabel(now)],
    subscriptions: [],
  };
}

/** A label for test deliveries; no row has its id. */
export function sampleLabel(now: Date): Label {
  return {
    ...defaultsOf(labelDefinition),
    id: SAMPLE_ID,
    name: 'Test label',
    slug: 'test-label',
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * A calendar event for test deliveries, with the properties of a snapshot in the calendar's outbox.
 * @param action the last part of the event name
 */
export function sampleCalendarEvent(action: string, now: Date): Record<string, unknown> {
  return {
    id: SAMPLE_ID,
    ownerId: SAMPLE_ID,
    status: action === 'cancelled' ? 'cancelled' : 'confirmed',
    timeZone: 'Etc/UTC',
    start: now.toISOString(),
    end: now.toISOString(),
    recurrence: null,
    info: [{ language: 'en', title: 'Test event', description: SAMPLE_TEXT }],
    location: { address: null, name: null },
    tags: [],
    createdAt: now,
    updatedAt: now,
  };
}

/**
 * An occurrence of a calendar event for test deliveries, with the properties of a snapshot in the calendar's outbox.
 * @param action the last part of the event name
 */
export function sampleCalendarOccurrence(action: string, now: Date): Record<string, unknown> {
  const { ownerId, timeZone, status, start, end, info, location } = sampleCalendarEvent(action, now);
  const recurrenceId = `${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
  const identity = { id: `${SAMPLE_ID}_${recurrenceId}`, eventId: SAMPLE_ID, ownerId, recurrenceId };
  return { ...identity, status, timeZone, start, end, isAllDay: false, info, location, updatedAt: now };
}

/**
 * An answer (RSVP) to a calendar event for test deliveries, with the properties of a snapshot in the calendar's outbox.
 * @param action the last part of the event name
 */
export function sampleCalendarRsvp(action: string, now: Date): Record<string, unknown> {
  const { id, eventId, ownerId, recurrenceId } = sampleCalendarOccurrence(action, now);
  return {
    id: SAMPLE_ID,
    eventId,
    occurrenceId: id,
    ownerId,
    recurrenceId,
    userId: null,
    name: 'Test guest',
    email: 'test@example.com',
    state: action === 'removed' ? 'declined' : 'attending',
    partySize: 1,
    updatedAt: now,
  };
}
