import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One instance of an event within the horizon, derived from the event. */
@Entity({ name: 'occurrences', schema: 'calendar' })
export class Occurrence {
  @PrimaryColumn('text', { name: 'event_id' })
  eventId: string;

  @PrimaryColumn('timestamptz', { name: 'start_at' })
  startAt: Date;

  @Column('timestamptz', { name: 'end_at' })
  endAt: Date;

  /** Copied from the event, so that indexes can leave out cancelled events. */
  @Column('boolean', { name: 'is_cancelled' })
  isCancelled: boolean;

  /** Which of {@link durationClasses} it belongs to; the database computes it. */
  @Column({ type: 'smallint', name: 'duration_class', insert: false, update: false })
  durationClass: number;
}
