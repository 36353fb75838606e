import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A user of the calendar. The account was created by a sign-up, or when a staff user first signed in with a ticket: a JWT that admin-api
 * signs for staff.
 */
@Entity({ name: 'users', schema: 'calendar' })
export class CalendarUser {
  @PrimaryColumn('text')
  id: string;

  /** As given at sign-up, trimmed; otherwise the address of the staff user. */
  @Column('text')
  email: string;

  /** The address in lower case; unique. */
  @Column('text', { name: 'email_key' })
  emailKey: string;

  /** As given at sign-up; otherwise derived from the name of the staff user. */
  @Column('text')
  username: string;

  /** The username in lower case; unique. */
  @Column('text', { name: 'username_key' })
  usernameKey: string;

  @Column('text')
  name: string;

  /** When the first sign-in link or ticket was redeemed; null until then. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
