import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CalendarUser } from './calendar-user.entity';

/** A mailed sign-in link, and from its redemption on the session it opened: one secret serves for both. */
@Entity({ name: 'sessions', schema: 'calendar' })
export class CalendarSession {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'user_id' })
  userId: string;

  /** SHA-256 of the mailed hash in hex; the hash itself is not stored. */
  @Column('text', { name: 'hash_digest' })
  hashDigest: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** Until when the link can be redeemed. */
  @Column('timestamptz', { name: 'redeemable_until_at' })
  redeemableUntilAt: Date;

  @Column('timestamptz', { name: 'redeemed_at', nullable: true })
  redeemedAt: Date | null;

  /** When the session ends; null before it began. */
  @Column('timestamptz', { name: 'expires_at', nullable: true })
  expiresAt: Date | null;

  @Column('timestamptz', { name: 'revoked_at', nullable: true })
  revokedAt: Date | null;

  @ManyToOne('CalendarUser', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id' })
  user?: Relation<CalendarUser>;
}
