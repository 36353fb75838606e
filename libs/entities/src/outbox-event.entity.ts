import { Column, PrimaryColumn } from 'typeorm';

/** Columns of an outbox. The transaction of a change records the event. Unique by subject, revision and event. */
export abstract class OutboxEventEntity {
  /** The event's id for receivers: 24 hex. */
  @PrimaryColumn('text')
  id: string;

  /** Grows with every row and gives the relay its order; a bigint, which the driver returns as a string. */
  @Column({ type: 'bigint', insert: false, update: false })
  position: string;

  /** The kind of the subject: `post`, `page`, `tag`, `member`, `site`, `mail`, `calendar.event`. */
  @Column('text', { name: 'subject_type' })
  subjectType: string;

  @Column('text', { name: 'subject_id' })
  subjectId: string;

  /** The subject's revision after the change; a bigint, which the driver returns as a string. */
  @Column('bigint')
  revision: string;

  /** `noun.past-tense`, as webhooks name it. */
  @Column('text')
  event: string;

  /** Snapshots `{current, previous}` for webhooks, otherwise what the job needs. */
  @Column('jsonb')
  payload: Record<string, unknown>;

  @Column('text', { name: 'request_id', nullable: true })
  requestId: string | null;

  /** W3C `traceparent` of the span that recorded it; null where nothing was traced. */
  @Column('text', { name: 'trace_parent', nullable: true })
  traceParent: string | null;

  @Column('timestamptz', { name: 'occurred_at' })
  occurredAt: Date;

  /** When the worker added its jobs or deliveries; null until then. */
  @Column('timestamptz', { name: 'relayed_at', nullable: true })
  relayedAt: Date | null;

  /** When all its work was done. A relayed event that is not completed is relayed again after a while. */
  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null;
}
