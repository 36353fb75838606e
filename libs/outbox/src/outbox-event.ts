/** Something that became true, recorded in the transaction that made it so. */
export interface NewOutboxEvent {
  /** The noun: `post`, `page`, `tag`, `member`, `site`, `mail`, `calendar.event`. */
  subjectType: string;
  subjectId: string;
  /** The subject's revision after the change; with subject and event it makes the event unique. */
  revision: number | bigint | string;
  /** `noun.past-tense`, as webhooks name it. */
  event: string;
  payload: object;
  /** The HTTP request it came from, for the logs of what follows. */
  requestId?: string;
}

/** An event as the outbox keeps it, without what it tells. */
export interface OutboxEventHeader {
  /** 24 hex: the event's id for receivers. */
  id: string;
  subjectType: string;
  subjectId: string;
  /** A bigint in text. */
  revision: string;
  event: string;
  requestId: string | null;
  /** W3C `traceparent` of the span that recorded it; null where nothing was traced. */
  traceParent: string | null;
  occurredAt: Date;
}

/** An event as the outbox keeps it. */
export interface OutboxEvent extends OutboxEventHeader {
  payload: Record<string, unknown>;
  /** Nothing is left to do for it. */
  isCompleted: boolean;
}
