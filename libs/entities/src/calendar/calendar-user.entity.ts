import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A user of the calendar. */
@Entity({ name: 'users', schema: 'calendar' })
export class CalendarUser {
  @PrimaryColumn('text')
  id: string;

  /** As given at sign-up, trimmed. */
  @Column('text')
  email: string;

  /** The address in lower case; unique. */
  @Column('text', { name: 'email_key' })
  emailKey: string;

  /** As given at sign-up. */
  @Column('text')
  username: string;

  /** The username in lower case; unique. */
  @Column('text', { name: 'username_key' })
  usernameKey: string;

  @Column('text')
  name: string;

  /** When the first mailed link was redeemed; null until then. */
  @Column('timestamptz', { name: 'confirmed_at', nullable: true })
  confirmedAt: Date | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;
}
