import { CalendarEvent } from '@almanac/entities';
import { expand, formatUtc, parseTimestamp, readSeries, type Series, seriesOfStored } from '@almanac/recurrence';
import { type EventTimeInput } from '../src/generated/schema-types';
import { PartlyStoredSeriesReader } from '../src/occurrences/partly-stored-series-reader';
import { TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

interface Found {
  utcStart: string;
  utcEnd: string;
  event: { id: string };
}

const OCCURRENCES = `query ($filter: OccurrencesQueryFilter!) {
  occurrences(filter: $filter) { utcStart utcEnd event { id } }
}`;
/** More series than one round reads. */
const COPIES = 80;
const rules: [start: string, end: string, recurrence: string][] = [
  ['2026-01-05T09:00:00+01:00', '2026-01-05T10:00:00+01:00', 'FREQ=WEEKLY'],
  ['2026-01-06T23:30:00+01:00', '2026-01-07T01:00:00+01:00', 'FREQ=WEEKLY;BYDAY=TU,SA'],
  ['2026-01-30T12:00:00+01:00', '2026-01-31T18:00:00+01:00', 'FREQ=MONTHLY;BYDAY=-1FR'],
  ['2026-03-31T00:00:00+02:00', '2026-04-01T00:00:00+02:00', 'FREQ=MONTHLY'],
  ['2026-05-01T00:00:00+02:00', '2026-05-21T00:00:00+02:00', 'FREQ=YEARLY'],
  ['2026-05-04T08:00:00+02:00', '2026-05-04T08:00:00+02:00', 'FREQ=DAILY;INTERVAL=5'],
  ['2026-05-04T08:00:00+02:00', '2026-05-04T08:20:00+02:00', 'FREQ=HOURLY;INTERVAL=7'],
];
const windows: [from: string, to: string | undefined, limit: number][] = [
  ['2100-05-03T22:00:00Z', '2100-05-04T22:00:00Z', 100],
  ['2100-05-03T22:00:00Z', '2100-05-10T22:00:00Z', 1_000],
  ['2101-01-31T16:59:00Z', '2101-01-31T17:01:00Z', 50],
  ['2102-07-01T00:00:00Z', undefined, 3],
  ['2102-07-01T00:00:00Z', '2103-07-01T00:00:00Z', 700],
];

describe('a window far outside the horizon', () => {
  let calendar: TestCalendar;
  const series = new Map<string, Series>();
  beforeAll(async () => {
    calendar = await TestCalendar.start();
    const { hash } = await calendar.addUser();
    for (const [start, end, recurrence] of rules) {
      const time: EventTimeInput = { timeZone: 'Europe/Berlin', start, end, recurrence };
      const id = await addEvent(calendar, hash, { time });
      series.set(id, readSeries(time));
    }
    // Far away nothing of them is in the table, so copies of the rows are enough.
    await calendar.source.query(
      `insert into calendar.events
       select (jsonb_populate_record(e, jsonb_build_object('id', left(md5(e.id || n), 24)))).*
       from calendar.events e, generate_series(1, $1::integer) n`,
      [COPIES],
    );
    for (const { id, timeZone, startAt, endAt, recurrence } of await calendar.source
      .getRepository(CalendarEvent)
      .find()) {
      series.set(id, seriesOfStored({ timeZone, start: startAt, end: endAt, recurrence }));
    }
  });
  afterAll(() => calendar.stop());

  function expected(from: string, to: string | undefined, limit: number): Found[] {
    const window = { from: parseTimestamp(from), ...(to !== undefined && { to: parseTimestamp(to) }) };
    const found: Found[] = [];
    for (const [id, each] of series) {
      for (const { start, end } of expand(each, window, { limit })) {
        found.push({ utcStart: formatUtc(start), utcEnd: formatUtc(end), event: { id } });
      }
    }
    const keyOf = ({ utcStart, utcEnd, event }: Found) => `${utcStart} ${utcEnd} ${event.id}`;
    return found.sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1)).slice(0, limit);
  }

  it.each(windows)('from %s to %s has the first %i of what each of the series has', async (from, to, limit) => {
    const filter = { from, to, limit };
    const { occurrences } = await calendar.ask<{ occurrences: Found[] }>(OCCURRENCES, { filter });
    expect(occurrences).toEqual(expected(from, to, limit));
  });

  it('is answered anew after a series was changed', async () => {
    const filter = { from: '2100-05-03T22:00:00Z', to: '2100-05-04T22:00:00Z', limit: 1_000 };
    const ask = () => calendar.ask<{ occurrences: Found[] }>(OCCURRENCES, { filter });
    const before = (await ask()).occurrences;
    expect((await ask()).occurrences).toEqual(before);
    const gone = before[0]?.event.id;
    await calendar.source.query(
      `update calendar.events set status = 'cancelled', revision = revision + 1 where id = $1`,
      [gone],
    );
    expect((await ask()).occurrences).toEqual(before.filter(({ event }) => event.id !== gone));
  });

  it('shows the data of one moment when a series changes between two statements of the page', async () => {
    const filter = { from: '2100-05-03T22:00:00Z', to: '2100-05-10T22:00:00Z', limit: 1_000 };
    const ask = () => calendar.ask<{ occurrences: Found[] }>(OCCURRENCES, { filter });
    const before = (await ask()).occurrences;
    const reader = calendar.app.get(PartlyStoredSeriesReader);
    const { read } = reader;
    const spy = jest.spyOn(reader, 'read').mockImplementationOnce(async (...batch) => {
      await calendar.source.query(
        `update calendar.events set status = 'cancelled', revision = revision + 1 where recurrence = 'FREQ=YEARLY'`,
      );
      return read.apply(reader, batch);
    });
    expect((await ask()).occurrences).toEqual(before);
    expect(spy).toHaveBeenCalled();
    spy.mockRestore();
    expect((await ask()).occurrences).not.toEqual(before);
  });
});
