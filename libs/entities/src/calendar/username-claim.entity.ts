import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The first address that asked for a username. Signing up with an address that is registered already claims the name as
 * well, so that asking for it again does not tell whether the address had an account.
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
