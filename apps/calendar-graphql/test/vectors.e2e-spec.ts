import { FixedClock, TestCalendar } from './calendar';
import { type Vector, vectors } from './vectors';

interface OccurrencesData {
  occurrences: (Vector['expected'][number] & { id: string; timeZone: string; event: { id: string } })[];
}

const CREATE = `mutation ($input: CreateEventInput!) {
  createEvent(input: $input) { id time { timeZone start end recurrence exceptions } }
}`;
const OCCURRENCES = `query ($filter: OccurrencesQueryFilter!) {
  occurrences(filter: $filter) { id utcStart utcEnd start end timeZone event { id } }
}`;
const EVENTS = `query ($filter: EventsQueryFilter!) {
  events(filter: $filter) { id occurrences { utcStart utcEnd } }
}`;

// Where the window lies against the materialized horizon must not matter: inside it, before it, after it, across its ends.
describe.each(['2026-11-01T00:00:00Z', '2003-06-01T00:00:00Z', '2150-01-01T00:00:00Z'])(
  'the recurrence vectors through the API on %s',
  (today) => {
    let calendar: TestCalendar;
    let hash: string;
    beforeAll(async () => {
      calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date(today)) });
      ({ hash } = await calendar.addUser());
    });
    afterAll(() => calendar.stop());

    it.each(vectors.map((vector) => [vector.id, vector] as const))('%s', async (id, vector) => {
      const { timeZone, startTimestamp: start, endTimestamp: end, recurrenceInput: recurrence } = vector;
      const { createEvent } = await calendar.ask<{ createEvent: { id: string; time: Record<string, unknown> } }>(
        CREATE,
        {
          input: {
            time: { timeZone, start, end, recurrence },
            info: [{ language: 'en', title: id }],
            location: {},
            meta: { tags: [id] },
            status: 'confirmed',
          },
        },
        { hash },
      );
      expect(createEvent.time).toMatchObject({ timeZone, recurrence, exceptions: vector.exceptions });

      const window = { from: vector.windowFrom, to: vector.windowTo, categories: [id] };
      const { occurrences } = await calendar.ask<OccurrencesData>(OCCURRENCES, {
        filter: { ...window, timeZone: vector.viewZone, limit: 1000 },
      });
      expect(occurrences.map(({ utcStart, utcEnd, start, end }) => ({ utcStart, utcEnd, start, end }))).toEqual(
        vector.expected,
      );
      for (const occurrence of occurrences) {
        expect(occurrence.id).toBe(`${createEvent.id}_${occurrence.utcStart.replaceAll(/[-:]/g, '')}`);
        expect(occurrence).toMatchObject({ timeZone: vector.viewZone, event: { id: createEvent.id } });
      }

      const { events } = await calendar.ask<{ events: { id: string; occurrences: object[] }[] }>(EVENTS, {
        filter: { ...window, limit: 10 },
      });
      const first = vector.expected.slice(0, 100).map(({ utcStart, utcEnd }) => ({ utcStart, utcEnd }));
      expect(events).toEqual(first.length > 0 ? [{ id: createEvent.id, occurrences: first }] : []);
    });
  },
);
