/** Something that became true, recorded in the transaction that made it so. */
export interface Fact {
  /** The noun: `post`, `page`, `tag`, `member`, `site`, `mail`, `calendar.event`. */
  subjectType: string;
  subjectId: string;
  /** The subject's revision after the change; with subject and event it makes the fact unique. */
  revision: number | bigint | string;
  /** `noun.past-tense`, as webhooks name it. */
  event: string;
  payload: object;
  /** The HTTP request it came from, for the logs of what follows. */
  requestId?: string;
}

/** A fact as the outbox keeps it, without what it tells. */
export interface FactHeader {
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

/** A fact as the outbox keeps it. */
export interface RecordedFact extends FactHeader {
  payload: Record<string, unknown>;
  /** Nothing is left to do for it. */
  isCompleted: boolean;
}
