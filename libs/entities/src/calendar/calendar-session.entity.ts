import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CalendarUser } from './calendar-user.entity';

/**
 * A mailed sign-in link and, after its redemption, the session. Both have the same secret, which the API calls `hash`. A session that a
 * staff user opens with a ticket of admin-api has no link: its row is created as redeemed.
 */
@Entity({ name: 'sessions', schema: 'calendar' })
export class CalendarSession {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'user_id' })
  userId: string;

  /** SHA-256 of the secret in hex; the secret is not stored. */
  @Column('text', { name: 'hash_digest' })
  hashDigest: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** The link can be redeemed until this time. */
  @Column('timestamptz', { name: 'redeemable_until_at' })
  redeemableUntilAt: Date;

  @Column('timestamptz', { name: 'redeemed_at', nullable: true })
  redeemedAt: Date | null;

  /** The end of the session; null before the redemption. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  @ManyToOne('CalendarUser', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id' })
  user?: Relation<CalendarUser>;
}
