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

  /**
   * 0: up to 4 hours, 1: up to 36 hours, 2: up to 240 hours, 3: longer; PostgreSQL computes it. So a query knows for each
   * class how long before its period it has to look for starts.
   */
  @Column({ type: 'smallint', name: 'duration_class', insert: false, update: false })
  durationClass: number;
}
