import { FixedClock, type GraphqlFailure, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';
import { ANSWER, type GuestResponse, LIST, type ResponseList, rsvpMails, SET } from './rsvp-guests';

const TIME = { timeZone: 'Europe/Berlin', start: '2026-06-01T09:00:00+02:00', end: '2026-06-01T10:00:00+02:00' };
const DAY = 86_400_000;
const UPDATE = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id } }';
const REMOVE = 'mutation ($id: ID!) { removeRsvpResponse(id: $id) }';

describe('answers on the waiting list', () => {
  let calendar: TestCalendar;
  let owner: { hash: string };
  const guests: { hash: string; email: string }[] = [];
  let eventId: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-05-05T12:00:00Z')) });
    owner = await calendar.addUser('owner');
    for (let count = 0; count < 4; count += 1) guests.push(await calendar.addUser(`guest_${count}`));
  });
  afterAll(() => calendar.stop());
  beforeEach(async () => {
    eventId = await addEvent(calendar, owner.hash, { time: TIME });
  });

  const occurrence = (day = '01') => `${eventId}_202606${day}T070000Z`;
  const set = (input: object) => calendar.ask(SET, { input: { eventId, ...input } }, owner);
  const inputOf = (partySize: number) => ({ input: { occurrenceId: occurrence(), answer: 'YES', partySize } });
  const answer = async (guest: number, partySize = 1): Promise<GuestResponse> => {
    const data = await calendar.ask<{ respondToRsvp: GuestResponse }>(ANSWER, inputOf(partySize), guests[guest]);
    return data.respondToRsvp;
  };
  const refused = async (guest: number, partySize: number): Promise<GraphqlFailure | undefined> =>
    (await calendar.send(ANSWER, inputOf(partySize), guests[guest])).errors[0];
  const list = async (day?: string): Promise<string[]> => {
    const data = await calendar.ask<{ rsvpResponses: ResponseList }>(LIST, { id: occurrence(day) }, owner);
    return data.rsvpResponses.nodes.map(({ state, partySize }) => `${state} ${partySize}`);
  };

  it('keep their position with no more places when the owner lowers the limits and ends the list', async () => {
    await set({ capacity: 4, maxPartySize: 4 });
    await answer(0, 4);
    await answer(1, 4);
    await answer(2);
    await set({ maxPartySize: 2, hasWaitingList: false });
    expect(await answer(1, 4)).toMatchObject({ state: 'WAITING', partySize: 4, position: 1 });
    expect(await answer(1, 3)).toMatchObject({ state: 'WAITING', partySize: 3, position: 1 });
    expect((await refused(1, 4))?.message).toBe('an answer has 2 places at most');
    expect((await refused(2, 2))?.message).toBe('There are no places left.');
    expect((await refused(3, 1))?.message).toBe('There are no places left.');
    expect(await list()).toEqual(['ATTENDING 4', 'WAITING 3', 'WAITING 1']);
    await answer(0, 1);
    expect(await list()).toEqual(['ATTENDING 1', 'ATTENDING 3', 'WAITING 1']);
  });

  it('get no places while the event is cancelled, also when it gets a new time', async () => {
    await set({ capacity: 1 });
    const first = await answer(0);
    await answer(1);
    const kinds = async () => (await rsvpMails(calendar, guests[1]?.email ?? '')).map(({ kind }) => kind);
    const before = (await kinds()).length;
    const time = { ...TIME, start: '2026-06-15T09:00:00+02:00', end: '2026-06-15T10:00:00+02:00' };
    // The event has begun, so the place that becomes free stays free.
    calendar.clock.advance(27 * DAY);
    await calendar.ask(REMOVE, { id: first.id }, owner);
    await calendar.ask(UPDATE, { input: { id: eventId, time, status: 'cancelled' } }, owner);
    expect(await list('15')).toEqual(['WAITING 1']);
    await calendar.ask(UPDATE, { input: { id: eventId, status: 'confirmed' } }, owner);
    expect(await list('15')).toEqual(['ATTENDING 1']);
    expect((await kinds()).slice(before)).toEqual(['cancelled', 'restored', 'promoted']);
    calendar.clock.advance(-27 * DAY);
  });
});
