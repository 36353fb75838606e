import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, type Relation } from 'typeorm';
import type { CalendarUser } from './calendar-user.entity';

export const eventStatuses = ['confirmed', 'tentative', 'cancelled'] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** Title and description of an event in one language. */
export interface EventInformation {
  /** A BCP 47 tag, as the client sent it. */
  language: string;
  title: string;
  description: string | null;
}

/**
 * A single event or a series. `firstStartAt`, `firstEndAt`, `lastEndAt` and the time index are derived from start, end, time zone,
 * recurrence and overrides. If new zone data changes the instant of the local start, start and end move with it. In PostgreSQL, the columns
 * of local times and of the time index still have their old names, e.g. `start_wall` and `footprint_hours`.
 */
@Entity({ name: 'events', schema: 'calendar' })
export class CalendarEvent {
  @PrimaryColumn('text')
  id: string;

  @Column('text', { name: 'owner_id' })
  ownerId: string;

  /** The UID of an imported event, unique among the events of its owner; null if the id is the UID. */
  @Column('text', { nullable: true })
  uid: string | null;

  @Column('text')
  status: EventStatus;

  /** An IANA name in the spelling of tzdata; aliases are not resolved. */
  @Column('text', { name: 'time_zone' })
  timeZone: string;

  /** The start in the local time of the zone, e.g. `2025-03-03T09:00:00`. */
  @Column('text', { name: 'start_wall' })
  startLocal: string;

  /** The start as an instant. When clocks are set back, a local time occurs twice; the instant decides between the two. */
  @Column('timestamptz', { name: 'start_at' })
  startAt: Date;

  @Column('timestamptz', { name: 'end_at' })
  endAt: Date;

  /** The lines of RRULE, EXDATE and RDATE (RFC 5545), joined by `\n`; null for a single event. */
  @Column('text', { nullable: true })
  recurrence: string | null;

  /** One entry for each language, in the order in which the client sent them. */
  @Column('jsonb')
  information: EventInformation[];

  @Column('text', { name: 'location_address', nullable: true })
  locationAddress: string | null;

  @Column('text', { name: 'location_name', nullable: true })
  locationName: string | null;

  /** The tags as the client wrote them, without those that equal an earlier one except for case and white space at their ends. */
  @Column('text', { array: true })
  tags: string[];

  /** The tags trimmed and in lower case, for comparison with categories. */
  @Column('text', { name: 'tag_keys', array: true })
  tagKeys: string[];

  /** The starts of the instances that overrides replace, ascending: the `recurrenceAt` of each override. */
  @Column('timestamptz', { name: 'overridden_at', array: true, default: () => "'{}'" })
  overriddenAt: Date[];

  /** Start and end of the first occurrence that is not an override; null when every instance is excluded or overridden. */
  @Column('timestamptz', { name: 'first_start_at', nullable: true })
  firstStartAt: Date | null;

  @Column('timestamptz', { name: 'first_end_at', nullable: true })
  firstEndAt: Date | null;

  /**
   * No occurrence ends after this instant, except overrides. `latestInstant` for an endless series, `earliestInstant` for a series without
   * occurrences.
   */
  @Column('timestamptz', { name: 'last_end_at' })
  lastEndAt: Date;

  /**
   * The occurrence table contains the occurrences of the event with `endAt >= materializedFromAt` and `startAt < materializedUntilAt`.
   * For a dense series, `materializedFromAt` is later than `materializedUntilAt`, because the table contains none of its occurrences.
   */
  @Column('timestamptz', { name: 'materialized_from_at' })
  materializedFromAt: Date;

  @Column('timestamptz', { name: 'materialized_until_at' })
  materializedUntilAt: Date;

  /** Time index: the UTC hours in which the series can have occurrences; bit 0 is the hour after midnight. Null for single events. */
  @Column('integer', { name: 'footprint_hours', nullable: true })
  timeIndexHours: number | null;

  /** Time index: the days of the week in UTC; bit 0 is Monday. */
  @Column('smallint', { name: 'footprint_weekdays', nullable: true })
  timeIndexWeekdays: number | null;

  /** Time index: the days of the month in UTC; bit 0 is the first day. */
  @Column('integer', { name: 'footprint_month_days', nullable: true })
  timeIndexMonthDays: number | null;

  /** Time index: the months in UTC; bit 0 is January. */
  @Column('smallint', { name: 'footprint_months', nullable: true })
  timeIndexMonths: number | null;

  /** The release of the zone data, e.g. `2026f`, with which the instants of the event and its occurrences were computed. */
  @Column('text', { name: 'zone_data_release' })
  zoneDataRelease: string;

  /** The terms of titles, places and descriptions as a tsvector, from `searchDocument`. Null in old events, until the worker adds it. */
  @Column('tsvector', { name: 'search_document', nullable: true, select: false })
  searchDocument?: string | null;

  /** Incremented by each change. A bigint, which the driver returns as a string. */
  @Column('bigint')
  revision: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt: Date;

  @Column('timestamptz', { name: 'updated_at' })
  updatedAt: Date;

  @ManyToOne('CalendarUser', { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'owner_id' })
  owner?: Relation<CalendarUser>;
}
