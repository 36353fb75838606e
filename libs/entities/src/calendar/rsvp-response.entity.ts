import { Column, Entity, PrimaryColumn } from 'typeorm';

export type RsvpState = 'unanswered' | 'attending' | 'waiting' | 'maybe' | 'declined';

/** The answer (RSVP) of one e-mail address to one occurrence. `unanswered`: a link was mailed and not used yet. */
@Entity({ name: 'rsvp_responses', schema: 'calendar' })
export class RsvpResponse {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'event_id' })
  eventId: string;

  /** The start that the series gives the occurrence. For a single event, its start. */
  @Column('timestamptz', { name: 'recurrence_at' })
  recurrenceAt: Date;

  /** The end of the occurrence. */
  @Column('timestamptz', { name: 'ends_at' })
  endsAt: Date;

  /** The user who answered while signed in; null if the guest has used only a mailed link. */
  @Column('text', { name: 'user_id', nullable: true })
  userId: string | null;

  @Column('text')
  email: string;

  /** The address in lower case, unique for an occurrence. */
  @Column('text', { name: 'email_key' })
  emailKey: string;

  @Column('text')
  name: string;

  @Column('text')
  state: RsvpState;

  /** The number of places that the guest wants, including the guest's own. Only an answer in the state `attending` takes them. */
  @Column('integer', { name: 'party_size' })
  partySize: number;

  /** The position on the waiting list; lower positions come first. A bigint as a string; null if the state is not `waiting`. */
  @Column('bigint', { name: 'waiting_position', nullable: true })
  waitingPosition: string | null;

  /**
   * Raised by changes of the state or the number of places, and when a split of the series moves the answer to the new event. The driver
   * returns a bigint as a string.
   */
  @Column('bigint')
  revision: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  /** For an unused link, the time of its last mail. */
  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
