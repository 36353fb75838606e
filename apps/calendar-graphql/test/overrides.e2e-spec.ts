import { statementsOf } from '@almanac/testing';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent, eventInput } from './event-inputs';

interface Node {
  occurrence: { id: string; start: string; end: string; utcStart: string };
  info: { title: string }[];
  location: { name: string | null };
  status: string;
  isAllDay: boolean;
  startDate: string | null;
  endDate: string | null;
  recurrenceId: string;
}

const NODE = `{
  occurrence { id start end utcStart } info { title } location { name } status isAllDay startDate endDate recurrenceId
}`;
const PAGE = `query ($filter: OccurrencesQueryFilter!) { occurrencePage(filter: $filter) { nodes ${NODE} } }`;
const LIST = 'query ($filter: OccurrencesQueryFilter!) { occurrences(filter: $filter) { id start } }';
const EVENTS = 'query ($filter: EventsQueryFilter!) { events(filter: $filter) { id occurrences { id start } } }';
const CANCEL = `mutation ($id: ID!) { cancelOccurrence(id: $id) ${NODE} }`;
const RESTORE = `mutation ($id: ID!) { restoreOccurrence(id: $id) ${NODE} }`;
const CHANGE = `mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) ${NODE} }`;
const SPLIT = `mutation ($input: ChangeSeriesFromInput!) {
  changeSeriesFrom(input: $input) {
    event { id info { title } time { start end recurrence } } previousEvent { id time { recurrence } } removedOverrides
  }
}`;
const UPDATE = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id occurrences { id start } } }';

const WEEKLY = {
  timeZone: 'Europe/Berlin',
  start: '2026-06-01T09:00:00+02:00',
  end: '2026-06-01T10:00:00+02:00',
  recurrence: 'FREQ=WEEKLY;COUNT=6',
};
const JUNE = { from: '2026-06-01T00:00:00Z', to: '2026-07-10T00:00:00Z' };

