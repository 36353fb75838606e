import { Column, Entity, JoinColumn, ManyToOne, OneToMany, PrimaryColumn, type Relation } from 'typeorm';
import type { WebhookAttempt } from './webhook-attempt.entity';
import type { Webhook } from './webhook.entity';

/** `discarded`: no attempt is left after a failure, or the webhook was disabled. */
export type WebhookDeliveryStatus = 'pending' | 'delivered' | 'discarded';

/** The delivery of one event to one webhook, unique by event and webhook. Stored for 30 days. */
@Entity({ name: 'webhook_deliveries', schema: 'publishing' })
export class WebhookDelivery {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'webhook_id' })
  webhookId: string;

  /**
   * The id of the outbox event; the column still has an old name. Sent in the header `webhook-id`, which is the same in retries and
   * replays.
   */
  @Column('text', { name: 'fact_id' })
  outboxEventId: string;

  @Column('text')
  event: string;

  @Column('text', { default: 'pending' })
  status: WebhookDeliveryStatus;

  @Column('integer', { name: 'attempt_count', default: 0 })
  attemptCount: number;

  /** When the next attempt is due; null when there is none. */
  @Column('timestamptz', { name: 'next_attempt_at', nullable: true })
  nextAttemptAt: Date | null;

  /** Until when only the worker that claimed the delivery may send it; null without a claim. */
  @Column('timestamptz', { name: 'claimed_until', nullable: true })
  claimedUntil: Date | null;

  /** Whether the delivery was requested by `POST webhooks/:id/test/`. Such a delivery is not retried. */
  @Column('boolean', { name: 'is_test', default: false })
  isTest: boolean;

  /** The time of the last request for a replay; null without one. */
  @Column('timestamptz', { name: 'replay_requested_at', nullable: true })
  replayRequestedAt: Date | null;

  /** The number of attempts before the last replay; a replay restarts the retry schedule. */
  @Column('integer', { name: 'attempts_before_replay', default: 0 })
  attemptsBeforeReplay: number;

  @Column('text', { name: 'request_id', nullable: true })
  requestId: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'completed_at', nullable: true })
  completedAt: Date | null;

  @ManyToOne('Webhook', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'webhook_id' })
  webhook?: Relation<Webhook>;

  @OneToMany('WebhookAttempt', 'delivery')
  attempts?: Relation<WebhookAttempt>[];
}
