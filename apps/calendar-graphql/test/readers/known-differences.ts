/** Feeds that a program reads in another way than RFC 5545 says. docs/FEED-READERS.md has the same table for people. */
export interface KnownDifference {
  reader: string;
  section: string;
  reason: string;
  /** Ids of vectors. */
  ids: string[];
  /** The reader would take too long, so it does not get these feeds. */
  isUnread?: boolean;
}

const vectorsOf = (text: string): string[] => text.trim().split(/\s+/);

export const knownDifferences: KnownDifference[] = [
  {
    reader: 'ical.js',
    section: '§3.3.10',
    reason: 'BYWEEKNO is not implemented',
    ids: vectorsOf(`v0007-yearly-weekno v0009-yearly-weekno v0010-yearly-weekno-noday v0068-yearly-weekno
      v0069-yearly-weekno v0070-yearly-weekno v0071-yearly-weekno v0072-yearly-weekno-noday v0131-yearly-weekno
      v0132-yearly-weekno-noday rfc-week20-mo`),
  },
  {
    reader: 'ical.js',
    section: '§3.3.10',
    reason: 'BYSETPOS is read in MONTHLY rules with BYDAY only',
    ids: vectorsOf(`v0027-monthly-monthday-setpos v0050-daily-setpos v0051-daily-setpos v0056-hourly-setpos
      v0057-hourly-setpos v0073-yearly-setpos v0087-monthly-monthday-setpos v0102-weekly-setpos v0113-daily-setpos
      v0120-hourly-setpos v0133-yearly-setpos v0134-yearly-setpos v0148-monthly-monthday-setpos
      v0149-monthly-monthday-setpos`),
  },
  {
    reader: 'ical.js',
    section: '§3.3.10',
    reason: 'the n-th weekday of a year is every weekday',
    ids: vectorsOf('v0065-yearly-byday-nth v0129-yearly-byday-nth rfc-20mo'),
  },
  {
    reader: 'ical.js',
    section: '§3.3.10',
    reason: 'days and months that INTERVAL or a short month skips are moved instead',
    ids: vectorsOf('v0029-monthly-bymonth v0124-yearly-month-monthday v0125-yearly-month-monthday'),
  },
  {
    reader: 'ical.js',
    section: '§3.8.5.3',
    reason: 'the duration is the difference of local times, not the exact one',
    ids: vectorsOf(`v0004-yearly-byday-nth v0018-monthly-plain v0054-hourly-byminute v0077-yearly-monthday-only
      v0116-hourly-byminute`),
  },
  {
    reader: 'ical.js',
    section: '§3.3.5',
    reason: 'of two equal local times the later one is taken',
    ids: vectorsOf('v0093-weekly-plain v0097-weekly-byday'),
  },
  {
    reader: 'ical.js',
    section: '–',
    reason: 'windows are found by walking from the start',
    ids: vectorsOf('v0048-daily-byhour v0112-daily-setpos'),
    isUnread: true,
  },
  {
    reader: 'node-ical',
    section: '§3.3.10',
    reason: 'BYWEEKNO with WKST gives other weeks',
    ids: ['v0070-yearly-weekno'],
  },
  {
    reader: 'node-ical',
    section: '§3.8.5.3',
    reason:
      'the duration is the difference of local times; MINUTELY and HOURLY rules count elapsed time, not local times',
    ids: vectorsOf('v0018-monthly-plain v0054-hourly-byminute v0121-minutely rfc-minutely-20-b'),
  },
  {
    reader: 'node-ical',
    section: '§3.8.4.4',
    reason: 'an occurrence of an all-day series that gets a time becomes a date',
    ids: ['overrides: all-day', 'overrides: yearly all-day'],
  },
  {
    reader: 'node-ical',
    section: '§3.3.5',
    reason: 'of two equal local times the later one is taken',
    ids: ['v0093-weekly-plain'],
  },
  {
    reader: 'recurring_ical_events',
    section: '§3.8.5.3',
    reason: 'of several occurrences on one day only one is shown',
    ids: vectorsOf(`v0031-monthly-byhour v0037-weekly-byhour v0038-weekly-byhour v0048-daily-byhour v0050-daily-setpos
      v0052-hourly-plain v0053-hourly-byminute v0054-hourly-byminute v0055-hourly-bymonthday v0056-hourly-setpos
      v0057-hourly-setpos v0058-minutely v0092-monthly-byhour v0103-weekly-byhour v0104-weekly-byhour
      v0110-daily-byhour v0111-daily-byhour v0114-hourly-plain v0115-hourly-plain v0116-hourly-byminute
      v0117-hourly-byhour-byday v0118-hourly-byhour-byday v0120-hourly-setpos v0121-minutely rfc-hourly-3
      rfc-minutely-15 rfc-minutely-90 rfc-minutely-20-a rfc-minutely-20-b`),
  },
  {
    reader: 'recurring_ical_events',
    section: '§3.3.10',
    reason: 'BYDAY=20MO gives DTSTART only',
    ids: vectorsOf('v0065-yearly-byday-nth rfc-20mo'),
  },
  {
    reader: 'recurring_ical_events',
    section: '§3.3.5',
    reason:
      'of two equal local times the later one is taken; an occurrence at UNTIL is left out when clocks have gone forward',
    ids: vectorsOf('v0042-daily-plain v0093-weekly-plain v0097-weekly-byday'),
  },
  {
    reader: 'khal',
    section: '§3.6.1',
    reason: 'an event without duration lasts an hour',
    ids: vectorsOf(`v0024-monthly-setpos v0047-daily-monthday v0062-yearly-month-byday v0073-yearly-setpos
      v0100-weekly-bymonth v0112-daily-setpos v0114-hourly-plain v0129-yearly-byday-nth`),
  },
  {
    reader: 'khal',
    section: '§3.8.4.4',
    reason: 'an occurrence that becomes all-day, or is no longer, is shown beside the one that it replaces',
    ids: [
      'overrides: weekly across a transition',
      'overrides: daily with an EXDATE in UTC',
      'overrides: all-day',
      'overrides: monthly with RDATE',
      'overrides: yearly all-day',
    ],
  },
  {
    reader: 'khal',
    section: '§3.3.10',
    reason: 'BYDAY=20MO gives DTSTART only',
    ids: vectorsOf('v0065-yearly-byday-nth rfc-20mo'),
  },
  {
    reader: 'khal',
    section: '§3.3.5',
    reason: 'of two equal local times the later one is taken',
    ids: vectorsOf('v0093-weekly-plain v0097-weekly-byday'),
  },
  {
    reader: 'khal',
    section: '–',
    reason: 'every occurrence of an endless series is stored',
    ids: vectorsOf('v0056-hourly-setpos v0116-hourly-byminute v0120-hourly-setpos'),
    isUnread: true,
  },
];
