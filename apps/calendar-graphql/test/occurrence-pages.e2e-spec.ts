import { statementsOf } from '@almanac/testing';
import { type EventTimeInput } from '../src/generated/schema-types';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

interface Page {
  nodes: {
    occurrence: { id: string; utcStart: string; utcEnd: string; start: string };
    isAllDay: boolean;
    startDate: string | null;
    endDate: string | null;
    tags: string[];
    info: { title: string }[];
    location: { name: string | null };
    status: string;
    recurrenceId: string | null;
  }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}
type Filter = Record<string, unknown>;

const PAGE = `query ($filter: OccurrencesQueryFilter!, $first: Int, $after: String) {
  occurrencePage(filter: $filter, first: $first, after: $after) {
    nodes {
      occurrence { id utcStart utcEnd start }
      isAllDay startDate endDate tags info { title } location { name } status recurrenceId
    }
    pageInfo { endCursor hasNextPage }
  }
}`;
const LIST = 'query ($filter: OccurrencesQueryFilter!) { occurrences(filter: $filter) { id } }';

const times: [start: string, end: string, recurrence?: string][] = [
  ['2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z', 'FREQ=DAILY'],
  ['2026-06-01T09:00:00Z', '2026-06-01T10:00:00Z', 'FREQ=DAILY;COUNT=9'],
  ['2026-06-01T09:00:00Z', '2026-06-01T09:00:00Z', 'FREQ=WEEKLY'],
  ['2026-05-28T09:00:00Z', '2026-06-03T09:00:00Z', 'FREQ=DAILY'],
  ['2026-06-01T00:00:00Z', '2026-06-01T00:20:00Z', 'FREQ=HOURLY'],
  ['2026-06-01T09:00:00Z', '2026-06-01T09:30:00Z', 'FREQ=MINUTELY;INTERVAL=30'],
  ['2026-06-01T09:00:00Z', '2026-06-04T09:00:00Z'],
  ['2025-12-01T00:00:00Z', '2026-11-01T00:00:00Z'],
  ['2020-01-01T09:00:00Z', '2020-01-01T10:00:00Z', 'FREQ=MONTHLY;BYDAY=MO'],
];

