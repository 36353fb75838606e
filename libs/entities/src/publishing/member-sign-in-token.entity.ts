import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The token of a magic link: a mailed link for signing in or up. Its use deletes the row. The address may belong to no member yet. */
@Entity({ name: 'member_sign_in_tokens', schema: 'publishing' })
export class MemberSignInToken {
  /** SHA-256 of the token in hex. */
  @PrimaryColumn('text', { name: 'token_digest' })
  tokenDigest: string;

  @Column('text')
  email: string;

  @Column('text', { name: 'email_type' })
  emailType: 'signin' | 'signup' | 'subscribe';

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt: Date;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
