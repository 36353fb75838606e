import { type CalendarEvent } from '@almanac/entities';
import {
  formatUtc,
  offsetAt,
  parseTimestamp,
  readSeries,
  requireZone,
  type Zone,
  zoneNames,
} from '@almanac/recurrence';
import ICAL from 'ical.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { calendarText, writeCalendar } from '../src/icalendar/calendar-text';
import { timeZoneComponent } from '../src/icalendar/time-zone-component';
import { TestCalendar } from './calendar';

interface Vector {
  id: string;
  tags: string[];
  timeZone: string;
  startTimestamp: string;
  endTimestamp: string;
  recurrenceInput: string | null;
  windowFrom: string;
  windowTo: string;
  expected: { utcStart: string }[];
}

const VECTORS = join(__dirname, '../../../libs/recurrence/test/vectors');
const vectors = ['recurrence-150', 'recurrence-rfc5545-examples'].flatMap((name): Vector[] =>
  JSON.parse(readFileSync(join(VECTORS, `${name}.json`), 'utf8')),
);

/**
 * What ical.js 2 does differently: it knows no BYSETPOS but in MONTHLY;BYDAY rules, no BYWEEKNO, no n-th weekday of a
 * year, rolls days over that a month of a yearly rule lacks, and takes the later of two equal local times. It walks from the start, so far windows of daily
 * rules would take it long.
 */
function isWhereIcalJsErrs({ recurrenceInput: text, tags }: Vector): boolean {
  const rule = text ?? '';
  return (
    /BYWEEKNO|BYSETPOS|FREQ=YEARLY;BYDAY=[+-]?\d/.test(rule) ||
    (/FREQ=(?:DAILY|HOURLY)/.test(rule) && tags.includes('far-from-dtstart')) ||
    /YEARLY;INTERVAL.*BYMONTHDAY|MONTHLY;INTERVAL.*BYMONTH=/.test(rule) ||
    tags.some((tag) => ['gap', 'overlap', 'subdaily-dst', 'dtstart-fold0'].includes(tag))
  );
}

const CREATED = new Date('2025-01-01T00:00:00Z');

function eventOf(over: Partial<CalendarEvent> = {}): CalendarEvent {
  const event = {
    id: '5f1b2c3d4e5f6a7b8c9d0e1f',
    status: 'confirmed',
    revision: '3',
    createdAt: CREATED,
    updatedAt: CREATED,
  };
  const texts = {
    information: [{ language: 'en', title: 'Tide, table; \\ and\nmore', description: null }],
    tags: ['harbour, east'],
  };
  return { ...event, ...texts, locationName: 'Pier 4', locationAddress: 'Quay 1; Harbour', ...over } as CalendarEvent;
}

function parse(text: string): ICAL.Component {
  const calendar = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.reset();
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  return calendar;
}

/** An all-day event's DATE is the midnight of the vector's zone. */
function instantOf(time: ICAL.Time, zone: Zone): number {
  if (!time.isDate) return time.toUnixTime();
  const midnight = Date.UTC(time.year, time.month - 1, time.day) / 1000;
  return midnight - offsetAt(zone, midnight - offsetAt(zone, midnight));
}

/** The starts of the first VEVENT's occurrences that overlap the vector's window, as ical.js finds them. */
function startsByIcalJs(text: string, vector: Vector): string[] {
  const zone = requireZone(vector.timeZone, 'timeZone');
  const [from, to] = [parseTimestamp(vector.windowFrom), parseTimestamp(vector.windowTo)];
  const event = new ICAL.Event(parse(text).getFirstSubcomponent('vevent') ?? undefined);
  const found = new Set<string>();
  const take = (begin: ICAL.Time, finish: ICAL.Time): boolean => {
    const [start, end] = [instantOf(begin, zone), instantOf(finish, zone)];
    if (start < to && (end > from || (start === end && start >= from))) found.add(formatUtc(start));
    return start < to;
  };
  if (event.isRecurring()) {
    const iterator = event.iterator();
    for (let next = iterator.next(); next; next = iterator.next()) {
      const { startDate, endDate } = event.getOccurrenceDetails(next);
      if (!take(startDate, endDate)) break;
    }
  } else {
    take(event.startDate, event.endDate);
  }
  return [...found].sort();
}

const textOf = (vector: Vector) =>
  calendarText(null, [
    {
      event: eventOf(),
      series: readSeries({
        timeZone: vector.timeZone,
        start: vector.startTimestamp,
        end: vector.endTimestamp,
        recurrence: vector.recurrenceInput,
      }),
      overrides: [],
    },
  ]);

describe('the iCalendar text of an event', () => {
  const comparable = vectors.filter((vector) => !isWhereIcalJsErrs(vector));

  it('is compared on most of the vectors', () => {
    expect(comparable.length).toBeGreaterThan(120);
  });

  it.each(comparable.map((vector) => [vector.id, vector] as const))(
    '%s gives ical.js the same occurrences',
    (_, vector) => {
      expect(startsByIcalJs(textOf(vector), vector)).toEqual(vector.expected.map(({ utcStart }) => utcStart));
    },
  );

  it('has CRLF line ends and no line over 75 octets', () => {
    for (const vector of vectors) {
      const lines = textOf(vector).split('\r\n');
      expect(lines.every((line) => Buffer.byteLength(line) <= 75 && !line.includes('\n'))).toBe(true);
      expect(lines.at(-1)).toBe('');
    }
  });
});