describe('occurrencePage', () => {
  let calendar: TestCalendar;
  let hash: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-05-05T12:00:00Z')) });
    ({ hash } = await calendar.addUser('owner'));
    for (const [start, end, recurrence] of times) await add({ timeZone: 'UTC', start, end, recurrence }, 'all');
  });
  afterAll(() => calendar.stop());

  const add = (time: EventTimeInput, tag: string): Promise<string> =>
    addEvent(calendar, hash, { time, meta: { tags: [tag] } });
  const read = async (filter: Filter, first?: number, after?: string | null): Promise<Page> =>
    (await calendar.ask<{ occurrencePage: Page }>(PAGE, { filter, first, after })).occurrencePage;
  const idsOf = (page: Page) => page.nodes.map(({ occurrence }) => occurrence.id);

  /** The ids of all pages; `between` runs after each. */
  async function readAll(filter: Filter, first: number, between?: () => Promise<unknown>): Promise<string[]> {
    const ids: string[] = [];
    for (let after: string | null = null; ;) {
      const page = await read(filter, first, after);
      ids.push(...idsOf(page));
      after = page.pageInfo.endCursor;
      if (!page.pageInfo.hasNextPage) return ids;
      expect(page.nodes).toHaveLength(first);
      await between?.();
    }
  }

  describe.each([
    ['in the stored time span', '2026-06-01T09:30:00Z', '2026-06-03T09:00:01Z'],
    ['across its end', '2028-05-04T00:00:00Z', '2028-05-06T00:00:00Z'],
    ['after it', '2040-06-01T09:30:00Z', '2040-06-02T12:00:00Z'],
    ['around the beginning of series', '2026-05-27T00:00:00Z', '2026-06-01T10:00:01Z'],
  ])('%s', (_place, from, to) => {
    it.each([
      ['without categories', {}],
      ['with categories', { categories: ['all'] }],
    ])('gives the occurrences of the window once and in order, %s', async (_name, categories) => {
      const filter = { from, to, ...categories };
      const { occurrences } = await calendar.ask<{ occurrences: { id: string }[] }>(LIST, {
        filter: { ...filter, limit: 1_000 },
      });
      const expected = occurrences.map(({ id }) => id);
      expect(expected.length).toBeGreaterThan(20);
      for (const first of [1, 7, 100, 1_000]) expect(await readAll(filter, first)).toEqual(expected);
    });
  });

  it('neither repeats nor misses an occurrence while other events come and go', async () => {
    const filter = { from: '2026-06-01T09:00:00Z', to: '2026-06-02T12:00:00Z' };
    const before = await readAll(filter, 1_000);
    const added: string[] = [];
    const ids = await readAll(filter, 5, async () => {
      const [old] = added.splice(0, added.length > 3 ? 1 : 0);
      if (old) await calendar.ask('mutation ($id: ID!) { deleteEvent(id: $id) }', { id: old }, { hash });
      const start = `2026-06-01T${String(9 + (added.length % 9)).padStart(2, '0')}:00:00Z`;
      added.push(await add({ timeZone: 'UTC', start, end: '2026-06-01T20:00:00Z', recurrence: 'FREQ=DAILY' }, 'other'));
    });
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => before.includes(id))).toEqual(before);
    for (const id of added) await calendar.ask('mutation ($id: ID!) { deleteEvent(id: $id) }', { id }, { hash });
  });

  it('continues after an occurrence that was deleted', async () => {
    const id = await add({ timeZone: 'UTC', start: '2027-01-01T00:00:00Z', end: '2027-01-01T00:00:00Z' }, 'gone');
    const filter = { from: '2027-01-01T00:00:00Z', to: '2027-01-01T05:00:00Z' };
    const all = await readAll(filter, 100);
    const at = all.findIndex((each) => each.startsWith(id));
    const { pageInfo } = await read(filter, at + 1);
    await calendar.ask('mutation ($id: ID!) { deleteEvent(id: $id) }', { id }, { hash });
    expect(idsOf(await read(filter, 100, pageInfo.endCursor))).toEqual(all.slice(at + 1));
  });

  it('gives the values of the occurrence, and dates that no zone of the filter moves', async () => {
    await addEvent(calendar, hash, {
      time: {
        timeZone: 'Europe/Berlin',
        start: '2027-03-27T00:00:00+01:00',
        end: '2027-03-29T00:00:00+02:00',
        recurrence: 'FREQ=YEARLY',
      },
      info: [{ language: 'en', title: 'Fair' }],
      location: { name: 'Harbour' },
      status: 'tentative',
      meta: { tags: ['Fair', 'outside'] },
    });
    const filter = { from: '2027-03-01T00:00:00Z', to: '2027-04-01T00:00:00Z', categories: ['fair'] };
    for (const timeZone of [undefined, 'Asia/Tokyo', 'America/Los_Angeles']) {
      const { nodes, pageInfo } = await read({ ...filter, timeZone });
      expect(nodes).toMatchObject([
        {
          isAllDay: true,
          startDate: '2027-03-27',
          endDate: '2027-03-29',
          tags: ['Fair', 'outside'],
          info: [{ title: 'Fair' }],
          location: { name: 'Harbour' },
          status: 'tentative',
          recurrenceId: '20270326T230000Z',
        },
      ]);
      expect(pageInfo.hasNextPage).toBe(false);
    }
    await add({ timeZone: 'UTC', start: '2027-03-27T08:00:00Z', end: '2027-03-27T09:00:00Z' }, 'once');
    const single = await read({ ...filter, categories: ['once'] });
    expect(single.nodes).toMatchObject([{ isAllDay: false, startDate: null, endDate: null, recurrenceId: null }]);
  });

  it('is empty for a window without occurrences', async () => {
    const page = await read({ from: '1905-01-01T00:00:00Z', to: '1905-02-01T00:00:00Z' });
    expect(page).toEqual({ nodes: [], pageInfo: { endCursor: null, hasNextPage: false } });
  });

  it('takes a constant number of statements', async () => {
    const window = { from: '2026-06-01T00:00:00Z', to: '2026-06-10T00:00:00Z' };
    const { pageInfo } = await read(window, 3);
    const count = async (first: number, after?: string | null) =>
      (await statementsOf(() => read(window, first, after))).length;
    const one = await count(1);
    expect(await count(500)).toBe(one);
    expect(await count(500, pageInfo.endCursor)).toBe(one);
  });

  it('reduces a large `first` to 1,000, and is 100 without it', async () => {
    expect((await read({ from: '2026-06-01T00:00:00Z' }, 5_000)).nodes).toHaveLength(1_000);
    expect((await read({ from: '2026-06-01T00:00:00Z' })).nodes).toHaveLength(100);
  });

  it('refuses wrong arguments with all their issues', async () => {
    const { errors } = await calendar.send(PAGE, {
      filter: { limit: 5, from: '2026-06-02T00:00:00Z', to: '2026-06-01T00:00:00Z' },
      first: 0,
      after: 'x',
    });
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT' });
    const paths = errors[0]?.extensions.errors?.map(({ path }) => path).sort();
    expect(paths).toEqual(['after', 'filter.limit', 'filter.to', 'first']);
  });

  it('refuses every cursor that no page returned', async () => {
    const { endCursor } = (await read({ from: '2026-06-01T00:00:00Z' }, 1)).pageInfo;
    const text = Buffer.from(endCursor ?? '', 'base64url').toString();
    const encode = (value: string) => Buffer.from(value).toString('base64url');
    const wrong = ['', 'x', `${endCursor}=`, `${endCursor} `, endCursor?.slice(1), 'A'.repeat(5_000), '\0', "' or 1=1"]
      .concat([encode('o1 0 0 x 0'), encode(text.replace('o1', 'o2')), encode(`${text} 1`), encode(`${text}.5`)])
      .concat([encode(text.replace(/ \d+ /, ' 99999999999999 ')), encode(text.replace(/ \d+ /, ' NaN '))]);
    for (const after of wrong) {
      const { errors } = await calendar.send(PAGE, { filter: {}, after });
      expect([after, errors[0]?.extensions]).toEqual([
        after,
        { code: 'BAD_USER_INPUT', errors: [{ path: 'after', message: expect.stringContaining('endCursor') }] },
      ]);
    }
  });

  it('costs as many objects as it can load', async () => {
    const nested = (first: number) =>
      calendar.send(
        `{ occurrencePage(filter: {}, first: ${first}) { nodes { occurrence { event { occurrences { id } } } } } }`,
      );
    expect((await nested(100)).errors).toEqual([]);
    expect((await nested(1_000)).errors[0]?.extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });
});
