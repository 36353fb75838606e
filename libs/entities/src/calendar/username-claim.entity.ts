import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The first address that requested a username. A sign-up with a registered address claims the username as well. So a second
 * request does not reveal whether the address had an account.
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
