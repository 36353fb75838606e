import { parseTimestamp, requireZone, toInstant } from '@almanac/recurrence';
import ICAL from 'ical.js';
import { type EventTimeInput } from '../src/generated/schema-types';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

const PAGE = `query ($filter: OccurrencesQueryFilter!) {
  occurrencePage(filter: $filter) { nodes { occurrence { id utcStart utcEnd } info { title } } }
}`;
const WINDOW = { from: '2026-01-01T00:00:00Z', to: '2027-01-01T00:00:00Z' };

interface PageData {
  occurrencePage: {
    nodes: { occurrence: { id: string; utcStart: string; utcEnd: string }; info: { title: string }[] }[];
  };
}

const series: Record<string, EventTimeInput> = {
  'a weekly series across a transition': {
    timeZone: 'Europe/Berlin',
    start: '2026-03-09T09:00:00+01:00',
    end: '2026-03-09T10:00:00+01:00',
    recurrence: 'FREQ=WEEKLY;COUNT=8',
  },
  'a daily series with EXDATE in UTC': {
    timeZone: 'UTC',
    start: '2026-06-01T09:00:00Z',
    end: '2026-06-01T10:00:00Z',
    recurrence: 'FREQ=DAILY;COUNT=9\nEXDATE:20260602T090000Z',
  },
  'an all-day series': {
    timeZone: 'America/New_York',
    start: '2026-03-06T00:00:00-05:00',
    end: '2026-03-07T00:00:00-05:00',
    recurrence: 'FREQ=DAILY;COUNT=8',
  },
};

describe('the feed of a series with overrides', () => {
  let calendar: TestCalendar;
  let hash: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-02-01T12:00:00Z')) });
    ({ hash } = await calendar.addUser('owner'));
  });
  afterAll(() => calendar.stop());

  const page = async (tag: string) =>
    (await calendar.ask<PageData>(PAGE, { filter: { ...WINDOW, categories: [tag] } })).occurrencePage.nodes;
  const change = (input: object) =>
    calendar.ask(
      'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }',
      { input },
      { hash },
    );
  const feedOf = async (id: string) => (await calendar.app.inject({ url: `/events/${id}.ics` })).body;

  /** Start, end and title of the occurrences, as ical.js reads a feed. */
  function read(text: string, timeZone: string): string[] {
    const component = new ICAL.Component(ICAL.parse(text));
    ICAL.TimezoneService.reset();
    for (const zone of component.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
    const [master, ...others] = component.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each));
    if (!master) throw new Error('The feed has no event.');
    for (const each of others) master.relateException(each);
    const zone = requireZone(timeZone, 'timeZone');
    const instantOf = (time: ICAL.Time) =>
      time.isDate ? toInstant(zone, Date.UTC(time.year, time.month - 1, time.day) / 1000) : time.toUnixTime();
    const found: string[] = [];
    const iterator = master.iterator();
    for (let next = iterator.next(); next; next = iterator.next()) {
      const { startDate, endDate, item } = master.getOccurrenceDetails(next);
      found.push([instantOf(startDate), instantOf(endDate), item.summary].join(' '));
    }
    return found.sort();
  }

  it.each(Object.entries(series))('%s reads as the API shows it', async (tag, time) => {
    const id = await addEvent(calendar, hash, { time, meta: { tags: [tag] } });
    const [first, second, third, fourth] = await page(tag);
    const at = (node: typeof first) => node?.occurrence.id ?? '';
    await change({ id: at(first), info: [{ language: 'en', title: 'Own title' }] });
    await change({ id: at(second), status: 'cancelled' });
    await change({ id: at(third), time: { start: '2026-02-28T18:00:00Z', end: '2026-02-28T19:30:00Z' } });
    await change({
      id: at(fourth),
      time: { start: '2026-07-10T12:00:00Z', end: '2026-07-11T12:00:00Z', allDay: true },
    });
    const shown = (await page(tag)).map(({ occurrence, info }) =>
      [parseTimestamp(occurrence.utcStart), parseTimestamp(occurrence.utcEnd), info[0]?.title].join(' '),
    );
    expect(shown.length).toBeGreaterThan(5);
    expect(read(await feedOf(id), time.timeZone)).toEqual(shown.sort());
  });

  it('has the fields of iTIP, which grow with each change', async () => {
    const tag = 'itip';
    const id = await addEvent(calendar, hash, {
      time: series['a weekly series across a transition'],
      meta: { tags: [tag] },
    });
    const fields = (text: string, name: string) =>
      [...text.matchAll(new RegExp(`^${name}[:;](.*)\\r$`, 'gm'))].map(([, value]) => value);
    const before = await feedOf(id);
    expect(fields(before, 'SEQUENCE')).toEqual(['1']);
    calendar.clock.advance(60_000);
    await change({ id: (await page(tag))[2]?.occurrence.id, info: [{ language: 'en', title: 'Changed' }] });
    const after = await feedOf(id);
    expect(fields(after, 'SEQUENCE')).toEqual(['2', '2']);
    expect(fields(after, 'UID')).toEqual([id, id]);
    for (const name of ['DTSTAMP', 'LAST-MODIFIED']) {
      expect([fields(before, name), fields(after, name)]).toEqual([
        ['20260201T120000Z'],
        ['20260201T120100Z', '20260201T120100Z'],
      ]);
    }
    expect(fields(after, 'RECURRENCE-ID')).toEqual(['TZID=Europe/Berlin:20260323T090000']);
    const calendarFeed = await calendar.app.inject({ url: '/calendars/owner.ics' });
    expect(fields(calendarFeed.body, 'SUMMARY')).toContain('Changed');
  });

  it('has the overrides of the events with the latest starts if there are more than 10,000', async () => {
    const owner = await calendar.addUser('many');
    const addDaily = async (tag: string, start: string) => {
      const time = {
        timeZone: 'UTC',
        start: `${start}T09:00:00Z`,
        end: `${start}T10:00:00Z`,
        recurrence: 'FREQ=DAILY',
      };
      const id = await addEvent(calendar, owner.hash, { time, meta: { tags: [tag] } });
      await calendar.ask(
        'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }',
        {
          input: {
            id: `${id}_${start.replaceAll('-', '')}T090000Z`,
            info: [{ language: 'en', title: `Changed: ${tag}` }],
          },
        },
        { hash: owner.hash },
      );
      return id;
    };
    await addDaily('earlier', '2026-03-01');
    const later = await addDaily('later', '2026-03-02');
    await calendar.source.query(
      `insert into calendar.occurrence_overrides (event_id, recurrence_at, recurrence_wall, start_at, end_at, status,
         is_event_cancelled, created_at, updated_at)
       select event_id, recurrence_at + n * interval '1 day', to_char(recurrence_at + n * interval '1 day', 'YYYY-MM-DD"T"HH24:MI:SS'),
         start_at + n * interval '1 day', end_at + n * interval '1 day', 'cancelled', false, created_at, updated_at
       from calendar.occurrence_overrides, generate_series(1, 9999) n where event_id = $1`,
      [later],
    );
    await calendar.source.query(
      `update calendar.events set overridden_at =
         (select array_agg(recurrence_at order by recurrence_at) from calendar.occurrence_overrides where event_id = id)
       where id = $1`,
      [later],
    );
    const { body } = await calendar.app.inject({ url: '/calendars/many.ics' });
    expect([...body.matchAll(/^SUMMARY:(Changed: .*)\r$/gm)].map(([, title]) => title)).toEqual(['Changed: later']);
  });
});
