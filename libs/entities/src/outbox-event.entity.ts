import { Column, PrimaryColumn } from 'typeorm';

/** The columns of an outbox. The transaction of a change inserts the event. Subject, revision and event are unique together. */
export abstract class OutboxEventEntity {
  /** 24 hexadecimal digits; receivers of webhooks get it as `webhook-id`. */
  @PrimaryColumn('text')
  id: string;

  /** Grows with every row and gives the relay its order; a bigint, which the driver returns as a string. */
  @Column({ type: 'bigint', insert: false, update: false })
  position: string;

  /** The kind of the subject, e.g. `post` or `calendar.event`; libs/outbox defines all of them. */
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

  /** W3C `traceparent` of the span that recorded the event; null without tracing. */
  @Column('text', { name: 'trace_parent', nullable: true })
  traceParent: string | null;

  @Column('timestamptz', { name: 'occurred_at' })
  occurredAt: Date;

  /** When the worker added its jobs or deliveries; null until then. */
  @Column('timestamptz', { name: 'relayed_at', nullable: true })
  relayedAt: Date | null;

  /** When all work of the event was done. A relayed event without this time is given to a worker again later. */
  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null;
}
