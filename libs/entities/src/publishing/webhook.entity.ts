import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Integration } from './integration.entity';

/** A subscription of an endpoint to one kind of event. */
@Entity({ name: 'webhooks', schema: 'publishing' })
export class Webhook {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  event: string;

  @Column('text', { name: 'target_url' })
  targetUrl: string;

  @Column('text', { nullable: true })
  name: string | null;

  /** Readable, not a digest, because deliveries are signed with it; see ADR 0012. */
  @Column('text', { nullable: true })
  secret: string | null;

  /** Until `previousSecretExpiresAt`, deliveries are signed with this secret and with the new one. */
  @Column('text', { name: 'previous_secret', nullable: true })
  previousSecret: string | null;

  @Column('timestamptz', { name: 'previous_secret_expires_at', nullable: true })
  previousSecretExpiresAt: Date | null;

  /** The API version of the payloads that the webhook gets. */
  @Column('text', { name: 'api_version', default: 'v3' })
  apiVersion: string;

  @Column('text', { name: 'integration_id', nullable: true })
  integrationId: string | null;

  @Column('text', { default: 'available' })
  status: 'available' | 'disabled';

  @Column('timestamptz', { name: 'disabled_at', nullable: true })
  disabledAt: Date | null;

  @Column('text', { name: 'disabled_reason', nullable: true })
  disabledReason: string | null;

  /** The time of the first failure after the last success; null while there is none. */
  @Column('timestamptz', { name: 'failing_since', nullable: true })
  failingSinceAt: Date | null;

  @Column('timestamptz', { name: 'last_triggered_at', nullable: true })
  lastTriggeredAt: Date | null;

  /** The HTTP status of the last attempt, as a string; null without a response. */
  @Column('text', { name: 'last_triggered_status', nullable: true })
  lastTriggeredStatus: string | null;

  @Column('text', { name: 'last_triggered_error', nullable: true })
  lastTriggeredError: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;

  @ManyToOne('Integration', 'webhooks', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'integration_id' })
  integration?: Relation<Integration> | null;
}
