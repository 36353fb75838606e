import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Member } from './member.entity';

/** The session of a member in a browser. */
@Entity({ name: 'member_sessions', schema: 'publishing' })
export class MemberSession {
  /** SHA-256 of the cookie's secret in hex. */
  @PrimaryColumn('text', { name: 'secret_digest' })
  secretDigest: string;

  @Column('text', { name: 'member_id' })
  memberId: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @ManyToOne('Member', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'member_id' })
  member?: Relation<Member>;
}
