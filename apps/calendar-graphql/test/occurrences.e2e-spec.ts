import { type CreateEventInput } from '../src/generated/schema-types';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';
import { statementsOf } from '@almanac/testing';

interface Found {
  id: string;
  utcStart: string;
  utcEnd: string;
  start: string;
  timeZone: string;
  event: {
    id: string;
    info: { title: string }[];
    owner: { name: string };
    occurrences: { id: string; start: string }[];
  };
}

const OCCURRENCES = `query ($filter: OccurrencesQueryFilter!) {
  occurrences(filter: $filter) { id utcStart utcEnd start timeZone event { id info { title } owner { name } } }
}`;
const EVENTS =
  'query ($filter: EventsQueryFilter!) { events(filter: $filter) { id info { title } occurrences { utcStart } } }';

function at(start: string, end: string, recurrence?: string, timeZone = 'UTC'): CreateEventInput['time'] {
  return { timeZone, start, end, ...(recurrence !== undefined && { recurrence }) };
}

describe('occurrences and events', () => {
  let calendar: TestCalendar;
  let hash: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-05-05T12:00:00Z')) });
    ({ hash } = await calendar.addUser('owner'));
  });
  afterAll(() => calendar.stop());

  let suite = 0;
  /** Adds events under a tag of their own; titles are the keys. */
  async function addAll(times: Record<string, CreateEventInput['time']>, parts: Partial<CreateEventInput> = {}) {
    suite += 1;
    const tag = `suite-${suite}`;
    const ids: Record<string, string> = {};
    for (const [title, time] of Object.entries(times)) {
      ids[title] = await addEvent(calendar, hash, {
        time,
        info: [{ language: 'en', title }],
        meta: { tags: [tag] },
        ...parts,
      });
    }
    return { ids, categories: [tag] };
  }
  const find = async (filter: Record<string, unknown>) =>
    (await calendar.ask<{ occurrences: Found[] }>(OCCURRENCES, { filter })).occurrences;
  const titles = (found: { event: { info: { title: string }[] } }[]) => found.map(({ event }) => event.info[0]?.title);
  const eventTitles = async (filter: Record<string, unknown>) =>
    (await calendar.ask<{ events: { info: { title: string }[] }[] }>(EVENTS, { filter })).events.map(
      ({ info }) => info[0]?.title,
    );

  it('overlap a half-open window', async () => {
    const { categories } = await addAll({
      'ends at from': at('2026-06-01T08:00:00Z', '2026-06-01T09:00:00Z'),
      'runs at from': at('2026-06-01T08:30:00Z', '2026-06-01T09:30:00Z'),
      'point at from': at('2026-06-01T09:00:00Z', '2026-06-01T09:00:00Z'),
      'starts at from': at('2026-06-01T09:00:00Z', '2026-06-01T09:15:00Z'),
      'runs throughout': at('2025-07-01T00:00:00Z', '2026-07-01T00:00:00Z'),
      'runs for three days': at('2026-05-30T00:00:00Z', '2026-06-02T00:00:00Z'),
      'runs for a day': at('2026-06-01T00:00:00Z', '2026-06-02T00:00:00Z'),
      'starts at to': at('2026-06-01T10:00:00Z', '2026-06-01T11:00:00Z'),
      'point at to': at('2026-06-01T10:00:00Z', '2026-06-01T10:00:00Z'),
    });
    const window = { from: '2026-06-01T09:00:00Z', to: '2026-06-01T10:00:00Z', categories };
    const inside = [
      'runs throughout',
      'runs for three days',
      'runs for a day',
      'runs at from',
      'point at from',
      'starts at from',
    ];
    expect(titles(await find(window))).toEqual(inside);
    expect((await eventTitles(window)).sort()).toEqual([...inside].sort());
  });

  it('come in the order of start, end and event, and page by utcStart', async () => {
    const { categories, ids } = await addAll({
      b: at('2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z', 'FREQ=DAILY;COUNT=4'),
      a: at('2026-06-01T09:00:00Z', '2026-06-01T09:30:00Z', 'FREQ=DAILY;COUNT=4'),
      c: at('2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z', 'FREQ=DAILY;COUNT=4'),
    });
    const all = await find({ categories });
    expect(titles(all.slice(0, 3))).toEqual(['a', 'b', 'c']);
    expect((ids.b ?? '') < (ids.c ?? '')).toBe(true);
    const seen = new Map<string, Found>();
    for (let from: string | undefined = '2026-01-01T00:00:00Z'; from;) {
      const page: Found[] = await find({ categories, from, limit: 4 });
      const last = page.at(-1)?.utcStart;
      for (const item of page) seen.set(item.id, item);
      from = page.length < 4 || last === from ? undefined : last;
    }
    expect([...seen.values()]).toEqual(all);
  });

  it('are returned under any response name, also under those that objects inherit', async () => {
    const { categories, ids } = await addAll({ a: at('2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z') });
    const query = `query ($filter: OccurrencesQueryFilter!) {
      occurrences(filter: $filter) { __proto__: timeZone toString: utcStart event { constructor: id __proto__: status } }
    }`;
    const [found] = (await calendar.ask<{ occurrences: object[] }>(query, { filter: { categories } })).occurrences;
    const event = [
      ['constructor', ids.a],
      ['__proto__', 'confirmed'],
    ];
    expect(
      Object.entries(found ?? {}).map(([name, value]) => [name, name === 'event' ? Object.entries(value) : value]),
    ).toEqual([
      ['__proto__', 'UTC'],
      ['toString', '2026-06-01T09:00:00Z'],
      ['event', event],
    ]);
  });

  it('use the zone of the filter, else the zone of the event', async () => {
    const { categories } = await addAll({
      berlin: at('2026-06-01T09:00:00+02:00', '2026-06-01T10:00:00+02:00', undefined, 'Europe/Berlin'),
      dublin: at('2026-12-01T09:00:00Z', '2026-12-01T10:00:00Z', undefined, 'Europe/Dublin'),
    });
    expect((await find({ categories })).map(({ start, timeZone }) => [start, timeZone])).toEqual([
      ['2026-06-01T09:00:00+02:00', 'Europe/Berlin'],
      ['2026-12-01T09:00:00+00:00', 'Europe/Dublin'],
    ]);
    const kolkata = await find({ categories, timeZone: 'asia/kolkata' });
    expect(kolkata.map(({ start, timeZone }) => [start, timeZone])).toEqual([
      ['2026-06-01T12:30:00+05:30', 'Asia/Kolkata'],
      ['2026-12-01T14:30:00+05:30', 'Asia/Kolkata'],
    ]);
  });

  it('follow the law of 2026 in Morocco and British Columbia, which Node 20 does not know', async () => {
    const { categories } = await addAll({
      casablanca: at(
        '2026-09-18T09:00:00+01:00',
        '2026-09-18T10:00:00+01:00',
        'FREQ=DAILY;COUNT=4',
        'Africa/Casablanca',
      ),
      vancouver: at(
        '2026-10-31T09:00:00-07:00',
        '2026-10-31T10:00:00-07:00',
        'FREQ=DAILY;COUNT=3',
        'America/Vancouver',
      ),
    });
    expect((await find({ categories })).map(({ utcStart, start }) => [utcStart, start])).toEqual([
      ['2026-09-18T08:00:00Z', '2026-09-18T09:00:00+01:00'],
      ['2026-09-19T08:00:00Z', '2026-09-19T09:00:00+01:00'],
      ['2026-09-20T09:00:00Z', '2026-09-20T09:00:00+00:00'],
      ['2026-09-21T09:00:00Z', '2026-09-21T09:00:00+00:00'],
      ['2026-10-31T16:00:00Z', '2026-10-31T09:00:00-07:00'],
      ['2026-11-01T16:00:00Z', '2026-11-01T09:00:00-07:00'],
      ['2026-11-02T16:00:00Z', '2026-11-02T09:00:00-07:00'],
    ]);
  });

  it('are found by their events when few of a large category lie in the window', async () => {
    const { categories, ids } = await addAll({
      past: at('2025-08-01T09:00:00Z', '2025-08-01T10:00:00Z'),
      single: at('2026-09-01T09:00:00Z', '2026-09-01T10:00:00Z'),
      weekly: at('2025-09-02T09:00:00Z', '2025-09-02T10:00:00Z', 'FREQ=WEEKLY'),
      'moved out of its series': at('2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z', 'FREQ=DAILY;COUNT=2'),
    });
    const change = { id: `${ids['moved out of its series']}_20260601T090000Z` };
    const time = { start: '2026-09-02T12:00:00Z', end: '2026-09-02T13:00:00Z' };
    await calendar.ask(
      'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }',
      { input: { ...change, time } },
      { hash },
    );
    const copies = (table: string, id: string) => `insert into calendar.${table}
      select (jsonb_populate_record(e, jsonb_build_object('${id}', 'ca' || lpad(to_hex(n), 22, '0')))).*
      from calendar.${table} e, generate_series(1, 2100) n where ${id} = '${ids['past']}'`;
    await calendar.source.query(copies('events', 'id'));
    const week = { from: '2026-09-01T00:00:00Z', to: '2026-09-03T00:00:00Z', categories };
    const statements = await statementsOf(async () => {
      expect(titles(await find(week))).toEqual(['single', 'weekly', 'moved out of its series']);
    });
    expect(statements.filter((text) => text.includes('cross join lateral'))).toHaveLength(1);
    const years = { ...week, from: '2025-07-01T00:00:00Z', limit: 4 };
    expect(titles(await find(years))).toEqual(['past', 'weekly', 'weekly', 'weekly']);
    await calendar.source.query(`delete from calendar.events where id like 'ca0%' or overridden_at <> '{}'`);
  });

  it('match any of the categories, trimmed and in any case', async () => {
    const time = at('2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z');
    await addAll({ one: time }, { meta: { tags: ['Überfahrt', 'x-one'] } });
    await addAll({ two: time }, { meta: { tags: ['x-two', 'X-TWO '] } });
    expect(titles(await find({ categories: [' überFAHRT ', null] }))).toEqual(['one']);
    expect(titles(await find({ categories: ['x-one', 'X-Two', null] }))).toEqual(['one', 'two']);
    expect(await find({ categories: ['x-on'] })).toEqual([]);
    expect(await find({ categories: [''] })).toEqual([]);
    expect((await find({ categories: [null], limit: 2 })).length).toBe(2);
    expect(await eventTitles({ categories: ['x-one', 'x-two'] })).toEqual(['one', 'two']);
    const { errors } = await calendar.send(EVENTS, { filter: { categories: Array<string>(51).fill('x') } });
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ path: 'filter.categories' }] });
  });

  it('of cancelled events are left out, of tentative ones are not', async () => {
    const { ids, categories } = await addAll({
      weekly: at('2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z', 'FREQ=WEEKLY'),
      hourly: at('2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z', 'FREQ=HOURLY'),
    });
    const window = { from: '2026-06-01T00:00:00Z', to: '2026-06-01T12:00:00Z', categories };
    const setStatus = async (status: string) => {
      for (const id of Object.values(ids)) {
        const input = { id, status };
        await calendar.ask(
          'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id } }',
          { input },
          { hash },
        );
      }
    };
    await setStatus('cancelled');
    expect(await find(window)).toEqual([]);
    const { events } = await calendar.ask<{ events: { occurrences: unknown[] }[] }>(EVENTS, { filter: window });
    expect(events.map(({ occurrences }) => occurrences)).toEqual([[], []]);
    await setStatus('tentative');
    expect(titles(await find(window))).toEqual(['weekly', 'hourly', 'hourly', 'hourly']);
  });

  describe('limit', () => {
    it('is 100 by default and cut to 1,000', async () => {
      const { categories } = await addAll({
        hourly: at('2026-06-01T00:00:00Z', '2026-06-01T00:10:00Z', 'FREQ=HOURLY'),
        daily: at('2026-06-01T00:00:00Z', '2026-06-01T00:10:00Z', 'FREQ=DAILY'),
      });
      expect(await find({ categories })).toHaveLength(100);
      expect(await find({ categories, limit: 5_000 })).toHaveLength(1_000);
      expect(await find({ categories, limit: 7 })).toHaveLength(7);
    });

    it('below one is refused, as is an empty window', async () => {
      const window = { from: '2026-06-02T00:00:00+02:00', to: '2026-06-01T22:00:00Z' };
      for (const query of [OCCURRENCES, EVENTS]) {
        const { errors } = await calendar.send(query, { filter: { limit: 0, ...window, categories: ['x'] } });
        expect(errors[0]?.extensions.errors?.map(({ path }) => path).sort()).toEqual(['filter.limit', 'filter.to']);
      }
    });
  });

  describe('CalendarEvent.occurrences', () => {
    const NESTED = `query ($filter: OccurrencesQueryFilter!) {
      occurrences(filter: $filter) { event { occurrences { id start } } }
    }`;

    it('follow the window and the zone of the filter they stand under', async () => {
      const { ids, categories } = await addAll({
        daily: at('2020-06-01T09:00:00Z', '2020-06-01T10:00:00Z', 'FREQ=DAILY'),
      });
      const filter = { from: '2026-06-01T00:00:00Z', to: '2026-06-03T00:00:00Z', timeZone: 'Asia/Tokyo', categories };
      const { occurrences } = await calendar.ask<{ occurrences: { event: { occurrences: { start: string }[] } }[] }>(
        NESTED,
        { filter },
      );
      const days = ['2026-06-01T18:00:00+09:00', '2026-06-02T18:00:00+09:00'];
      expect(occurrences.map(({ event }) => event.occurrences.map(({ start }) => start))).toEqual([days, days]);
      const { event } = await calendar.ask<{ event: { occurrences: { start: string }[] } }>(
        'query ($id: ID!) { event(id: $id) { occurrences { start } } }',
        { id: ids.daily },
      );
      expect(event.occurrences).toHaveLength(100);
      expect(event.occurrences[0]?.start).toBe('2020-06-01T09:00:00+00:00');
    });
  });

  describe('events', () => {
    it('have an occurrence in the window; a series around the window is not enough', async () => {
      const { categories } = await addAll({
        'christmas, past the horizon': at('1990-12-25T12:00:00Z', '1990-12-25T13:00:00Z', 'FREQ=YEARLY'),
        'first of the month': at('2020-01-01T12:00:00Z', '2020-01-01T13:00:00Z', 'FREQ=MONTHLY'),
        'every hour but at noon': at('2026-01-01T00:00:00Z', '2026-01-01T00:10:00Z', 'FREQ=DAILY;BYHOUR=0,1,2,3,4,5'),
      });
      const may = { from: '2026-05-02T11:00:00Z', to: '2026-05-02T13:00:00Z', categories };
      expect(await eventTitles(may)).toEqual([]);
      expect(await eventTitles({ ...may, from: '2026-05-01T00:00:00Z' })).toEqual([
        'first of the month',
        'every hour but at noon',
      ]);
      const far = { from: '2150-12-24T00:00:00Z', to: '2150-12-26T00:00:00Z', categories };
      expect(await eventTitles(far)).toEqual(['christmas, past the horizon', 'every hour but at noon']);
    });

    it('of a window with few events include cancelled ones and match categories', async () => {
      const early1901 = { from: '1901-01-01T00:00:00Z', to: '1901-02-01T00:00:00Z' };
      expect(await eventTitles(early1901)).toEqual([]);
      const { categories } = await addAll({
        'runs into it': at('1900-12-31T00:00:00Z', '1901-01-20T00:00:00Z'),
        'after it': at('1901-02-01T00:00:00Z', '1901-02-02T00:00:00Z'),
        'every hour': at('1901-01-05T00:00:00Z', '1901-01-05T00:10:00Z', 'FREQ=HOURLY;COUNT=2000'),
      });
      const cancelled = await addAll(
        {
          'called off': at('1901-01-05T09:00:00Z', '1901-01-05T10:00:00Z', 'FREQ=WEEKLY;COUNT=3'),
          'called off, and after it': at('1901-02-05T09:00:00Z', '1901-02-05T10:00:00Z'),
        },
        { status: 'cancelled' },
      );
      expect(await eventTitles(early1901)).toEqual(['runs into it', 'every hour', 'called off']);
      expect(await eventTitles({ ...early1901, limit: 1 })).toEqual(['runs into it']);
      expect(await eventTitles({ ...early1901, categories })).toEqual(['runs into it', 'every hour']);
      expect(await eventTitles({ ...early1901, categories: cancelled.categories })).toEqual(['called off']);
    });

    it('of an owner, without a window, are all their events', async () => {
      const user = await calendar.addUser();
      const time = at('2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z', 'FREQ=DAILY;COUNT=1\nEXDATE:20260601T090000Z');
      const id = await addEvent(calendar, user.hash, { time, status: 'cancelled' });
      const { events } = await calendar.ask<{ events: { id: string }[] }>(EVENTS, { filter: { owner: user.id } });
      expect(events.map((event) => event.id)).toEqual([id]);
      expect(await eventTitles({ owner: '0123456789abcdef01234567' })).toEqual([]);
      expect(await eventTitles({ owner: user.id, from: '2000-01-01T00:00:00Z' })).toEqual([]);
    });
  });

  describe('statements', () => {
    it('do not grow with the length of a page', async () => {
      const start = '2026-06-01T09:00:00Z';
      const { categories } = await addAll({
        one: at(start, '2026-06-01T10:00:00Z', 'FREQ=DAILY'),
        two: at(start, '2026-06-01T10:00:00Z', 'FREQ=HOURLY'),
        three: at(start, '2026-06-03T10:00:00Z', 'FREQ=WEEKLY'),
      });
      const count = async (filter: object) =>
        (await statementsOf(() => calendar.ask(OCCURRENCES, { filter }, { hash }))).length;
      const to = '2026-06-20T00:00:00Z';
      await count({ from: start, to, categories });
      const near = await count({ from: start, to, categories, limit: 1 });
      for (const limit of [10, 1_000]) expect(await count({ from: start, to, categories, limit })).toBe(near);
      // Beyond the horizon one more statement reads the series that are not stored whole.
      expect(await count({ from: start, categories, limit: 1_000 })).toBe(near + 1);
      expect(await count({ from: '2150-01-01T00:00:00Z', categories, limit: 1_000 })).toBe(near + 1);
    });

    it('do not grow with the number of events and owners', async () => {
      const listed = (limit: number) =>
        statementsOf(() =>
          calendar.ask(
            `{ events(filter: { limit: ${limit} }) { id owner { id } time { start exceptions } occurrences { id } } }`,
          ),
        );
      expect(await listed(50)).toHaveLength((await listed(1)).length);
    });

    it('that create a series do not grow with its occurrences', async () => {
      const created = (recurrence: string) =>
        statementsOf(() =>
          addEvent(calendar, hash, { time: at('2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z', recurrence) }),
        );
      expect(await created('FREQ=DAILY')).toHaveLength((await created('FREQ=DAILY;COUNT=2')).length);
    });
  });
});
