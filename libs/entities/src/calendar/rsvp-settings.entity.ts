import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The RSVP settings of an event; each of its occurrences has the same capacity. */
@Entity({ name: 'rsvp_settings', schema: 'calendar' })
export class RsvpSettings {
  @PrimaryColumn('text', { name: 'event_id' })
  eventId: string;

  /** If false, only the answer `NO` is accepted. */
  @Column('boolean', { name: 'is_open' })
  isOpen: boolean;

  /** The number of places of each occurrence; null if there is no limit. */
  @Column('integer', { nullable: true })
  capacity: number | null;

  /** The maximum number of places of one answer. */
  @Column('integer', { name: 'max_party_size' })
  maxPartySize: number;

  @Column('boolean', { name: 'has_waiting_list' })
  hasWaitingList: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
