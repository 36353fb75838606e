import { indexEventsForSearch } from '@almanac/entities';
import { statementsOf } from '@almanac/testing';
import { type CreateEventInput } from '../src/generated/schema-types';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

const SEARCH = `query (
  $text: String!, $from: Timestamp, $to: Timestamp, $categories: [Category], $owner: ID, $first: Int, $after: String
) {
  searchEvents(text: $text, from: $from, to: $to, categories: $categories, owner: $owner, first: $first, after: $after) {
    nodes { event { id info { title } } tags }
    pageInfo { endCursor hasNextPage }
  }
}`;

interface Found {
  nodes: { event: { id: string; info: { title: string }[] } }[];
  pageInfo: { endCursor: string | null; hasNextPage: boolean };
}

describe('searchEvents', () => {
  let calendar: TestCalendar;
  let hash: string;
  let owner: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-05-05T12:00:00Z')) });
    ({ hash, id: owner } = await calendar.addUser('owner'));
    await add('Tide table', { location: { name: 'Pier 4', address: 'Quay' } });
    await add('Concert', { info: [info('Concert', 'Beside the tide'), info('Konzert am Kai', null, 'de')] });
    await add('Readings', { location: { name: 'Tide museum' } });
    await add('Frühlingsfest in Łódź', { meta: { tags: ['spring'] } });
    await add('東京タワー見学');
    await add('Ёлка у Кремля');
    await add('Yoga', {
      time: {
        timeZone: 'UTC',
        start: '2026-06-01T09:00:00Z',
        end: '2026-06-01T10:00:00Z',
        recurrence: 'FREQ=WEEKLY;COUNT=3',
      },
    });
  });
  afterAll(() => calendar.stop());

  const info = (title: string, description: string | null = null, language = 'en') => ({
    language,
    title,
    description,
  });
  const add = (title: string, parts: Partial<CreateEventInput> = {}, sender = hash) =>
    addEvent(calendar, sender, { info: [info(title)], ...parts });
  const search = async (text: string, more: object = {}) =>
    (await calendar.ask<{ searchEvents: Found }>(SEARCH, { text, ...more })).searchEvents;
  const titles = async (text: string, more: object = {}) =>
    (await search(text, more)).nodes.map(({ event }) => event.info[0]?.title);

  /** Adds copies of one event, the n-th n minutes later. */
  const copyEvents = (prefix: string, count: number, document: string) =>
    calendar.source.query(
      `insert into calendar.events (id, owner_id, status, time_zone, start_wall, start_at, end_at, information, tags, tag_keys,
         first_start_at, first_end_at, last_end_at, materialized_from_at, materialized_until_at, zone_data_release,
         created_at, updated_at, search_document)
       select $1 || lpad(to_hex(n), 22, '0'), owner_id, status, time_zone, start_wall, start_at + n * interval '1 minute',
         end_at + n * interval '1 minute', information, tags, tag_keys, start_at + n * interval '1 minute',
         end_at + n * interval '1 minute', end_at + n * interval '1 minute', materialized_from_at, materialized_until_at,
         zone_data_release, created_at, updated_at, (${document})::tsvector
       from calendar.events, generate_series(1, $2::integer) n where recurrence is null and information @> '[{"title": "Tide table"}]'
         and id < 'ee'`,
      [prefix, count],
    );

  it('ranks titles above places, and places above descriptions', async () => {
    expect(await titles('tide')).toEqual(['Tide table', 'Readings', 'Concert']);
  });

  it.each([
    ['every language', 'kai', 'Concert'],
    ['the beginning of a word', 'konz', 'Concert'],
    ['any case, without accents', 'FRUHLINGSFEST lodz', 'Frühlingsfest in Łódź'],
    ['other accents', 'frühlingsfest łódź', 'Frühlingsfest in Łódź'],
    ['a script without spaces', '東京', '東京タワー見学'],
    ['a part in such a script', '見学', '東京タワー見学'],
    ['Cyrillic', 'елка', 'Ёлка у Кремля'],
    ['words of several fields', 'table pier', 'Tide table'],
    ['the address', 'quay', 'Tide table'],
  ])('finds %s', async (_case, text, title) => {
    expect(await titles(text)).toEqual([title]);
  });

  it('finds an event with a word that is too long for a term', async () => {
    const description = `漢${'z'.repeat(3000)} 𝒂${'y'.repeat(3000)}`;
    const id = await add('Long word', { info: [info('Long word', description)] });
    expect(await titles(`漢${'z'.repeat(100)}`)).toEqual(['Long word']);
    await calendar.ask('mutation ($id: ID!) { deleteEvent(id: $id) }', { id }, { hash });
  });

  it('needs every word', async () => {
    expect(await titles('tide nowhere')).toEqual([]);
    expect(await titles('京東')).toEqual([]);
  });

  it('filters by owner, category and window', async () => {
    const other = await calendar.addUser();
    await add('Tide of others', { meta: { tags: ['Spring'] } }, other.hash);
    expect(await titles('tide', { owner: other.id })).toEqual(['Tide of others']);
    expect(await titles('tide', { categories: ['SPRING'] })).toEqual(['Tide of others']);
    expect(await titles('tide', { owner: 'x' })).toEqual([]);
    const day = (date: string) => ({ from: `${date}T00:00:00Z`, to: `${date}T23:00:00Z` });
    expect(await titles('yoga', day('2026-06-08'))).toEqual(['Yoga']);
    expect(await titles('yoga', day('2026-06-09'))).toEqual([]);
    const [yoga] = (await search('yoga')).nodes;
    await calendar.ask(
      'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }',
      {
        input: {
          id: `${yoga?.event.id}_20260615T090000Z`,
          time: { start: '2026-09-09T09:00:00Z', end: '2026-09-09T10:00:00Z' },
        },
      },
      { hash },
    );
    expect(await titles('yoga', day('2026-09-09'))).toEqual(['Yoga']);
    expect(await titles('yoga', day('2026-06-15'))).toEqual([]);
  });

  it('follows changes of the event', async () => {
    const id = await add('Regatta');
    expect(await titles('regatta')).toEqual(['Regatta']);
    await calendar.ask(
      'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id } }',
      { input: { id, info: [info('Sailing')] } },
      { hash },
    );
    expect(await titles('regatta')).toEqual([]);
    expect(await titles('sailing')).toEqual(['Sailing']);
    await calendar.ask('mutation ($id: ID!) { deleteEvent(id: $id) }', { id }, { hash });
    expect(await titles('sailing')).toEqual([]);
  });

  it('finds events from before the search once the worker has indexed them', async () => {
    const id = await add('Ancient');
    await calendar.source.query('update calendar.events set search_document = null where id = $1', [id]);
    expect(await titles('ancient')).toEqual([]);
    expect(await indexEventsForSearch(calendar.source)).toBe(1);
    expect(await titles('ancient')).toEqual(['Ancient']);
  });

  it('pages through all matches, also while others appear', async () => {
    const expected: string[] = [];
    for (let index = 0; index < 12; index += 1) {
      expected.push(await add(index % 3 === 0 ? 'Paged' : `Paged ${'word '.repeat(index)}`));
    }
    for (const more of [{}, { from: '2026-01-01T00:00:00Z', to: '2026-12-01T00:00:00Z' }, { owner }]) {
      const ids: string[] = [];
      for (let after: string | null = null, page = 0; ; page += 1) {
        const { nodes, pageInfo }: Found = await search('paged', { ...more, first: 5, after });
        ids.push(...nodes.map(({ event }) => event.id));
        after = pageInfo.endCursor;
        if (!pageInfo.hasNextPage) break;
        if (page === 0 && !('owner' in more)) await add('Paged');
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect(expected.filter((id) => !ids.includes(id))).toEqual([]);
    }
  });

  it('comes in the order of the start when there are more than 4,000 matches', async () => {
    await copyEvents('ee', 4_100, `'''crowd'':1A'`);
    for (const more of [{}, { from: '2026-01-01T00:00:00Z' }]) {
      const ids: string[] = [];
      for (let after: string | null = null; ;) {
        const { nodes, pageInfo }: Found = await search('crowd', { ...more, first: 1_000, after });
        ids.push(...nodes.map(({ event }) => event.id));
        after = pageInfo.endCursor;
        if (!pageInfo.hasNextPage) break;
      }
      expect(ids).toHaveLength(4_100);
      expect(ids).toEqual([...ids].sort().reverse());
    }
  });

  it('ranks the matches of a rare beginning among many events', async () => {
    // Without frequent terms in its statistics PostgreSQL estimates that 2 % of the events match.
    await calendar.source.query(`update calendar.events set search_document = '''rarely'':1A'::tsvector
      where id in (select id from calendar.events where search_document @@ '''crowd''' order by start_at limit 2)`);
    const { nodes, pageInfo } = await search('rare');
    expect(nodes).toHaveLength(2);
    expect(pageInfo.hasNextPage).toBe(false);
  });

  it('reads a bounded number of events for a page of frequent words', async () => {
    const alternating = `case when n % 2 = 0 then '''even'':1A' else '''odd'':1A' end`;
    await copyEvents(
      'f0',
      30_000,
      `case when n <= 5000 or n = 29999 then '''even'':1A ''odd'':2A' else ${alternating} end`,
    );
    await calendar.source.query('analyze calendar.events');
    const sizes: number[] = [];
    const ids = new Set<string>();
    for (let after: string | null = null; ;) {
      const { nodes, pageInfo }: Found = await search('even odd', { first: 1_000, after });
      sizes.push(nodes.length);
      for (const { event } of nodes) ids.add(event.id);
      after = pageInfo.endCursor;
      if (!pageInfo.hasNextPage) break;
    }
    expect(sizes.slice(0, 4)).toEqual([1, 0, 0, 1_000]);
    expect(ids.size).toBe(5_001);
  });

  it('ranks the matches of words that exclude each other in most events', async () => {
    await calendar.source.query(`update calendar.events set search_document = '''even'':1A'::tsvector
      where search_document @@ '''even'' & ''odd''' and id <> 'f0' || lpad(to_hex(9), 22, '0')`);
    const { nodes, pageInfo } = await search('even odd');
    expect([nodes.length, pageInfo.hasNextPage]).toEqual([1, false]);
  });

  it('reads events in the order of their start when PostgreSQL expects very many events with each word', async () => {
    await calendar.source.query('alter table calendar.events set (autovacuum_enabled = off)');
    // With few different terms in its statistics PostgreSQL estimates that 2 % of the events have the second word.
    await calendar.source.query(
      `update pg_class set reltuples = reltuples * 200 where oid = 'calendar.events'::regclass`,
    );
    expect((await search('even odd', { owner })).nodes).toHaveLength(1);
    const sizes: number[] = [];
    for (let after: string | null = null, hasNext = true; hasNext;) {
      const { nodes, pageInfo }: Found = await search('even odd', { after });
      sizes.push(nodes.length);
      after = pageInfo.endCursor;
      hasNext = pageInfo.hasNextPage;
    }
    expect(sizes).toEqual([0, 0, 0, 0, 1]);
    await calendar.source.query('alter table calendar.events reset (autovacuum_enabled)');
    await calendar.source.query('analyze calendar.events');
  });

  it('finds and pages a rare word with the beginning of a frequent one', async () => {
    const ids = [await add('Harbour crowded'), await add('Harbour crowd'), await add('Harbour')].slice(0, 2);
    await calendar.source.query('analyze calendar.events');
    const first = await search('harbour crow', { first: 1 });
    const second = await search('harbour crow', { first: 1, after: first.pageInfo.endCursor });
    expect([...first.nodes, ...second.nodes].map(({ event }) => event.id).sort()).toEqual([...ids].sort());
    expect([first.pageInfo.hasNextPage, second.pageInfo.hasNextPage]).toEqual([true, false]);
  });

  it('takes a constant number of statements', async () => {
    const count = async (first: number) => (await statementsOf(() => search('paged', { first }))).length;
    expect(await count(10)).toBe(await count(1));
  });

  it('refuses wrong arguments with all their issues', async () => {
    const { errors } = await calendar.send(SEARCH, {
      text: '?!',
      from: '2026-06-02T00:00:00Z',
      to: '2026-06-01T00:00:00Z',
      categories: Array<string>(51).fill('x'),
      first: 0,
      after: 'x',
    });
    const paths = errors[0]?.extensions.errors?.map(({ path }) => path).sort();
    expect(paths).toEqual(['after', 'categories', 'first', 'text', 'to']);
    expect((await calendar.send(SEARCH, { text: 'x'.repeat(201) })).errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
  });

  it('refuses cursors that no page has', async () => {
    for (const rank of ['1e+300', '1e-300', 'NaN', '']) {
      const after = Buffer.from(`s1 ${rank} 0 ${'f'.repeat(24)}`).toString('base64url');
      const { errors } = await calendar.send(SEARCH, { text: 'tide', after });
      expect(errors[0]?.extensions.errors).toMatchObject([{ path: 'after' }]);
    }
  });

  it('answers every text without an error of the database', async () => {
    const strange = [
      "'",
      "''",
      '\\',
      "a' | 'b",
      'a:*',
      '(((',
      '&',
      '\0a',
      '\ud800a',
      '\u202ea',
      '%a_',
      'a'.repeat(200),
      'ー',
    ];
    for (const text of strange) {
      const { errors, status } = await calendar.send(SEARCH, { text });
      expect([text, status]).toEqual([text, 200]);
      expect(errors.every(({ extensions }) => extensions.code === 'BAD_USER_INPUT')).toBe(true);
    }
  });
});
