import { parseTimestamp } from '@almanac/recurrence';
import { type EventTimeInput } from '../src/generated/schema-types';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';
import { expectedOf, type FeedCase, occurrenceText, shownBy } from './readers/feed-case';
import { describePythonReaders, type FeedReader, npmReaders, pythonReaders } from './readers/feed-readers';
import { knownDifferences } from './readers/known-differences';
import { vectors } from './vectors';

const PAGE = `query ($filter: OccurrencesQueryFilter!) {
  occurrencePage(filter: $filter, first: 1000) {
    nodes { occurrence { id utcStart utcEnd } info { title } }
    pageInfo { hasNextPage }
  }
}`;
const CHANGE = 'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }';

interface Page {
  occurrencePage: {
    nodes: { occurrence: { id: string; utcStart: string; utcEnd: string }; info: { title: string }[] }[];
    pageInfo: { hasNextPage: boolean };
  };
}

/** Series in which one occurrence is renamed, one cancelled, one moved, one moved far, and one is all-day. */
const overridden: Record<string, EventTimeInput> = {
  'weekly across a transition': {
    timeZone: 'Europe/Berlin',
    start: '2026-03-09T09:00:00+01:00',
    end: '2026-03-09T10:00:00+01:00',
    recurrence: 'FREQ=WEEKLY;COUNT=20',
  },
  'daily with an EXDATE in UTC': {
    timeZone: 'UTC',
    start: '2026-06-01T09:00:00Z',
    end: '2026-06-01T10:00:00Z',
    recurrence: 'FREQ=DAILY;COUNT=20\nEXDATE:20260602T090000Z',
  },
  'all-day': {
    timeZone: 'America/New_York',
    start: '2026-03-06T00:00:00-05:00',
    end: '2026-03-07T00:00:00-05:00',
    recurrence: 'FREQ=DAILY;COUNT=20',
  },
  'monthly with RDATE': {
    timeZone: 'Australia/Sydney',
    start: '2026-01-30T18:30:00+11:00',
    end: '2026-01-30T20:00:00+11:00',
    recurrence: 'FREQ=MONTHLY;BYDAY=-1FR\nRDATE;TZID=Australia/Sydney:20260217T183000',
  },
  'yearly all-day': {
    timeZone: 'Asia/Tokyo',
    start: '2020-05-05T00:00:00+09:00',
    end: '2020-05-07T00:00:00+09:00',
    recurrence: 'FREQ=YEARLY',
  },
};
const OVERRIDDEN_WINDOW = { from: '2020-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' };

describe('feeds read by other programs', () => {
  let calendar: TestCalendar;
  let hash: string;
  const cases: FeedCase[] = [];

  const pageOf = async (tag: string, window: { from: string; to: string }) => {
    const { occurrencePage } = await calendar.ask<Page>(PAGE, { filter: { ...window, categories: [tag] } });
    expect(occurrencePage.pageInfo.hasNextPage).toBe(false);
    return occurrencePage.nodes;
  };

  async function addCase(id: string, eventId: string, timeZone: string, window: { from: string; to: string }) {
    const text = (await calendar.app.inject({ url: `/events/${eventId}.ics` })).body;
    const expected = (await pageOf(id, window)).map(({ occurrence: { utcStart, utcEnd }, info }) =>
      occurrenceText(parseTimestamp(utcStart), parseTimestamp(utcEnd), info[0]?.title ?? ''),
    );
    const [from, to] = [parseTimestamp(window.from), parseTimestamp(window.to)];
    cases.push({ id, timeZone, text, from, to, expected: expected.sort() });
  }

  async function addOverrides(tag: string): Promise<void> {
    const [first, second, third, fourth, fifth] = await pageOf(tag, OVERRIDDEN_WINDOW);
    const at = (node: typeof first) => ({ id: node?.occurrence.id });
    for (const input of [
      { ...at(first), info: [{ language: 'en', title: 'Renamed' }] },
      { ...at(second), status: 'cancelled' },
      { ...at(third), time: { start: '2026-02-28T18:00:00Z', end: '2026-02-28T19:30:00Z' } },
      { ...at(fourth), time: { start: '2028-07-10T12:00:00Z', end: '2028-07-10T13:00:00Z' } },
      { ...at(fifth), time: { start: '2026-07-10T12:00:00Z', end: '2026-07-11T12:00:00Z', allDay: true } },
    ]) {
      await calendar.ask(CHANGE, { input }, { hash });
    }
  }

  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-11-01T00:00:00Z')) });
    ({ hash } = await calendar.addUser());
    for (const { id, timeZone, windowFrom, windowTo, ...vector } of vectors) {
      const { startTimestamp: start, endTimestamp: end, recurrenceInput: recurrence } = vector;
      const time = { timeZone, start, end, recurrence };
      const eventId = await addEvent(calendar, hash, { time, meta: { tags: [id] } });
      await addCase(id, eventId, timeZone, { from: windowFrom, to: windowTo });
    }
    for (const [name, time] of Object.entries(overridden)) {
      const id = `overrides: ${name}`;
      const eventId = await addEvent(calendar, hash, { time, meta: { tags: [id] } });
      await addOverrides(id);
      await addCase(id, eventId, time.timeZone, OVERRIDDEN_WINDOW);
    }
  }, 300_000);
  afterAll(() => calendar.stop());

  /** The feeds in which a program shows other occurrences than GraphQL. */
  function differencesOf({ read, hasTitles }: FeedReader, readable: readonly FeedCase[]): string[] {
    const readings = read(readable);
    const differing = readable.filter((feed) => {
      const reading = readings.get(feed.id) ?? 'nothing';
      const shown = typeof reading === 'string' ? reading : shownBy(feed, reading);
      return JSON.stringify(shown) !== JSON.stringify(expectedOf(feed, hasTitles));
    });
    return differing.map(({ id }) => id);
  }

  const itShowsTheSame = (readers: FeedReader[]) =>
    it.each(readers.map((reader) => [reader.name, reader] as const))(
      '%s shows what GraphQL shows, except where it differs from RFC 5545',
      (name, reader) => {
        const known = knownDifferences.filter((difference) => difference.reader === name);
        const unread = new Set(known.filter(({ isUnread }) => isUnread).flatMap(({ ids }) => ids));
        const readable = cases.filter(({ id }) => !unread.has(id));
        expect(readable.length).toBeGreaterThan(190);
        const differing = known.filter(({ isUnread }) => !isUnread).flatMap(({ ids }) => ids);
        expect(differencesOf(reader, readable).sort()).toEqual(differing.sort());
      },
      300_000,
    );

  itShowsTheSame(npmReaders);
  describePythonReaders('in Python', () => itShowsTheSame(pythonReaders));
});
