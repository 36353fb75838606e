import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CalendarEvent, EventInformation, EventStatus } from './calendar-event.entity';

/** The location of a changed occurrence. */
export interface OverrideLocation {
  address: string | null;
  name: string | null;
}

/**
 * An instance of a series that is cancelled or changed: a component with RECURRENCE-ID (RFC 5545 §3.8.4.4). The override replaces the
 * instance, so neither the expansion nor the occurrence table contains the instance. If `status`, `information` or `location` is null, the
 * occurrence has the value of the event.
 */
@Entity({ name: 'occurrence_overrides', schema: 'calendar' })
export class OccurrenceOverride {
  @PrimaryColumn('text', { name: 'event_id' })
  eventId: string;

  /** The start that the series gives this instance. A change of the occurrence's own time does not change it. */
  @PrimaryColumn('timestamptz', { name: 'recurrence_at' })
  recurrenceAt: Date;

  /** `recurrenceAt` in the local time of the event's zone, e.g. `2025-03-03T09:00:00`. */
  @Column('text', { name: 'recurrence_wall' })
  recurrenceLocal: string;

  /** Start and end of the occurrence: those of the override if it has a time of its own, else those of the series. */
  @Column('timestamptz', { name: 'start_at' })
  startAt: Date;

  @Column('timestamptz', { name: 'end_at' })
  endAt: Date;

  /** The occurrence's own start in the local time of the event's zone; null when it has the time of the series. */
  @Column('text', { name: 'start_wall', nullable: true })
  startLocal: string | null;

  @Column('text', { nullable: true })
  status: EventStatus | null;

  @Column('jsonb', { nullable: true })
  information: EventInformation[] | null;

  @Column('jsonb', { nullable: true })
  location: OverrideLocation | null;

  /** Whether the event is cancelled; a copy, so that queries need not read the event. The indexes include this column. */
  @Column('boolean', { name: 'is_event_cancelled' })
  isEventCancelled: boolean;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  /** Whether the occurrence itself is cancelled; PostgreSQL computes it. */
  @Column({ type: 'boolean', name: 'is_cancelled', insert: false, update: false })
  isCancelled: boolean;

  /** The duration, in the classes 0 to 3 of `Occurrence.durationClass`; PostgreSQL computes it. */
  @Column({ type: 'smallint', name: 'duration_class', insert: false, update: false })
  durationClass: number;

  @ManyToOne('CalendarEvent', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'event_id' })
  event?: Relation<CalendarEvent>;
}
