import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The first e-mail address with which a username was requested. A sign-up with the address of an existing account also claims the
 * username. Otherwise a second sign-up with this username would reveal whether the first address already had an account.
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
