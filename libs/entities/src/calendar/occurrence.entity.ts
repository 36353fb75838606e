import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One instance of an event, for the rolling horizon. Derived: it can be thrown away and made again from the events. */
@Entity({ name: 'occurrences', schema: 'calendar' })
export class Occurrence {
  @PrimaryColumn('text', { name: 'event_id' })
  eventId: string;

  @PrimaryColumn('timestamptz', { name: 'start_at' })
  startAt: Date;

  @Column('timestamptz', { name: 'end_at' })
  endAt: Date;

  /** Repeats the event's status, so that cancelled events cost the occurrences query nothing. */
  @Column('boolean', { name: 'is_cancelled' })
  isCancelled: boolean;

  /** Which of {@link durationClasses} it belongs to; the database computes it. */
  @Column({ type: 'smallint', name: 'duration_class', insert: false, update: false })
  durationClass: number;
}
