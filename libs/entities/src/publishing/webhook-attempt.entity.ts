import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WebhookDelivery } from './webhook-delivery.entity';

/**
 * An attempt of a delivery. Its request was sent, or refused before it was sent, e.g. because of the address; there is none if the
 * event is no longer stored.
 */
@Entity({ name: 'webhook_attempts', schema: 'publishing' })
export class WebhookAttempt {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'delivery_id' })
  deliveryId: string;

  /** Counts from 1 within the delivery. */
  @Column('integer')
  attempt: number;

  @Column('boolean', { name: 'is_replay', default: false })
  isReplay: boolean;

  @Column('timestamptz', { name: 'started_at' })
  startedAt: Date;

  @Column('integer', { name: 'duration_ms' })
  durationMs: number;

  /** The headers that were sent, by lower-case name; null without a request. */
  @Column('jsonb', { name: 'request_headers', nullable: true })
  requestHeaders: Record<string, string> | null;

  /** The first 20 kB of the body that was sent. */
  @Column('text', { name: 'request_body', nullable: true })
  requestBody: string | null;

  /** Null without a response. */
  @Column('integer', { name: 'response_status', nullable: true })
  responseStatus: number | null;

  /** The first 20 kB of the response body. */
  @Column('text', { name: 'response_body', nullable: true })
  responseBody: string | null;

  @Column('text', { nullable: true })
  error: string | null;

  @ManyToOne('WebhookDelivery', 'attempts', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'delivery_id' })
  delivery?: Relation<WebhookDelivery>;
}
