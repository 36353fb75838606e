import { type CalendarEvent, extendHorizon, horizonAt, rederiveOccurrences } from '@almanac/entities';
import {
  expand,
  formatUtc,
  parseTimestamp,
  readSeries,
  seriesOfStored,
  timesByCurrentZoneData,
  toStorableSeries,
} from '@almanac/recurrence';
import fc from 'fast-check';
import { type EventTimeInput } from '../src/generated/schema-types';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

const DAY_MS = 86_400_000;
const TODAY = new Date('2026-05-05T12:00:00Z');
const OCCURRENCES = `query ($filter: OccurrencesQueryFilter!) {
  occurrences(filter: $filter) { utcStart utcEnd event { id } }
}`;

interface PageData {
  occurrences: { utcStart: string; utcEnd: string; event: { id: string } }[];
}

/** One of each kind: single, sparse and dense, finished, endless, not yet begun, long, all-day, without occurrences. */
const times: [start: string, end: string, recurrence?: string][] = [
  ['2026-05-05T09:00:00+02:00', '2026-05-05T10:00:00+02:00'],
  ['1950-05-05T09:00:00+01:00', '1950-05-05T10:00:00+01:00'],
  ['2190-05-05T09:00:00+02:00', '2190-05-20T10:00:00+02:00'],
  ['2020-01-06T09:00:00+01:00', '2020-01-06T10:00:00+01:00', 'FREQ=WEEKLY'],
  ['2026-01-06T23:30:00+01:00', '2026-01-07T01:00:00+01:00', 'FREQ=DAILY;INTERVAL=3'],
  ['2024-01-31T00:00:00+01:00', '2024-02-01T00:00:00+01:00', 'FREQ=MONTHLY'],
  ['2025-03-01T00:00:00+01:00', '2025-03-09T00:00:00+01:00', 'FREQ=YEARLY'],
  ['2010-03-01T00:00:00+01:00', '2011-02-25T00:00:00+01:00', 'FREQ=YEARLY;COUNT=40'],
  ['2026-03-01T00:00:00+01:00', '2026-03-01T00:20:00+01:00', 'FREQ=HOURLY'],
  ['2026-05-01T00:00:00+02:00', '2026-05-01T00:00:00+02:00', 'FREQ=MINUTELY;INTERVAL=30'],
  ['2000-05-01T08:00:00+02:00', '2000-05-01T18:00:00+02:00', 'FREQ=WEEKLY;UNTIL=20250601T000000Z'],
  ['2028-05-04T08:00:00+02:00', '2028-05-04T18:00:00+02:00', 'FREQ=WEEKLY;COUNT=60'],
  ['2100-05-04T08:00:00+02:00', '2100-05-04T18:00:00+02:00', 'FREQ=DAILY'],
  ['2026-02-01T08:00:00+01:00', '2026-02-01T09:00:00+01:00', 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30'],
  ['2026-02-01T08:00:00+01:00', '2026-02-01T09:00:00+01:00', 'FREQ=DAILY;COUNT=1\nEXDATE:20260201T070000Z'],
  ['2026-05-05T09:00:00+02:00', '2026-05-05T10:00:00+02:00', 'FREQ=WEEKLY\nRDATE:20010101T000000Z,20990101T000000Z'],
  ['2025-01-01T07:00:00+01:00', '2025-01-03T07:00:00+01:00', 'FREQ=DAILY;BYHOUR=7,12,19;BYMINUTE=0'],
  // Years in which some zones had offsets with seconds.
  ['1905-05-05T09:00:00+00:00', '1905-05-05T10:00:00+00:00'],
  ['1905-05-05T09:00:00+00:00', '1905-05-05T10:00:00+00:00', 'FREQ=YEARLY;COUNT=7'],
];
const inputs: EventTimeInput[] = times.map(([start, end, recurrence]) => ({
  timeZone: 'Europe/Berlin',
  start,
  end,
  recurrence,
}));

const seriesOf = ({ timeZone, startAt: start, endAt: end, recurrence }: CalendarEvent) =>
  toStorableSeries(seriesOfStored({ timeZone, start, end, recurrence }));

describe('the horizon of stored occurrences', () => {
  let calendar: TestCalendar;
  let ids: string[];
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(TODAY) });
    const { hash } = await calendar.addUser();
    ids = [];
    for (const time of inputs) ids.push(await addEvent(calendar, hash, { time }));
  });
  afterAll(() => calendar.stop());

  /** The page, from expanding each event by itself. */
  function expected(from: string | undefined, to: string | undefined, limit: number): PageData['occurrences'] {
    const window = {
      from: from === undefined ? from : parseTimestamp(from),
      to: to === undefined ? to : parseTimestamp(to),
    };
    const found = inputs.flatMap((time, index) =>
      expand(readSeries(time), window, { limit }).map(({ start, end }) => ({
        utcStart: formatUtc(start),
        utcEnd: formatUtc(end),
        event: { id: ids[index] ?? '' },
      })),
    );
    const key = ({ utcStart, utcEnd, event }: PageData['occurrences'][number]) => `${utcStart} ${utcEnd} ${event.id}`;
    return found.sort((one, other) => (key(one) < key(other) ? -1 : 1)).slice(0, limit);
  }

  async function compare(from: string | undefined, to: string | undefined, limit: number): Promise<void> {
    const { occurrences } = await calendar.ask<PageData>(OCCURRENCES, { filter: { from, to, limit } });
    expect(occurrences).toEqual(expected(from, to, limit));
  }

  const instant = (min: string, max: string) =>
    fc
      .integer({ min: Date.parse(min) / 1_800_000, max: Date.parse(max) / 1_800_000 })
      .map((halfHours) => `${new Date(halfHours * 1_800_000).toISOString().slice(0, 19)}Z`);
  const near = instant('2025-04-20T00:00:00Z', '2028-05-20T00:00:00Z');
  const any = fc.oneof(
    { weight: 3, arbitrary: near },
    instant('1905-01-01T00:00:00Z', '2199-12-31T00:00:00Z'),
    instant('2025-04-28T00:00:00Z', '2025-05-12T00:00:00Z'),
    instant('2028-04-28T00:00:00Z', '2028-05-12T00:00:00Z'),
  );

  async function compareAnyWindow(runs: number): Promise<void> {
    const bound = fc.option(any, { nil: undefined, freq: 8 });
    await fc.assert(
      fc.asyncProperty(bound, bound, fc.integer({ min: 1, max: 120 }), async (one, other, limit) => {
        if (one === undefined || other === undefined) return compare(one, other, limit);
        const [from, to] = one < other ? [one, other] : [other, one];
        if (from !== to) await compare(from, to, limit);
      }),
      { numRuns: runs, seed: 20_260_505 },
    );
  }

  it('changes no response: every window contains what expanding each event gives', () => compareAnyWindow(120));

  it('contains one year back and two years ahead of endless series, and all of single events', async () => {
    const { fromAt, untilAt } = horizonAt(TODAY);
    const rowsOf = (index: number) =>
      calendar.source.query<{ count: number; first: Date; last: Date }[]>(
        'select count(*)::int as count, min(start_at) as first, max(start_at) as last from calendar.occurrences where event_id = $1',
        [ids[index]],
      );
    const [weekly] = await rowsOf(3);
    expect(weekly?.count).toBe(157);
    expect(Number(weekly?.first) - fromAt.getTime()).toBeLessThan(7 * DAY_MS);
    expect(untilAt.getTime() - Number(weekly?.last)).toBeLessThanOrEqual(7 * DAY_MS);
    expect((await rowsOf(1))[0]?.count).toBe(1);
    expect((await rowsOf(2))[0]?.count).toBe(1);
    for (const dense of [8, 9, 16]) expect((await rowsOf(dense))[0]?.count).toBe(0);
  });

  describe('after it was extended', () => {
    const later = new Date(TODAY.getTime() + 45 * DAY_MS);

    it('covers the horizon of the new day, also with parallel workers', async () => {
      const counts = await Promise.all([1, 2, 3].map(() => extendHorizon(calendar.source, { now: later, seriesOf })));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
      expect(await extendHorizon(calendar.source, { now: later, seriesOf })).toBe(0);
      const { fromAt, untilAt } = horizonAt(later);
      const [bounds] = await calendar.source.query<{ first: Date; last: Date }[]>(
        `select min(o.end_at) as first, max(o.start_at) as last from calendar.occurrences o
         join calendar.events e on e.id = o.event_id where e.recurrence not like '%RDATE%' and e.last_end_at > $1`,
        [untilAt],
      );
      expect(Number(bounds?.first)).toBeGreaterThanOrEqual(fromAt.getTime());
      expect(untilAt.getTime() - Number(bounds?.last)).toBeLessThanOrEqual(DAY_MS);
    });

    it('still changes no response', () => compareAnyWindow(60));
  });

  describe('after an update of the zone data', () => {
    const later = new Date(TODAY.getTime() + 45 * DAY_MS);
    const stored = (id: string | undefined) =>
      calendar.source.query<{ start_at: Date }[]>(
        'select start_at from calendar.occurrences where event_id = $1 order by 1',
        [id],
      );

    it('derives future occurrences from local time and zone, and keeps past ones', async () => {
      const [weekly, single] = [ids[3], ids[2]];
      const before = [await stored(weekly), await stored(single)];
      // As if the previous release had been wrong by an hour.
      await calendar.source.query(
        `update calendar.occurrences set start_at = start_at + interval '1 hour', end_at = end_at + interval '1 hour' where event_id = any($1)`,
        [[weekly, single]],
      );
      await calendar.source.query(
        `update calendar.events set start_at = start_at + interval '1 hour', end_at = end_at + interval '1 hour' where id = $1`,
        [single],
      );
      await calendar.source.query(`update calendar.events set zone_data_release = '1999a'`);
      const options = { now: later, zoneDataRelease: '2026z', timesOf: timesByCurrentZoneData, seriesOf };
      const counts = await Promise.all([1, 2].map(() => rederiveOccurrences(calendar.source, options)));
      expect(counts.reduce((sum, count) => sum + count)).toBe(ids.length);
      expect(await rederiveOccurrences(calendar.source, options)).toBe(0);
      expect(await stored(single)).toEqual(before[1]);
      const hourLater = ({ start_at }: { start_at: Date }) => ({ start_at: new Date(start_at.getTime() + 3_600_000) });
      const expectedRows = before[0]?.map((row) => (row.start_at < later ? hourLater(row) : row));
      expect(await stored(weekly)).toEqual(expectedRows);
    });

    it('deletes occurrences before the horizon, which are computed when they are requested', async () => {
      const nextWeek = new Date(later.getTime() + 7 * DAY_MS);
      await calendar.source.query(`update calendar.events set zone_data_release = '1999a'`);
      await rederiveOccurrences(calendar.source, {
        now: nextWeek,
        zoneDataRelease: '2026z',
        timesOf: timesByCurrentZoneData,
        seriesOf,
      });
      const [first] = await stored(ids[3]);
      expect(first?.start_at.getTime()).toBeGreaterThanOrEqual(horizonAt(nextWeek).fromAt.getTime() - 3_600_000);
    });
  });
});
