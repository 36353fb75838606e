import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The token of a mailed link for a password reset. The row is deleted when a password is set with it, when the
 * password, address or status of the user changes, or after it has expired.
 */
@Entity({ name: 'password_reset_tokens', schema: 'publishing' })
export class PasswordResetToken {
  /** SHA-256 of the token in hex. */
  @PrimaryColumn('text', { name: 'token_digest' })
  tokenDigest: string;

  @Column('text', { name: 'user_id' })
  userId: string;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
