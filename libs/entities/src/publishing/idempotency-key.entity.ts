import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The stored response of a write with an `Idempotency-Key`. Without a status, the write still runs, or its process ended before the
 * response. With a status, but without a body, the write was executed, and its response is not stored.
 */
@Entity({ name: 'idempotency_keys', schema: 'publishing' })
export class IdempotencyKey {
  /** The client: `user:<id>` or `integration:<id>`. */
  @PrimaryColumn('text')
  actor: string;

  @PrimaryColumn('text')
  key: string;

  /** SHA-256 of method, path and body in hex. A request with the same key and another digest is rejected. */
  @Column('text', { name: 'request_digest' })
  requestDigest: string;

  @Column('integer', { name: 'response_status', nullable: true })
  responseStatus: number | null;

  @Column('jsonb', { name: 'response_headers', nullable: true })
  responseHeaders: Record<string, string> | null;

  @Column('text', { name: 'response_body', nullable: true })
  responseBody: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;
}
