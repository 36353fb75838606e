import { statementsOf } from '@almanac/testing';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

interface Details {
  event: { id: string };
  tags: string[];
  isAllDay: boolean;
  overrides: { occurrence: { start: string }; status: string; info: { title: string }[]; recurrenceId: string }[];
  nextOccurrences: { occurrence: { start: string }; info: { title: string }[]; recurrenceId: string }[];
  icsUrl: string;
  createdAt: string;
  updatedAt: string;
}

const DETAILS = `query ($id: ID!, $first: Int) {
  eventDetails(id: $id) {
    event { id } tags isAllDay icsUrl createdAt updatedAt
    overrides(first: $first) { occurrence { start } status info { title } recurrenceId }
    nextOccurrences(first: $first) { occurrence { start } info { title } recurrenceId }
  }
}`;
const CHANGE = 'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }';

describe('the details of an event', () => {
  let calendar: TestCalendar;
  let hash: string;
  let userId: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start(
      { CALENDAR_URL: 'https://calendar.example.com/' },
      { clock: new FixedClock(new Date('2026-06-10T07:30:00Z')) },
    );
    ({ hash, id: userId } = await calendar.addUser('owner'));
  });
  afterAll(() => calendar.stop());

  const details = async (id: string, first?: number) =>
    (await calendar.ask<{ eventDetails: Details | null }>(DETAILS, { id, first })).eventDetails;
  const weekly = {
    timeZone: 'Europe/Berlin',
    start: '2026-06-03T09:00:00+02:00',
    end: '2026-06-03T10:00:00+02:00',
    recurrence: 'FREQ=WEEKLY;COUNT=8',
  };

  it('have tags, times and the address of the feed', async () => {
    const id = await addEvent(calendar, hash, { time: weekly, meta: { tags: ['Harbour', 'tide'] } });
    calendar.clock.advance(5_000);
    await calendar.ask(
      'mutation ($id: ID!) { updateEvent(input: { id: $id, status: "tentative" }) { id } }',
      { id },
      { hash },
    );
    expect(await details(id, 1)).toEqual({
      event: { id },
      tags: ['Harbour', 'tide'],
      isAllDay: false,
      overrides: [],
      // It runs: it ends after now.
      nextOccurrences: [
        {
          occurrence: { start: '2026-06-10T09:00:00+02:00' },
          info: [{ title: 'An event' }],
          recurrenceId: '20260610T070000Z',
        },
      ],
      icsUrl: `https://calendar.example.com/events/${id}.ics`,
      createdAt: '2026-06-10T07:30:00Z',
      updatedAt: '2026-06-10T07:30:05Z',
    });
    expect((await calendar.app.inject({ url: `/events/${id}.ics` })).statusCode).toBe(200);
  });

  it('list the changed occurrences, and the next ones with their changes', async () => {
    const id = await addEvent(calendar, hash, { time: weekly });
    const change = (start: string, parts: object) =>
      calendar.ask(CHANGE, { input: { id: `${id}_${start}`, ...parts } }, { hash });
    await change('20260617T070000Z', { status: 'cancelled' });
    await change('20260603T070000Z', { time: { start: '2026-06-20T10:00:00Z', end: '2026-06-20T11:00:00Z' } });
    await change('20260624T070000Z', { info: [{ language: 'en', title: 'Special' }] });
    const found = await details(id, 3);
    expect(found?.overrides.map(({ recurrenceId, status }) => [recurrenceId, status])).toEqual([
      ['20260603T070000Z', 'confirmed'],
      ['20260617T070000Z', 'cancelled'],
      ['20260624T070000Z', 'confirmed'],
    ]);
    expect(found?.nextOccurrences.map(({ occurrence, info }) => [occurrence.start, info[0]?.title])).toEqual([
      ['2026-06-10T09:00:00+02:00', 'An event'],
      ['2026-06-20T12:00:00+02:00', 'An event'],
      ['2026-06-24T09:00:00+02:00', 'Special'],
    ]);
    expect((await details(id))?.nextOccurrences).toHaveLength(7);
  });

  it('take as many statements for many changed occurrences as for one', async () => {
    const id = await addEvent(calendar, hash, { time: weekly });
    const count = async () => (await statementsOf(() => details(id))).length;
    const change = (start: string) =>
      calendar.ask(CHANGE, { input: { id: `${id}_${start}`, location: { name: 'Pier' } } }, { hash });
    await change('20260617T070000Z');
    const one = await count();
    await change('20260624T070000Z');
    await change('20260701T070000Z');
    expect(await count()).toBe(one);
  });

  it('are null for an unknown id, and refuse `first` below 1', async () => {
    expect(await details('0123456789abcdef01234567')).toBeNull();
    expect(await details("'")).toBeNull();
    const id = await addEvent(calendar, hash, { time: weekly });
    const { errors } = await calendar.send(DETAILS, { id, first: 0 });
    expect(errors[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', errors: [{ path: 'first' }] });
  });

  it('count the categories in use, of all events and of an owner', async () => {
    const other = await calendar.addUser();
    await addEvent(calendar, other.hash, { meta: { tags: ['Zoo', 'harbour'] } });
    await addEvent(calendar, other.hash, { meta: { tags: ['zoo'] } });
    await addEvent(calendar, other.hash, { meta: { tags: ['Zoo', 'gone'] }, status: 'cancelled' });
    const categories = async (owner?: string) =>
      (
        await calendar.ask<{ categories: { category: string; events: number }[] }>(
          'query ($owner: ID) { categories(owner: $owner) { category events } }',
          { owner },
        )
      ).categories;
    expect(await categories(other.id)).toEqual([
      { category: 'Zoo', events: 2 },
      { category: 'harbour', events: 1 },
    ]);
    expect(await categories()).toEqual([
      { category: 'Harbour', events: 2 },
      { category: 'Zoo', events: 2 },
      { category: 'tide', events: 1 },
    ]);
    expect(await categories(userId)).toHaveLength(2);
    expect(await categories('x')).toEqual([]);
  });

  it('of all events of a list have their next occurrence, in a constant number of statements', async () => {
    const list = () =>
      calendar.ask<{ eventDetailsList: (Details & { event: { owner: { id: string } } })[] }>(
        `query { eventDetailsList(filter: { from: "2026-06-10T07:30:00Z", categories: ["listed"] }) {
          event { id owner { id } } isAllDay nextOccurrences(first: 1) { occurrence { start } info { title } recurrenceId }
        } }`,
        {},
        { hash },
      );
    const add = (recurrence: string | undefined, more: object = {}) =>
      addEvent(calendar, hash, { time: { ...weekly, recurrence }, meta: { tags: ['listed'] }, ...more });
    const over = await add(undefined);
    const first = await add('FREQ=WEEKLY;INTERVAL=2');
    const moved = await add('FREQ=WEEKLY');
    const cancelled = await add('FREQ=WEEKLY', { status: 'cancelled' });
    const change = (id: string) => {
      const time = { start: '2026-06-11T10:00:00Z', end: '2026-06-11T11:00:00Z' };
      return calendar.ask(CHANGE, { input: { id: `${id}_20260610T070000Z`, time } }, { hash });
    };
    await change(moved);
    const nextOf = async () => {
      const { eventDetailsList } = await list();
      return eventDetailsList.map(({ event, nextOccurrences }) => [event.id, nextOccurrences[0]?.occurrence.start]);
    };
    const found = await nextOf();
    expect(found.map(([id]) => id)).not.toContain(over);
    expect(found.sort()).toEqual(
      [
        [first, '2026-06-17T09:00:00+02:00'],
        [moved, '2026-06-11T12:00:00+02:00'],
        [cancelled, undefined],
      ].sort(),
    );
    const few = (await statementsOf(nextOf)).length;
    for (const id of [await add('FREQ=WEEKLY'), await add('FREQ=WEEKLY')]) await change(id);
    expect((await statementsOf(nextOf)).length).toBe(few);
    expect(await nextOf()).toHaveLength(5);
  });

  it('of a list come in the order of their start, or the latest first', async () => {
    const { hash: other, id: owner } = await calendar.addUser();
    const add = (day: number, status = 'confirmed') => {
      const time = { timeZone: 'UTC', start: `2026-05-0${day}T09:00:00Z`, end: `2026-05-0${day}T10:00:00Z` };
      return addEvent(calendar, other, { time, meta: { tags: ['ordered'] }, status });
    };
    const [second, first, third, sameTime] = [await add(2), await add(1), await add(3, 'cancelled'), await add(2)];
    const list = async (filter: object, latestFirst?: boolean) => {
      const { eventDetailsList } = await calendar.ask<{ eventDetailsList: Details[] }>(
        `query ($filter: EventsQueryFilter!, $latestFirst: Boolean) {
          eventDetailsList(filter: $filter, latestFirst: $latestFirst) { event { id } }
        }`,
        { filter, latestFirst },
      );
      return eventDetailsList.map(({ event }) => event.id);
    };
    for (const filter of [{ owner }, { owner, to: '2026-06-01T00:00:00Z' }, { categories: ['ordered'] }]) {
      expect(await list(filter)).toEqual([first, second, sameTime, third]);
      expect(await list(filter, true)).toEqual([third, sameTime, second, first]);
      expect(await list({ ...filter, limit: 2 }, true)).toEqual([third, sameTime]);
    }
    expect(await list({ owner, to: '2026-05-03T00:00:00Z', limit: 1 }, true)).toEqual([sameTime]);
  });
});
