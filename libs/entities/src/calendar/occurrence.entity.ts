import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A stored instance of an event, derived from the event. Of a series, the instances within the horizon are stored, without those that have
 * an override. Of a dense series, none is stored.
 */
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
   * The class of the duration, computed by PostgreSQL. 0: up to 4 hours, 1: up to 36 hours, 2: up to 240 hours, 3: longer. Occurrences
   * that run at the start of a period began before it; a query searches each class only as far back as its longest duration.
   */
  @Column({ type: 'smallint', name: 'duration_class', insert: false, update: false })
  durationClass: number;
}
