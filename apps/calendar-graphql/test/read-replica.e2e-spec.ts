import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { TestCalendar } from './calendar';
import { addEvent, EVENT_FIELDS, eventInput } from './event-inputs';

const WEEKLY = {
  timeZone: 'Europe/Berlin',
  start: '2026-06-01T09:00:00+02:00',
  end: '2026-06-01T10:00:00+02:00',
  recurrence: 'FREQ=WEEKLY;COUNT=3',
};
const CHANGED = `${EVENT_FIELDS} occurrences { start }`;

/** The replica is a database of its own without rows, as if it had not replayed any change yet. */
describe('with a replica that is behind', () => {
  let replica: TestDatabase;
  let calendar: TestCalendar;
  let user: { hash: string; id: string; email: string };
  beforeAll(async () => {
    replica = await createTestDatabase();
    calendar = await TestCalendar.start({ DATABASE_READ_URL: replica.url });
    user = await calendar.addUser('owner');
  });
  afterAll(async () => {
    await calendar.stop();
    await replica.drop();
  });

  const owner = () => ({ id: user.id, name: 'The owner', email: user.email });
  const change = async (
    name: string,
    type: string,
    input: object,
    fields: string,
  ): Promise<Record<string, unknown>> => {
    const mutation = `mutation ($input: ${type}!) { ${name}(input: $input) { ${fields} } }`;
    return (await calendar.ask<Record<string, Record<string, unknown>>>(mutation, { input }, user))[name] ?? {};
  };
  const daysOf = (dates: readonly string[]) => dates.map((date) => ({ start: `2026-06-${date}:00:00+02:00` }));

  it('`me` has the account of a new session', async () => {
    expect(await calendar.ask('{ me { id name email } }', {}, user)).toEqual({ me: owner() });
  });

  it('a new event is in the response to the mutation, with its owner', async () => {
    expect(await change('createEvent', 'CreateEventInput', eventInput({ time: WEEKLY }), CHANGED)).toMatchObject({
      owner: owner(),
      occurrences: daysOf(['01T09', '08T09', '15T09']),
    });
  });

  it('the response to a mutation contains the changed title and the changed occurrences', async () => {
    const id = await addEvent(calendar, user.hash, { time: WEEKLY });
    const time = { start: '2026-06-09T11:00:00+02:00', end: '2026-06-09T12:00:00+02:00' };
    const moved = { id: `${id}_20260608T070000Z`, time };
    const node = await change(
      'changeOccurrence',
      'ChangeOccurrenceInput',
      moved,
      `occurrence { event { ${CHANGED} } }`,
    );
    const occurrences = daysOf(['01T09', '09T11', '15T09']);
    expect(node).toMatchObject({ occurrence: { event: { owner: owner(), occurrences } } });

    const info = [{ language: 'en', title: 'Another title' }];
    const updated = await change('updateEvent', 'UpdateEventInput', { id, info }, CHANGED);
    expect(updated).toMatchObject({ info: [{ title: 'Another title' }], owner: owner(), occurrences });

    const split = { id: `${id}_20260615T070000Z`, info };
    const parts = `event { ${CHANGED} } previousEvent { ${CHANGED} }`;
    expect(await change('changeSeriesFrom', 'ChangeSeriesFromInput', split, parts)).toMatchObject({
      event: { owner: owner(), occurrences: daysOf(['15T09']) },
      previousEvent: { owner: owner(), occurrences: daysOf(['01T09', '09T11']) },
    });
  });

  it('lists of events contain the owner of each event', async () => {
    const id = await addEvent(calendar, user.hash, { meta: { tags: ['listed'] } });
    const filter = { categories: ['listed'] };
    const list = 'query ($filter: EventsQueryFilter!) { events(filter: $filter) { id owner { name } } }';
    expect(await calendar.ask(list, { filter })).toEqual({ events: [{ id, owner: { name: 'The owner' } }] });
  });

  it('queries of one event read the replica', async () => {
    const id = await addEvent(calendar, user.hash);
    expect(await calendar.ask('query ($id: ID!) { event(id: $id) { id } }', { id })).toEqual({ event: null });
  });
});
