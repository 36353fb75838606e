import type { EventOf, MAIL_REQUESTED, OutboxEventName, POST_MAILED, WebhookEvent } from './event-names';
import type { MailPayload } from './mail';

/**
 * `current`: the subject, e.g. a post, after the change; `{}` if it was deleted. `previous`: the previous values of the changed
 * properties; `{}` if the subject was added.
 */
export interface Snapshots<Entity extends object = object> {
  current: Entity | Record<string, never>;
  previous: Partial<Entity>;
}

/** A combination of subject type, event name and payload. */
interface EventType<SubjectType extends string, Name extends OutboxEventName, Payload extends object> {
  subjectType: SubjectType;
  event: Name;
  payload: Payload;
}

/** All events that services record: the names and the payload for each subject type. */
export type RecordedEventType =
  | EventType<'site', EventOf<'site'>, Record<string, never>>
  | EventType<'post' | 'page', EventOf<'post' | 'page'>, Snapshots>
  /** One per tag: the subject id is `<post id>.<tag id>`. */
  | EventType<'post.tag' | 'page.tag', `${'post' | 'page'}.tag.${'attached' | 'detached'}`, Snapshots>
  | EventType<'tag', EventOf<'tag'>, Snapshots>
  | EventType<'member', EventOf<'member'>, Snapshots>
  | EventType<'label', EventOf<'label'>, Snapshots>
  | EventType<'calendar.event', EventOf<'calendar.event'>, Snapshots>
  | EventType<'calendar.occurrence', EventOf<'calendar.occurrence'>, Snapshots>
  | EventType<'calendar.rsvp', EventOf<'calendar.rsvp'>, Snapshots>
  | EventType<'mail', typeof MAIL_REQUESTED, MailPayload>
  /** `outboxEventId` is the id of the newsletter; earlier versions stored the id of an outbox event. */
  | EventType<'post.mailing', typeof POST_MAILED, { outboxEventId: string }>;

/** The subject type of sample events for test deliveries. They are stored as relayed, so the relay creates no deliveries for them. */
export const TEST_SUBJECT = 'webhook.test';

type StoredEventType = RecordedEventType | EventType<typeof TEST_SUBJECT, WebhookEvent, Snapshots>;

/** An event to be recorded in the transaction of the change. */
export type NewOutboxEvent = RecordedEventType & {
  subjectId: string;
  /** The revision of the subject after the change. An event is unique by subject, revision and name. */
  revision: number | bigint | string;
  /** The id of the HTTP request that caused the event, for logs. */
  requestId?: string;
};

/** A stored event without its payload. */
export interface OutboxEventHeader {
  /** 24 hex digits; receivers of webhooks get it as `webhook-id`. */
  id: string;
  subjectType: StoredEventType['subjectType'];
  subjectId: string;
  /** A bigint as a string. */
  revision: string;
  event: OutboxEventName;
  requestId: string | null;
  /** W3C `traceparent` of the span that recorded the event; null without tracing. */
  traceParent: string | null;
  occurredAt: Date;
}

/** A stored event. Instants in its payload are ISO strings. */
export type OutboxEvent = Omit<OutboxEventHeader, 'subjectType' | 'event'> &
  StoredEventType & {
    /** Whether the event was relayed, and its job, if it has one, is done or was given up. */
    isCompleted: boolean;
  };
