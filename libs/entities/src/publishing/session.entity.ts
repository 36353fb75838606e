import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { User } from './user.entity';

/** The session of a staff user in a browser. */
@Entity({ name: 'sessions', schema: 'publishing' })
export class Session {
  @PrimaryColumn('text')
  id: string;

  /** SHA-256 of the cookie's secret in hex. */
  @Column('text', { name: 'secret_digest' })
  secretDigest: string;

  @Column('text', { name: 'user_id' })
  userId: string;

  /** The origin of the request that opened the session, e.g. `https://example.com`. Later requests must come from the same origin. */
  @Column('text')
  origin: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @ManyToOne('User', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'user_id' })
  user?: Relation<User>;
}
