import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { Role } from './role.entity';

/** An invitation to join the staff. */
@Entity({ name: 'invites', schema: 'publishing' })
export class Invite {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'role_id' })
  roleId: string;

  @Column('text', { default: 'pending' })
  status: 'pending' | 'sent';

  /** SHA-256 of the token in hex; the token itself is only in the mail. */
  @Column('text', { name: 'token_digest' })
  tokenDigest: string;

  /** Unique; upper and lower case count as equal. */
  @Column('text')
  email: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('text', { name: 'created_by' })
  createdBy: string;

  @Column('timestamptz', { name: 'updated_at', nullable: true })
  updatedAt: Date | null;

  @ManyToOne('Role', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'role_id' })
  role?: Relation<Role>;
}