describe('names and UIDs in a calendar', () => {
  it('cannot add lines to it', () => {
    const hostile = 'x\nEND:VEVENT\r\nEND:VCALENDAR, y; \\z';
    const time = { timeZone: 'UTC', start: '2026-06-01T09:00:00Z', end: '2026-06-01T10:00:00Z' };
    const text = calendarText(hostile, [{ event: eventOf({ uid: hostile }), series: readSeries(time), overrides: [] }]);
    const calendar = parse(text);
    const read = hostile.replace('\r\n', '\n');
    // ical.js does not know the types of these two properties, so it returns the values as they are written.
    const written = String.raw`x\nEND:VEVENT\nEND:VCALENDAR\, y\; \\z`;
    expect(['name', 'x-wr-calname'].map((name) => calendar.getFirstPropertyValue(name))).toEqual([written, written]);
    expect(calendar.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('uid'))).toEqual([read]);
  });
});

describe('a calendar that is written in parts', () => {
  it('has the same bytes', async () => {
    const events = vectors.map(
      ({ timeZone, startTimestamp: start, endTimestamp: end, recurrenceInput: recurrence }) => ({
        event: eventOf({ locationName: 'END:VCALENDAR\r\nBEGIN:VEVENT\r\n' }),
        series: readSeries({ timeZone, start, end, recurrence }),
        overrides: [],
      }),
    );
    for (const count of [0, 1, 10, 11, events.length]) {
      const some = events.slice(0, count);
      expect(await writeCalendar('All', some)).toBe(calendarText('All', some));
    }
  });
});

describe('the time zone component', () => {
  const nasty = [
    'Africa/Casablanca',
    'America/Vancouver',
    'Asia/Gaza',
    'Europe/Dublin',
    'America/Nuuk',
    'Australia/Lord_Howe',
  ];
  const sample = [...nasty, ...zoneNames().filter((_, i) => i % 15 === 0)];

  it('gives ical.js the offsets of zones all over the world from the start on', () => {
    const from = parseTimestamp('2015-06-01T00:00:00Z');
    const instants = Array.from({ length: 19 * 12 }, (_, month) => from + month * 30.5 * 86_400);
    for (const name of sample) {
      const zone = requireZone(name, 'timeZone');
      const read = new ICAL.Timezone(new ICAL.Component(ICAL.parse(timeZoneComponent(zone, from))));
      const isFarFromTransition = (instant: number) =>
        offsetAt(zone, instant - 10_800) === offsetAt(zone, instant + 10_800);
      const differing = instants.filter(isFarFromTransition).filter((instant) => {
        const local = new Date((instant + offsetAt(zone, instant)) * 1000).toISOString().slice(0, 19);
        return read.utcOffset(ICAL.Time.fromDateTimeString(local)) !== offsetAt(zone, instant);
      });
      expect([name, differing.map((instant) => formatUtc(instant))]).toEqual([name, []]);
    }
  });
});

describe('the feeds', () => {
  const CREATE = `mutation ($input: CreateEventInput!) { createEvent(input: $input) { id } }`;
  let calendar: TestCalendar;
  let id: string;

  beforeAll(async () => {
    calendar = await TestCalendar.start();
    const { hash } = await calendar.addUser('harbour.master');
    const input = {
      time: {
        timeZone: 'Europe/Berlin',
        start: '2025-03-03T09:00:00+01:00',
        end: '2025-03-03T10:00:00+01:00',
        recurrence: 'FREQ=WEEKLY;COUNT=4\nEXDATE:20250310T080000Z',
      },
      info: [{ language: 'en', title: 'Tide; table, \\ of\nthe harbour', description: 'High water' }],
      location: { name: 'Pier 4', address: 'Quay 1' },
      meta: { tags: ['Tides', 'harbour, east'] },
      status: 'tentative',
    };
    const created = await calendar.ask<{ createEvent: { id: string } }>(CREATE, { input }, { hash });
    id = created.createEvent.id;
    await calendar.ask(
      CREATE,
      { input: { ...input, status: 'cancelled', time: { ...input.time, recurrence: null } } },
      { hash },
    );
  });

  afterAll(() => calendar.stop());

  const get = (url: string, headers: Record<string, string> = {}) =>
    calendar.app.inject({ method: 'GET', url, headers });

  it('have all events of a user, found whatever the case of the name', async () => {
    const response = await get('/calendars/Harbour.Master.ics');
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8');
    const events = parse(response.body).getAllSubcomponents('vevent');
    expect(events.map((event) => event.getFirstPropertyValue('status'))).toEqual(
      expect.arrayContaining(['TENTATIVE', 'CANCELLED']),
    );
    expect(response.body).not.toContain('@example.org');
  });

  it('have one event with its texts, tags and exceptions', async () => {
    const { body } = await get(`/events/${id}.ics`);
    const [event] = parse(body).getAllSubcomponents('vevent');
    const { summary, description, location, uid } = new ICAL.Event(event);
    expect({ summary, description, location, uid }).toEqual({
      summary: 'Tide; table, \\ of\nthe harbour',
      description: 'High water',
      location: 'Pier 4\nQuay 1',
      uid: id,
    });
    expect(event?.getAllProperties('categories').flatMap((property) => property.getValues())).toEqual([
      'Tides',
      'harbour, east',
    ]);
    expect(body).toContain('EXDATE;TZID=Europe/Berlin:20250310T090000');
    expect(body).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin');
  });

  it('answer 304 as long as nothing changed', async () => {
    const first = await get(`/events/${id}.ics`);
    const etag = String(first.headers.etag);
    expect((await get(`/events/${id}.ics`)).headers.etag).toBe(etag);
    const again = await get(`/events/${id}.ics`, { 'if-none-match': `"other", ${etag}` });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await get(`/events/${id}.ics`, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it.each([
    '/calendars/unknown.ics',
    '/calendars/harbour.master',
    '/events/000000000000000000000000.ics',
    '/events/1.ics',
    "/events/'.ics",
  ])('answer 404 to %s', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] });
  });
});
