import { type ImportReport } from '../src/generated/schema-types';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';
import { exportOf, importFile } from './import';

const PAGE = `query ($filter: OccurrencesQueryFilter!) {
  occurrencePage(filter: $filter, first: 1000) {
    nodes {
      occurrence { utcStart utcEnd event { id time { timeZone } } }
      isAllDay startDate endDate tags status info { title description language } location { name address }
    }
  }
}`;
const WINDOW = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };

interface Node {
  occurrence: { utcStart: string; utcEnd: string; event: { id: string; time: { timeZone: string } } };
  isAllDay: boolean;
  startDate: string | null;
  endDate: string | null;
  tags: string[];
  status: string;
  info: { title: string; description: string | null; language: string }[];
  location: { name: string | null; address: string | null };
}

const resultsOf = ({ created, updated, unchanged, skipped }: ImportReport) => ({
  created,
  updated,
  unchanged,
  skipped,
});

describe('importEvents', () => {
  let calendar: TestCalendar;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-02-01T12:00:00Z')) });
  });
  afterAll(() => calendar.stop());

  /** The occurrences of the year of the events of a report. */
  async function occurrencesOf({ components }: ImportReport): Promise<Node[]> {
    const ids = new Set(components.map(({ eventId }) => eventId));
    const { occurrencePage } = await calendar.ask<{ occurrencePage: { nodes: Node[] } }>(PAGE, { filter: WINDOW });
    return occurrencePage.nodes.filter(({ occurrence }) => ids.has(occurrence.event.id));
  }
  const shown = (nodes: Node[]) =>
    nodes.map(({ occurrence: { event: _, ...times }, ...node }) => ({ ...times, ...node }));
  const startsOf = (nodes: Node[], title: RegExp) =>
    nodes.filter(({ info }) => title.test(info[0]?.title ?? '')).map(({ occurrence }) => occurrence.utcStart);
  const feedOf = async (username: string) => (await calendar.app.inject({ url: `/calendars/${username}.ics` })).body;
  const recordedEvents = async () =>
    (
      await calendar.source.query<{ event: string; count: number }[]>(
        `select event, count(*)::int from calendar.outbox where event like 'calendar.%' group by event order by event`,
      )
    ).map(({ event, count }) => `${event} ${count}`);

  const programs = {
    google: { created: 6, skipped: 0 },
    outlook: { created: 4, skipped: 1 },
    apple: { created: 4, skipped: 0 },
    nextcloud: { created: 3, skipped: 1 },
  };

  describe.each(Object.entries(programs))('a file of %s', (name, { created, skipped }) => {
    const program = name as keyof typeof programs;
    let hash: string;
    let report: ImportReport;
    beforeAll(async () => {
      ({ hash } = await calendar.addUser(program));
      report = await importFile(calendar, hash, exportOf(program));
    });

    it('is imported whole', () => {
      expect(resultsOf(report)).toEqual({ created, updated: 0, unchanged: 0, skipped });
    });

    it('changes nothing when it is imported again', async () => {
      const [feed, recorded] = [await feedOf(program), await recordedEvents()];
      const again = await importFile(calendar, hash, exportOf(program));
      expect(resultsOf(again)).toEqual({ created: 0, updated: 0, unchanged: created, skipped });
      expect([await feedOf(program), await recordedEvents()]).toEqual([feed, recorded]);
    });

    it('comes out of the feed with the same meaning', async () => {
      const other = await calendar.addUser();
      const zone = {
        google: 'Europe/Berlin',
        outlook: 'Europe/Berlin',
        apple: 'America/New_York',
        nextcloud: 'Europe/Vienna',
      };
      const exported = await importFile(calendar, other.hash, await feedOf(program), { timeZone: zone[program] });
      const withoutLanguage = (nodes: Node[]) =>
        shown(nodes).map((node) => ({ ...node, info: node.info.map(({ language: _, ...info }) => info) }));
      const imported = withoutLanguage(await occurrencesOf(report));
      expect(imported.length).toBeGreaterThanOrEqual(10);
      expect(withoutLanguage(await occurrencesOf(exported))).toEqual(imported);
    });

    it('is unchanged when its own feed is imported', async () => {
      const { components, ...own } = await importFile(calendar, hash, await feedOf(program));
      expect(own).toMatchObject({ created: 0, updated: 0, skipped: 0 });
      expect(components.length).toBeGreaterThan(1);
    });
  });

  it('reads what Google writes', async () => {
    const { hash } = await calendar.addUser();
    const report = await importFile(calendar, hash, exportOf('google'));
    const nodes = await occurrencesOf(report);
    expect(startsOf(nodes, /^Weekly/)).toEqual([
      ...['03-03', '03-10'].map((day) => `2026-${day}T08:00:00Z`),
      '2026-03-25T13:00:00Z',
      '2026-03-31T07:00:00Z',
      ...['04-07', '04-14', '04-21', '04-28', '05-05', '05-12', '05-19', '05-26'].map((day) => `2026-${day}T07:00:00Z`),
      ...['06-02', '06-09', '06-16', '06-23', '06-30'].map((day) => `2026-${day}T07:00:00Z`),
    ]);
    expect(startsOf(nodes, /^One occurrence/)).toEqual(['2026-05-20T10:00:00Z']);
    const [single, allDay] = [/gauges/, /Spring/].map((title) =>
      nodes.find(({ info }) => title.test(info[0]?.title ?? '')),
    );
    expect(single).toMatchObject({
      occurrence: { utcStart: '2026-03-12T13:00:00Z', event: { time: { timeZone: 'Europe/Berlin' } } },
      info: [{ language: 'und', description: 'Bring the charts, please.\nSecond line with a; semicolon' }],
      location: { name: 'Harbour office, Pier 4', address: null },
    });
    expect(allDay).toMatchObject({
      isAllDay: true,
      startDate: '2026-04-01',
      endDate: '2026-04-03',
      status: 'tentative',
    });
    expect(report.ignored).toContainEqual({ name: 'VALARM', count: 1 });
  });

  it('reads what Outlook writes: Windows zones, languages, private events', async () => {
    const { hash } = await calendar.addUser();
    const report = await importFile(calendar, hash, exportOf('outlook'), { includePrivate: true });
    const nodes = await occurrencesOf(report);
    expect(startsOf(nodes, /^Besprechung/).slice(0, 3)).toEqual([
      '2026-01-12T09:00:00Z',
      '2026-01-19T14:00:00Z',
      '2026-02-02T09:00:00Z',
    ]);
    expect(nodes.find(({ info }) => info[0]?.title === 'Call with the pilots')).toMatchObject({
      occurrence: { utcStart: '2026-03-10T21:00:00Z', event: { time: { timeZone: 'America/New_York' } } },
      info: [{ language: 'en-us' }],
    });
    expect(report.components.find(({ title }) => title === 'Call with the pilots')?.warnings).toEqual([
      'The time zone "(UTC-05:00) Eastern Time (US & Canada) own" has the rules of America/New_York, and is read as this zone.',
    ]);
    expect(startsOf(nodes, /^Dentist/)).toEqual(['2026-03-11T16:00:00Z']);
    const secretly = await importFile(calendar, (await calendar.addUser()).hash, exportOf('outlook'));
    expect(secretly.components.at(-1)).toMatchObject({ title: 'Dentist', result: 'SKIPPED', eventId: null });
  });

  it('reads what Apple writes: places with an address, floating times', async () => {
    const { hash } = await calendar.addUser();
    const nodes = await occurrencesOf(await importFile(calendar, hash, exportOf('apple')));
    expect(nodes.find(({ info }) => info[0]?.title === 'Evening watch')?.location).toEqual({
      name: 'Café du Port',
      address: '12 Quay Street, Old Town\nNew York',
    });
    expect(startsOf(nodes, /^Lunch/)).toEqual(['2026-04-15T15:00:00Z']);
    expect(startsOf(nodes, /^Evening/)).toHaveLength(9);
    expect(startsOf(nodes, /^Evening/)).toContain('2026-03-08T23:30:00Z');
  });

  it('reads what Nextcloud writes: durations, RDATE, cancelled occurrences', async () => {
    const { hash } = await calendar.addUser();
    const report = await importFile(calendar, hash, exportOf('nextcloud'));
    const nodes = await occurrencesOf(report);
    const starts = startsOf(nodes, /^Stammtisch/);
    expect(starts).toEqual([
      ...['01-30', '02-17', '02-27', '03-17', '03-27'].map((day) => `2026-${day}T19:00:00Z`),
      ...['06-26', '07-31', '08-28', '09-25'].map((day) => `2026-${day}T18:00:00Z`),
    ]);
    expect(nodes[0]).toMatchObject({ tags: ['Friends', 'Evening', 'Vienna'], status: 'tentative' });
    expect(nodes.at(-1)).toMatchObject({ startDate: '2026-12-24', endDate: '2026-12-27' });
    expect(report.components.at(-1)).toMatchObject({ component: 'VTODO', result: 'SKIPPED' });
  });

  it('finds own events by their id, and changes them', async () => {
    const { hash } = await calendar.addUser('own');
    const id = await addEvent(calendar, hash, {
      info: [
        { language: 'en', title: 'Low water' },
        { language: 'de', title: 'Niedrigwasser' },
      ],
    });
    const feed = await feedOf('own');
    expect(resultsOf(await importFile(calendar, hash, feed))).toMatchObject({ unchanged: 1 });
    const report = await importFile(calendar, hash, feed.replace('SUMMARY:Low water', 'SUMMARY:High water'));
    expect(report.components).toMatchObject([{ uid: id, result: 'UPDATED', eventId: id }]);
    const [node] = await occurrencesOf(report);
    expect(node?.info.map(({ language, title }) => [language, title])).toEqual([
      ['en', 'High water'],
      ['de', 'Niedrigwasser'],
    ]);
    expect(await recordedEvents()).toContain('calendar.event.updated 1');
  });

  it('cancels no occurrence when the feed of a cancelled series is imported', async () => {
    const { hash } = await calendar.addUser('cancelling');
    const times = { timeZone: 'Europe/Berlin', start: '2026-03-02T09:00:00+01:00', end: '2026-03-02T10:00:00+01:00' };
    const id = await addEvent(calendar, hash, { time: { ...times, recurrence: 'FREQ=DAILY;COUNT=3' } });
    const time = { start: '2026-03-03T15:00:00+01:00', end: '2026-03-03T16:00:00+01:00' };
    const change = 'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }';
    await calendar.ask(change, { input: { id: `${id}_20260303T080000Z`, time } }, { hash });
    const update = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { status } }';
    await calendar.ask(update, { input: { id, status: 'cancelled' } }, { hash });
    const report = await importFile(calendar, hash, await feedOf('cancelling'));
    expect(resultsOf(report)).toEqual({ created: 0, updated: 0, unchanged: 2, skipped: 0 });
    await calendar.ask(update, { input: { id, status: 'confirmed' } }, { hash });
    expect(await occurrencesOf(report)).toHaveLength(3);
  });
});
