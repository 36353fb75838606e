import { Column, PrimaryColumn } from 'typeorm';

/**
 * The columns of an outbox. The transaction of a change inserts its events. The combination of subject, revision and event is unique.
 */
export abstract class OutboxEventEntity {
  /** 24 hexadecimal digits; receivers of webhooks get it in the header `webhook-id`. */
  @PrimaryColumn('text')
  id: string;

  /** Increases with each row; the relay reads the events in this order. A bigint, which the driver returns as a string. */
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

  /** The name of the event, e.g. `post.published`; libs/outbox defines all of them. */
  @Column('text')
  event: string;

  /** For most events, snapshots `{current, previous}`; libs/outbox defines the payload of each event. */
  @Column('jsonb')
  payload: Record<string, unknown>;

  @Column('text', { name: 'request_id', nullable: true })
  requestId: string | null;

  /** W3C `traceparent` of the span that recorded the event; null without tracing. */
  @Column('text', { name: 'trace_parent', nullable: true })
  traceParent: string | null;

  @Column('timestamptz', { name: 'occurred_at' })
  occurredAt: Date;

  /**
   * When the relay processed the event: it writes the webhook deliveries, and adds the job of the event if there is one. Null until then.
   * If the relay adds the job again, the time of the last addition. If the job is delayed on purpose, the end of the delay. Events that
   * need no relay, e.g. that of a cancelled mail, have a time, too.
   */
  @Column('timestamptz', { name: 'relayed_at', nullable: true })
  relayedAt: Date | null;

  /**
   * When the job of the event was done, given up or cancelled; `relayedAt` for an event without a job. While it is null, the worker adds
   * the job again.
   */
  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null;
}