describe('changed occurrences', () => {
  let calendar: TestCalendar;
  let hash: string;
  let suite = 0;
  let tag: string;
  let id: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-05-05T12:00:00Z')) });
    ({ hash } = await calendar.addUser('owner'));
  });
  afterAll(() => calendar.stop());
  beforeEach(async () => {
    tag = `suite-${(suite += 1)}`;
    id = await addEvent(calendar, hash, { time: WEEKLY, meta: { tags: [tag] } });
  });

  const at = (day: string, hour = '07') => `${id}_2026${day}T${hour}0000Z`;
  const read = async (window: object = JUNE) =>
    (await calendar.ask<{ occurrencePage: { nodes: Node[] } }>(PAGE, { filter: { ...window, categories: [tag] } }))
      .occurrencePage.nodes;
  const starts = async (window: object = JUNE) => (await read(window)).map(({ occurrence }) => occurrence.start);
  const change = async (input: object) =>
    (await calendar.ask<{ changeOccurrence: Node }>(CHANGE, { input }, { hash })).changeOccurrence;
  const cancel = (occurrence: string) => calendar.ask(CANCEL, { id: occurrence }, { hash });
  const split = async (input: object) =>
    (
      await calendar.ask<{
        changeSeriesFrom: {
          event: { id: string; time: { start: string; recurrence: string } };
          previousEvent: { id: string; time: { recurrence: string } } | null;
          removedOverrides: string[];
        };
      }>(SPLIT, { input }, { hash })
    ).changeSeriesFrom;
  const events = () =>
    calendar.source.query<{ event: string; payload: { current: Record<string, unknown>; previous: object } }[]>(
      `select event, payload from calendar.outbox where subject_id like $1 order by position`,
      [`${id}%`],
    );

  it('are left out everywhere when they are cancelled, and come back', async () => {
    const { cancelOccurrence } = await calendar.ask<{ cancelOccurrence: Node }>(CANCEL, { id: at('0608') }, { hash });
    expect(cancelOccurrence).toMatchObject({ status: 'cancelled', recurrenceId: '20260608T070000Z' });
    const others = ['06-01', '06-15', '06-22', '06-29', '07-06'].map((day) => `2026-${day}T09:00:00+02:00`);
    expect(await starts()).toEqual(others);
    const filter = { ...JUNE, categories: [tag] };
    const list = await calendar.ask<{ occurrences: { start: string }[] }>(LIST, { filter });
    expect(list.occurrences.map(({ start }) => start)).toEqual(others);
    const seen = await calendar.ask<{ events: { occurrences: { start: string }[] }[] }>(EVENTS, { filter });
    expect(seen.events[0]?.occurrences.map(({ start }) => start)).toEqual(others);
    const day = { from: '2026-06-08T00:00:00Z', to: '2026-06-09T00:00:00Z', categories: [tag] };
    expect(await calendar.ask(EVENTS, { filter: day })).toEqual({ events: [] });
    await calendar.ask(RESTORE, { id: at('0608') }, { hash });
    expect(await starts()).toHaveLength(6);
  });

  it('belong to a series: those of a single event are refused, with the path of the argument', async () => {
    const single = await addEvent(calendar, hash, {
      time: { timeZone: 'UTC', start: '2026-06-01T09:00:00Z', end: '2026-06-01T10:00:00Z' },
    });
    const occurrence = `${single}_20260601T090000Z`;
    const message = 'the event does not recur: change it with updateEvent';
    for (const [document, variables, path] of [
      [CANCEL, { id: occurrence }, 'id'],
      [RESTORE, { id: occurrence }, 'id'],
      [CHANGE, { input: { id: occurrence, status: 'CANCELLED' } }, 'input.id'],
    ] as const) {
      const { errors } = await calendar.send(document, variables, { hash });
      expect(errors[0]?.extensions).toMatchObject({ errors: [{ path, message }] });
    }
  });

  it('are found by their new time, with the id they had', async () => {
    const far = { start: '2041-01-01T12:00:00Z', end: '2041-01-01T13:00:00Z' };
    await change({ id: at('0608'), time: far, info: [{ language: 'en', title: 'Moved' }] });
    expect(await starts()).not.toContain('2026-06-08T09:00:00+02:00');
    const window = { from: '2041-01-01T12:30:00Z', to: '2041-01-02T00:00:00Z' };
    expect(await read(window)).toMatchObject([
      { occurrence: { id: at('0608'), utcStart: '2041-01-01T12:00:00Z' }, info: [{ title: 'Moved' }] },
    ]);
    const filter = { ...window, categories: [tag] };
    expect(await calendar.ask(EVENTS, { filter })).toEqual({
      events: [{ id, occurrences: [{ id: at('0608'), start: '2041-01-01T13:00:00+01:00' }] }],
    });
    expect(await calendar.ask(EVENTS, { filter: window })).toMatchObject({ events: [{ id }] });
    await calendar.ask(UPDATE, { input: { id, status: 'cancelled' } }, { hash });
    expect(await read(window)).toEqual([]);
    expect(await calendar.ask(EVENTS, { filter: window })).toEqual({ events: [{ id, occurrences: [] }] });
    await calendar.ask(UPDATE, { input: { id, status: 'confirmed' } }, { hash });
    expect(await read(window)).toHaveLength(1);
  });

  it('have values of their own and follow the event in all others', async () => {
    const { status, location } = await change({ id: at('0608'), location: { name: 'Pier' }, status: 'Tentative' });
    expect([status, location]).toEqual(['tentative', { name: 'Pier' }]);
    await calendar.ask(UPDATE, { input: { id, info: [{ language: 'en', title: 'New' }] } }, { hash });
    const [first, second] = await read();
    expect(first).toMatchObject({ info: [{ title: 'New' }], location: { name: null }, status: 'confirmed' });
    expect(second).toMatchObject({ info: [{ title: 'New' }], location: { name: 'Pier' }, status: 'tentative' });
    await change({ id: at('0608'), location: {}, status: 'confirmed' });
    expect(
      await calendar.source.query('select 1 from calendar.occurrence_overrides where event_id = $1', [id]),
    ).toEqual([]);
    expect(await starts()).toHaveLength(6);
  });

  it('are all in the response when one operation changes several', async () => {
    const moved = (day: string) => ({
      id: at(day),
      time: { start: `2026-06-${day.slice(2)}T12:00:00Z`, end: `2026-06-${day.slice(2)}T13:00:00Z` },
    });
    const fields = '{ occurrence { event { occurrences { utcStart } } } }';
    const mutation = `mutation ($one: ChangeOccurrenceInput!, $other: ChangeOccurrenceInput!) {
      one: changeOccurrence(input: $one) ${fields}
      other: changeOccurrence(input: $other) ${fields}
    }`;
    const { other } = await calendar.ask<{
      other: { occurrence: { event: { occurrences: { utcStart: string }[] } } };
    }>(mutation, { one: moved('0608'), other: moved('0615') }, { hash });
    expect(other.occurrence.event.occurrences.slice(0, 3).map(({ utcStart }) => utcStart)).toEqual([
      '2026-06-01T07:00:00Z',
      '2026-06-08T12:00:00Z',
      '2026-06-15T12:00:00Z',
    ]);
  });

  it('are whole days with `allDay`', async () => {
    const day = { start: '2026-06-10T09:30:00+02:00', end: '2026-06-11T08:00:00+02:00', allDay: true };
    const node = await change({ id: at('0608'), time: day });
    expect(node).toMatchObject({ isAllDay: true, startDate: '2026-06-10', endDate: '2026-06-12' });
    expect(node.occurrence.start).toBe('2026-06-10T00:00:00+02:00');
    const midnight = { start: '2026-06-10T00:00:00+02:00', end: '2026-06-11T00:00:00+02:00' };
    const { errors } = await calendar.send(
      CHANGE,
      { input: { id: at('0608'), time: { ...midnight, allDay: false } } },
      { hash },
    );
    expect(errors[0]?.extensions.errors?.[0]?.path).toBe('input.time.allDay');
    const feed = await calendar.app.inject({ url: `/events/${id}.ics` });
    expect(feed.body).toContain('DTSTART;VALUE=DATE:20260610\r\nDTEND;VALUE=DATE:20260612');
    expect(feed.body).toContain('RECURRENCE-ID;TZID=Europe/Berlin:20260608T090000');
  });

  it('go to the same day when the time of the series changes; those without a day are named', async () => {
    await cancel(at('0608'));
    await change({ id: at('0615'), info: [{ language: 'en', title: 'Special' }] });
    await change({ id: at('0629'), time: { start: '2026-06-30T20:00:00+02:00', end: '2026-06-30T21:00:00+02:00' } });
    const later = { ...WEEKLY, start: '2026-06-01T11:00:00+02:00', end: '2026-06-01T12:30:00+02:00' };
    await calendar.ask(UPDATE, { input: { id, time: later } }, { hash });
    const nodes = await read();
    expect(nodes.map(({ occurrence }) => occurrence.start)).toEqual([
      ...['06-01T11', '06-15T11', '06-22T11', '06-30T20', '07-06T11'].map((hour) => `2026-${hour}:00:00+02:00`),
    ]);
    expect(nodes[1]).toMatchObject({
      info: [{ title: 'Special' }],
      occurrence: { id: at('0615', '09'), end: '2026-06-15T12:30:00+02:00' },
    });
    const daily = { ...later, recurrence: 'FREQ=WEEKLY;COUNT=2' };
    await calendar.ask(UPDATE, { input: { id, time: daily } }, { hash });
    expect((await events()).at(-1)).toMatchObject({
      event: 'calendar.event.updated',
      payload: { current: { removedOverrides: ['20260615T090000Z', '20260629T090000Z'] } },
    });
    expect(await starts()).toEqual(['2026-06-01T11:00:00+02:00']);
  });

  it('of a series that changes from one on: the rest goes to a new event with its changes', async () => {
    await cancel(at('0608'));
    await cancel(at('0622'));
    await change({ id: at('0629'), info: [{ language: 'en', title: 'Special' }] });
    // The occurrence that is named in the split gets the new values, also those that it had of its own.
    const ownTime = { start: '2026-06-15T11:00:00+02:00', end: '2026-06-15T12:00:00+02:00' };
    const own = { info: [{ language: 'en', title: 'Own' }], location: { name: 'Own place' } };
    await change({ id: at('0615'), time: ownTime, ...own });
    const { event, previousEvent, removedOverrides } = await split({
      id: at('0615'),
      time: { start: '2026-06-15T14:00:00+02:00', end: '2026-06-15T15:00:00+02:00' },
      info: [{ language: 'en', title: 'Afternoon' }],
    });
    expect(previousEvent).toMatchObject({ id, time: { recurrence: 'RRULE:FREQ=WEEKLY;UNTIL=20260615T065959Z' } });
    expect(event.time).toMatchObject({ start: '2026-06-15T14:00:00+02:00', recurrence: 'RRULE:FREQ=WEEKLY;COUNT=4' });
    expect(removedOverrides).toEqual([]);
    const titled = (await read()).map(({ occurrence, info }) => [occurrence.start.slice(5, 13), info[0]?.title]);
    expect(titled).toEqual([
      ['06-01T09', 'An event'],
      ['06-15T14', 'Afternoon'],
      ['06-29T14', 'Special'],
      ['07-06T14', 'Afternoon'],
    ]);
    const { location } = (await read())[1] ?? {};
    expect(location?.name).toBe('Own place');
    await split({ id: `${event.id}_20260615T120000Z`, location: { name: 'Pier' } });
    expect((await read()).slice(1).map((node) => node.location.name)).toEqual(['Pier', 'Pier', 'Pier']);
  });

  it('from the first one on stay one event', async () => {
    await cancel(at('0608'));
    const { event, previousEvent } = await split({ id: at('0601'), location: { name: 'Pier' } });
    expect([event.id, previousEvent]).toEqual([id, null]);
    expect((await read()).map(({ location }) => location.name)).toEqual(Array(5).fill('Pier'));
  });

  it('from the first one on stay one event, also if the dates before it are excluded', async () => {
    const time = { ...WEEKLY, recurrence: 'FREQ=WEEKLY;COUNT=6\nEXDATE:20260601T070000Z,20260608T070000Z' };
    await calendar.ask(UPDATE, { input: { id, time } }, { hash });
    const { event, previousEvent } = await split({
      id: at('0615'),
      time: { start: '2026-06-16T09:00:00+02:00', end: '2026-06-16T10:00:00+02:00' },
    });
    expect([event.id, previousEvent]).toEqual([id, null]);
    expect(await starts()).toEqual(['06-16', '06-23', '06-30', '07-07'].map((day) => `2026-${day}T09:00:00+02:00`));
  });

  it('refuse a new time that the rule does not give, and a change of nothing', async () => {
    const time = { ...WEEKLY, recurrence: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6' };
    const other = await addEvent(calendar, hash, { time, meta: { tags: [tag] } });
    const refused = async (input: object) =>
      (await calendar.send(SPLIT, { input }, { hash })).errors[0]?.extensions.errors?.map(({ path }) => path);
    const tuesday = { start: '2026-06-16T09:00:00+02:00', end: '2026-06-16T10:00:00+02:00' };
    const occurrence = `${other}_20260615T070000Z`;
    expect(await refused({ id: occurrence, time: tuesday })).toEqual(['input.time.recurrence']);
    expect(await refused({ id: occurrence })).toEqual(['input']);
    expect(await refused({ id: occurrence, time: { ...tuesday, recurrence: 'FREQ=NEVER' } })).toEqual([
      'input.time.recurrence',
    ]);
    await split({ id: occurrence, time: { ...tuesday, recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2' } });
    expect(await read()).toHaveLength(6 + 4 + 2);
  });

  it('move to another day with the rule that names their day, with COUNT, EXDATEs and overrides', async () => {
    const time = { ...WEEKLY, recurrence: 'FREQ=WEEKLY;BYDAY=MO;COUNT=6\nEXDATE:20260629T070000Z' };
    await calendar.ask(UPDATE, { input: { id, time } }, { hash });
    await cancel(at('0622'));
    const tuesday = { start: '2026-06-16T09:00:00+02:00', end: '2026-06-16T10:00:00+02:00' };
    const { event, previousEvent, removedOverrides } = await split({ id: at('0615'), time: tuesday });
    expect(previousEvent?.time.recurrence).toBe('RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20260615T065959Z');
    expect(event.time.recurrence).toBe('RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=4\nEXDATE:20260630T070000Z');
    expect(removedOverrides).toEqual([]);
    expect(await starts()).toEqual(['06-01', '06-08', '06-16', '07-07'].map((day) => `2026-${day}T09:00:00+02:00`));
  });

  it('of a monthly series move with their EXDATEs and overrides from weekday to weekday of the month', async () => {
    const start = '2026-06-09T09:00:00+02:00';
    const recurrence = 'FREQ=MONTHLY;BYDAY=2TU;UNTIL=20261208T080000Z\nEXDATE:20260908T070000Z';
    const time = { ...WEEKLY, start, end: '2026-06-09T10:00:00+02:00', recurrence };
    await calendar.ask(UPDATE, { input: { id, time } }, { hash });
    await cancel(at('0811'));
    await change({ id: at('1013'), info: [{ language: 'en', title: 'Special' }] });
    const wednesday = { start: '2026-07-15T09:00:00+02:00', end: '2026-07-15T10:00:00+02:00' };
    const { event, removedOverrides } = await split({ id: at('0714'), time: wednesday });
    expect(event.time.recurrence).toBe('RRULE:FREQ=MONTHLY;BYDAY=3WE;UNTIL=20261216T080000Z\nEXDATE:20260916T070000Z');
    expect(removedOverrides).toEqual([]);
    const nodes = await read({ from: '2026-06-01T00:00:00Z', to: '2027-03-01T00:00:00Z' });
    expect(nodes.map(({ occurrence, info }) => [occurrence.start.slice(0, 10), info[0]?.title])).toEqual([
      ['2026-06-09', 'An event'],
      ['2026-07-15', 'An event'],
      ['2026-10-21', 'Special'],
      ['2026-11-18', 'An event'],
      ['2026-12-16', 'An event'],
    ]);
  });

  it('move from the first one on, so that the whole series is on another day of the month', async () => {
    const start = '2026-06-30T09:00:00+02:00';
    const recurrence = 'FREQ=MONTHLY;BYMONTHDAY=30;COUNT=4\nEXDATE:20260730T070000Z';
    const time = { ...WEEKLY, start, end: '2026-06-30T10:00:00+02:00', recurrence };
    await calendar.ask(UPDATE, { input: { id, time } }, { hash });
    await cancel(at('0830'));
    const nextDay = { start: '2026-07-01T09:00:00+02:00', end: '2026-07-01T10:00:00+02:00' };
    const { event, previousEvent, removedOverrides } = await split({ id: at('0630'), time: nextDay });
    expect([event.id, previousEvent, removedOverrides]).toEqual([id, null, []]);
    expect(event.time.recurrence).toBe('RRULE:FREQ=MONTHLY;BYMONTHDAY=1;COUNT=4\nEXDATE:20260801T070000Z');
    const days = await starts({ from: '2026-06-01T00:00:00Z', to: '2027-03-01T00:00:00Z' });
    expect(days.map((day) => day.slice(0, 10))).toEqual(['2026-07-01', '2026-10-01']);
  });

  it('are recorded for webhooks', async () => {
    await cancel(at('0608'));
    await cancel(at('0608'));
    await change({ id: at('0608'), status: 'confirmed' });
    await change({ id: at('0615'), info: [{ language: 'en', title: 'Special' }] });
    const recorded = await events();
    expect(recorded.map(({ event }) => event)).toEqual([
      'calendar.event.created',
      'calendar.occurrence.cancelled',
      'calendar.occurrence.restored',
      'calendar.occurrence.changed',
    ]);
    expect(recorded[1]?.payload).toMatchObject({
      current: { id: at('0608'), eventId: id, status: 'cancelled', start: '2026-06-08T09:00:00+02:00' },
      previous: { status: 'confirmed' },
    });
  });

  it('are deleted with their event, which says what it had', async () => {
    await cancel(at('0608'));
    const DELETE = `mutation ($id: ID!) {
      deleteEventWithReport(id: $id) { id info { title } time { start recurrence } tags overrides }
    }`;
    expect(await calendar.ask(DELETE, { id }, { hash })).toEqual({
      deleteEventWithReport: {
        id,
        info: [{ title: 'An event' }],
        time: { start: WEEKLY.start, recurrence: WEEKLY.recurrence },
        tags: [tag],
        overrides: 1,
      },
    });
    expect((await events()).at(-1)?.event).toBe('calendar.event.cancelled');
    expect(await read()).toEqual([]);
  });

  it('can only be changed by the owner of the event', async () => {
    const other = await calendar.addUser();
    const operations: [string, object][] = [
      [CANCEL, { id: at('0608') }],
      [RESTORE, { id: at('0608') }],
      [CHANGE, { input: { id: at('0608'), status: 'cancelled' } }],
      [SPLIT, { input: { id: at('0608'), status: 'cancelled' } }],
      ['mutation ($id: ID!) { deleteEventWithReport(id: $id) { id } }', { id }],
    ];
    for (const [query, variables] of operations) {
      const codes = async (sender: object) =>
        (await calendar.send(query, { ...variables }, sender)).errors.map(({ extensions }) => extensions.code);
      expect(await codes({})).toEqual(['UNAUTHENTICATED']);
      expect(await codes({ hash: other.hash })).toEqual(['FORBIDDEN']);
    }
    expect(await starts()).toHaveLength(6);
  });

  it('must exist, in an event that recurs', async () => {
    const codeOf = async (occurrence: string) =>
      (await calendar.send(CANCEL, { id: occurrence }, { hash })).errors[0]?.extensions.code;
    const missing = [at('0609'), `${id}_`, id, '', `${at('0608')}_x`, `${'0'.repeat(24)}_20260608T070000Z`, at('0631')];
    for (const each of missing) expect([each, await codeOf(each)]).toEqual([each, 'NOT_FOUND']);
    const single = await addEvent(calendar, hash, eventInput());
    expect(await codeOf(`${single}_20260302T080000Z`)).toBe('BAD_USER_INPUT');
  });

  it('take a constant number of statements, however many there are', async () => {
    const window = { from: '2026-06-01T00:00:00Z', to: '2026-08-01T00:00:00Z' };
    await change({ id: at('0608'), info: [{ language: 'en', title: 'One' }] });
    const count = async () => (await statementsOf(() => read(window))).length;
    const one = await count();
    for (const day of ['0615', '0622', '0629']) {
      await change({ id: at(day), time: { start: '2026-07-01T00:00:00Z', end: '2026-07-02T00:00:00Z' } });
    }
    expect(await count()).toBe(one);
    expect(await read(window)).toHaveLength(6);
  });
});
