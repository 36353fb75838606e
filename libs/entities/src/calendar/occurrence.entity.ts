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
   * The duration, computed by PostgreSQL. 0: up to 4 hours, 1: up to 36 hours, 2: up to 240 hours, 3: longer. From the class, a query
   * for a period knows how long before the period an occurrence can have started.
   */
  @Column({ type: 'smallint', name: 'duration_class', insert: false, update: false })
  durationClass: number;
}
