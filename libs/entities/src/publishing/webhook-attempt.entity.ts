import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { WebhookDelivery } from './webhook-delivery.entity';

/**
 * An attempt of a delivery. Its request was sent, or the worker refused to send it, e.g. because of the address of the endpoint. If the
 * event is no longer stored, the attempt has no request.
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

  /** The headers of the request, by lower-case name; null without a request. */
  @Column('jsonb', { name: 'request_headers', nullable: true })
  requestHeaders: Record<string, string> | null;

  /** The first 20 kB of the request body; null without a request. */
  @Column('text', { name: 'request_body', nullable: true })
  requestBody: string | null;

  /** Null without a response. */
  @Column('integer', { name: 'response_status', nullable: true })
  responseStatus: number | null;

  /** The first 20 kB of the response body; null without a response. */
  @Column('text', { name: 'response_body', nullable: true })
  responseBody: string | null;

  /** Null after success. */
  @Column('text', { nullable: true })
  error: string | null;

  @ManyToOne('WebhookDelivery', 'attempts', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'delivery_id' })
  delivery?: Relation<WebhookDelivery>;
}
