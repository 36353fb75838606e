/** A sample event of the calendar. */
export interface SeedEvent {
  title: string;
  description: string;
  language: string;
  timeZone: string;
  /** RFC 3339, with the offset of the zone at that time. */
  start: string;
  end: string;
  /** Lines of RFC 5545; absent for a single event. */
  recurrence?: string;
  tags: string[];
  place: string;
  status?: 'confirmed' | 'tentative' | 'cancelled';
  /** The number of guests for whom each occurrence has places. If absent, guests cannot answer the event. */
  places?: number;
}

/** The sample events: series and single events in several time zones, from 2026 on. */
export const seedEvents: SeedEvent[] = [
  {
    title: 'Fish market',
    description: 'From the boats, until it is gone.',
    language: 'en',
    timeZone: 'Europe/Lisbon',
    start: '2026-01-03T06:30:00+00:00',
    end: '2026-01-03T09:00:00+00:00',
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=TU,SA',
    tags: ['Market', 'Town'],
    place: 'North quay',
  },
  {
    title: 'Editorial meeting',
    description: 'All desks, one table.',
    language: 'en',
    timeZone: 'Europe/Berlin',
    start: '2026-01-05T09:30:00+01:00',
    end: '2026-01-05T10:15:00+01:00',
    recurrence: 'RRULE:FREQ=WEEKLY;BYDAY=MO\nEXDATE;TZID=Europe/Berlin:20260406T093000',
    tags: ['Work'],
    place: 'Rope Street 4',
  },
  {
    title: 'Call with the islands',
    description: 'By radio, weather permitting.',
    language: 'en',
    timeZone: 'Atlantic/Azores',
    start: '2026-01-07T18:00:00-01:00',
    end: '2026-01-07T18:30:00-01:00',
    recurrence: 'RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=WE',
    tags: ['Work', 'Sea'],
    place: 'Radio room',
  },
  {
    title: 'New York printing slot',
    description: 'Pages must be there before.',
    language: 'en',
    timeZone: 'America/New_York',
    start: '2026-01-09T14:00:00-05:00',
    end: '2026-01-09T15:00:00-05:00',
    recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=2FR',
    tags: ['Work'],
    place: 'Online',
  },
  {
    title: 'Stargazing on the pier',
    description: 'Lamps out at eleven.',
    language: 'en',
    timeZone: 'Europe/Lisbon',
    start: '2026-01-16T22:00:00+00:00',
    end: '2026-01-17T00:30:00+00:00',
    recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=3FR',
    tags: ['Sky'],
    place: 'Pier',
    places: 20,
  },
  {
    title: 'Harbour festival',
    description: 'Three days of boats and noise.',
    language: 'en',
    timeZone: 'Europe/Lisbon',
    start: '2026-08-07T00:00:00+01:00',
    end: '2026-08-10T00:00:00+01:00',
    recurrence: 'RRULE:FREQ=YEARLY;BYMONTH=8;BYDAY=1FR',
    tags: ['Festival', 'Town'],
    place: 'Whole harbour',
  },
  {
    title: 'Tide table review',
    description: 'Next month, line by line.',
    language: 'en',
    timeZone: 'Europe/Lisbon',
    start: '2026-01-30T16:00:00+00:00',
    end: '2026-01-30T17:00:00+00:00',
    recurrence: 'RRULE:FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    tags: ['Work', 'Sea'],
    place: 'Rope Street 4',
  },
  {
    title: 'Swift count',
    description: 'With the school.',
    language: 'en',
    timeZone: 'Europe/Lisbon',
    start: '2026-05-09T07:00:00+01:00',
    end: '2026-05-09T09:00:00+01:00',
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=8',
    tags: ['Sky', 'Walks'],
    place: 'School roof',
  },
  {
    title: 'Tokyo exchange: letters',
    description: 'Our sister magazine reads with us.',
    language: 'en',
    timeZone: 'Asia/Tokyo',
    start: '2026-02-10T20:00:00+09:00',
    end: '2026-02-10T21:00:00+09:00',
    recurrence: 'RRULE:FREQ=MONTHLY;BYMONTHDAY=10',
    tags: ['Work'],
    place: 'Online',
  },
  {
    title: 'Causeway walk',
    description: 'Three hours, sturdy shoes.',
    language: 'en',
    timeZone: 'Europe/Lisbon',
    start: '2026-12-05T10:00:00+00:00',
    end: '2026-12-05T13:00:00+00:00',
    tags: ['Walks', 'Sea'],
    place: 'South gate',
  },
  {
    title: 'Boat auction',
    description: 'Awaiting the weather.',
    language: 'en',
    timeZone: 'Europe/Lisbon',
    start: '2026-12-12T11:00:00+00:00',
    end: '2026-12-12T14:00:00+00:00',
    tags: ['Market'],
    place: 'Yard',
    status: 'tentative',
  },
];
