import { readSeries } from '@almanac/recurrence';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';
import { importFile } from './import';
import { type Vector, vectors } from './vectors';

const OCCURRENCES = `query ($filter: OccurrencesQueryFilter!) {
  occurrences(filter: $filter) { utcStart utcEnd event { owner { id } } }
}`;

interface OccurrencesData {
  occurrences: { utcStart: string; utcEnd: string; event: { owner: { id: string } } }[];
}

function timeOf({ timeZone, startTimestamp: start, endTimestamp: end, recurrenceInput: recurrence }: Vector) {
  return { timeZone, start, end, recurrence };
}

const isAllDay = (vector: Vector): boolean => readSeries(timeOf(vector)).allDayLength > 0;

// Dates have no zone, so a file with all-day events is imported with the zone of its events.
const allDayZones = [...new Set(vectors.filter(isAllDay).map(({ timeZone }) => timeZone))];
const files: [string, string, Vector[]][] = [
  ['with times', 'UTC', vectors.filter((vector) => !isAllDay(vector))],
  ...allDayZones.map((zone): [string, string, Vector[]] => [
    `all-day in ${zone}`,
    zone,
    vectors.filter((vector) => isAllDay(vector) && vector.timeZone === zone),
  ]),
];

describe('the feed of the vectors, imported', () => {
  let calendar: TestCalendar;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-11-01T00:00:00Z')) });
  });
  afterAll(() => calendar.stop());

  it.each(files)('%s', async (name, timeZone, contained) => {
    const username = name
      .toLowerCase()
      .replaceAll(/[^a-z]/g, '_')
      .slice(0, 32);
    const [exporter, importer] = [await calendar.addUser(username), await calendar.addUser()];
    for (const vector of contained) {
      await addEvent(calendar, exporter.hash, { time: timeOf(vector), meta: { tags: [vector.id] } });
    }
    const feed = (await calendar.app.inject({ url: `/calendars/${username}.ics` })).body;
    const count = contained.length;
    expect(await importFile(calendar, importer.hash, feed, { timeZone })).toMatchObject({ created: count, skipped: 0 });
    for (const { id, windowFrom: from, windowTo: to, expected } of contained) {
      const filter = { from, to, categories: [id], limit: 1_000 };
      const { occurrences } = await calendar.ask<OccurrencesData>(OCCURRENCES, { filter });
      const imported = occurrences.filter(({ event }) => event.owner.id === importer.id);
      expect({ id, times: imported.map(({ utcStart, utcEnd }) => ({ utcStart, utcEnd })) }).toEqual({
        id,
        times: expected.map(({ utcStart, utcEnd }) => ({ utcStart, utcEnd })),
      });
    }
    expect(await importFile(calendar, importer.hash, feed, { timeZone })).toMatchObject({ unchanged: count });
    expect(await importFile(calendar, exporter.hash, feed)).toMatchObject({ unchanged: count });
  });
});
