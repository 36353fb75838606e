import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How an event takes answers; each of its occurrences has the same capacity. */
@Entity({ name: 'rsvp_settings', schema: 'calendar' })
export class RsvpSettings {
  @PrimaryColumn('text', { name: 'event_id' })
  eventId: string;

  /** Whether new answers are accepted. */
  @Column('boolean', { name: 'is_open' })
  isOpen: boolean;

  /** Places of each occurrence; null for any number. */
  @Column('integer', { nullable: true })
  capacity: number | null;

  /** The most places of one answer. */
  @Column('integer', { name: 'max_party_size' })
  maxPartySize: number;

  @Column('boolean', { name: 'has_waiting_list' })
  hasWaitingList: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;
}
