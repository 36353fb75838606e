import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The e-mail address for which a username is reserved. The worker removes claims without an account after 7 days. A sign-up with the
 * address of an existing account creates no account, but claims the username. Otherwise the username would still be free for another
 * address, which would reveal that the first address already had an account.
 */
@Entity({ name: 'username_claims', schema: 'calendar' })
export class UsernameClaim {
  @PrimaryColumn('text', { name: 'username_key' })
  usernameKey: string;

  @Column('text', { name: 'email_key' })
  emailKey: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
