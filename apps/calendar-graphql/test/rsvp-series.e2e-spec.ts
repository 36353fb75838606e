import { statementsOf } from '@almanac/testing';
import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';
import {
  ANSWER,
  ANSWERED,
  type GuestResponse,
  type ResponseList,
  LIST,
  requestLink,
  RSVP,
  rsvpMails,
  SET,
} from './rsvp-guests';

const WEEKLY = {
  timeZone: 'Europe/Berlin',
  start: '2026-06-01T09:00:00+02:00',
  end: '2026-06-01T10:00:00+02:00',
  recurrence: 'FREQ=WEEKLY;COUNT=6',
};
const DAY = 86_400_000;
const CANCEL = 'mutation ($id: ID!) { cancelOccurrence(id: $id) { status } }';
const RESTORE = 'mutation ($id: ID!) { restoreOccurrence(id: $id) { status } }';
const CHANGE = 'mutation ($input: ChangeOccurrenceInput!) { changeOccurrence(input: $input) { status } }';
const UPDATE = 'mutation ($input: UpdateEventInput!) { updateEvent(input: $input) { id } }';
const SPLIT = 'mutation ($input: ChangeSeriesFromInput!) { changeSeriesFrom(input: $input) { event { id } } }';
const DELETE = 'mutation ($id: ID!) { deleteEvent(id: $id) }';

describe('answers to a series', () => {
  let calendar: TestCalendar;
  let owner: { hash: string };
  let guest: { hash: string; email: string };
  let eventId: string;
  let mailsBefore = 0;
  const clock = new FixedClock(new Date('2026-05-05T12:00:00Z'));
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock });
    owner = await calendar.addUser('owner');
    guest = await calendar.addUser('guest');
  });
  afterAll(() => calendar.stop());
  afterEach(() => clock.advance(Date.parse('2026-05-05T12:00:00Z') - clock.now().getTime()));
  beforeEach(async () => {
    eventId = await addEvent(calendar, owner.hash, { time: WEEKLY });
    await calendar.ask(SET, { input: { eventId, capacity: 1 } }, owner);
    mailsBefore = (await rsvpMails(calendar, guest.email)).length;
  });

  const at = (day: string, hour = '07', id = eventId) => `${id}_2026${day}T${hour}0000Z`;
  const answer = async (occurrenceId: string, reply = 'YES'): Promise<GuestResponse> =>
    (await calendar.ask<{ respondToRsvp: GuestResponse }>(ANSWER, { input: { occurrenceId, answer: reply } }, guest))
      .respondToRsvp;
  const statesAt = async (id: string): Promise<string[]> =>
    (await calendar.ask<{ rsvpResponses: ResponseList }>(LIST, { id }, owner)).rsvpResponses.nodes.map(
      ({ state }) => state,
    );
  const mails = async () =>
    (await rsvpMails(calendar, guest.email)).slice(mailsBefore).map(({ kind, when }) => `${kind}: ${when.en}`);

  it('belong to one occurrence, each with the capacity', async () => {
    await answer(at('0601'));
    await answer(at('0608'));
    expect(await statesAt(at('0601'))).toEqual(['ATTENDING']);
    expect(await statesAt(at('0615'))).toEqual([]);
    const rsvp = async (id: string) => (await calendar.ask<{ rsvp: object | null }>(RSVP, { id })).rsvp;
    expect(await rsvp(at('0615'))).toMatchObject({ placesTaken: 0, placesLeft: 1 });
    expect(await rsvp(at('0602'))).toBeNull();
    expect(await rsvp('not-an-id')).toBeNull();
    const { errors } = await calendar.send(ANSWER, { input: { occurrenceId: at('0602'), answer: 'YES' } }, guest);
    expect(errors[0]?.message).toBe('There is no such occurrence.');
  });

  it('are counted for each occurrence that has some, the latest first, for the owner', async () => {
    await answer(at('0601'));
    await answer(at('0608'), 'NO');
    await answer(at('0622'));
    const time = { start: '2026-06-24T11:00:00+02:00', end: '2026-06-24T12:00:00+02:00' };
    await calendar.ask(CHANGE, { input: { id: at('0622'), time } }, owner);
    const muchLater = { start: '2026-06-30T09:00:00+02:00', end: '2026-06-30T10:00:00+02:00' };
    await calendar.ask(CHANGE, { input: { id: at('0608'), time: muchLater } }, owner);
    await calendar.ask(CANCEL, { id: at('0601') }, owner);
    const ask = () => calendar.ask<{ answeredOccurrences: object[] }>(ANSWERED, { eventId }, owner);
    const yes = { attending: 1, attendingPlaces: 1, declined: 0, unanswered: 0 };
    const no = { attending: 0, attendingPlaces: 0, declined: 1, unanswered: 0 };
    const answered = (await ask()).answeredOccurrences;
    expect(answered).toEqual([
      { occurrenceId: at('0608'), start: '2026-06-30T07:00:00Z', isCancelled: false, counts: no },
      { occurrenceId: at('0622'), start: '2026-06-24T09:00:00Z', isCancelled: false, counts: yes },
      { occurrenceId: at('0601'), start: '2026-06-01T07:00:00Z', isCancelled: true, counts: yes },
    ]);
    // The session, the event and the counts, however many occurrences there are.
    expect((await statementsOf(ask)).length).toBeLessThanOrEqual(3);
    const codeOf = async (id: string, hash?: string) =>
      (await calendar.send(ANSWERED, { eventId: id }, { hash })).errors[0]?.extensions.code;
    expect(await codeOf(eventId)).toBe('UNAUTHENTICATED');
    expect(await codeOf(eventId, guest.hash)).toBe('FORBIDDEN');
    expect(await codeOf('0'.repeat(24), owner.hash)).toBe('NOT_FOUND');
    expect(await codeOf('x', owner.hash)).toBe('NOT_FOUND');
  });

  it('hear of the cancellation, the return and the new time of their occurrence', async () => {
    await answer(at('0608'));
    await calendar.ask(CANCEL, { id: at('0601') }, owner);
    await calendar.ask(CANCEL, { id: at('0608') }, owner);
    const { errors } = await calendar.send(ANSWER, { input: { occurrenceId: at('0608'), answer: 'NO' } }, guest);
    expect(errors[0]?.message).toBe('The event does not take place.');
    await calendar.ask(RESTORE, { id: at('0608') }, owner);
    const time = { start: '2026-06-09T11:00:00+02:00', end: '2026-06-09T12:00:00+02:00' };
    await calendar.ask(CHANGE, { input: { id: at('0608'), time } }, owner);
    await calendar.ask(UPDATE, { input: { id: eventId, meta: { tags: ['for no guest'] } } }, owner);
    expect(await mails()).toEqual([
      'attending: Monday, 8 June 2026, 09:00–10:00 (Europe/Berlin)',
      'cancelled: Monday, 8 June 2026, 09:00–10:00 (Europe/Berlin)',
      'restored: Monday, 8 June 2026, 09:00–10:00 (Europe/Berlin)',
      'changed: Tuesday, 9 June 2026, 11:00–12:00 (Europe/Berlin)',
    ]);
    expect(await statesAt(at('0608'))).toEqual(['ATTENDING']);
  });

  it('go with their occurrence to a new time, and end with a mail when there is none', async () => {
    await answer(at('0601'));
    const kept = await answer(at('0608'));
    const time = { ...WEEKLY, start: '2026-06-08T10:00:00+02:00', end: '2026-06-08T11:00:00+02:00' };
    await calendar.ask(UPDATE, { input: { id: eventId, time } }, owner);
    expect((await mails()).slice(2)).toEqual([
      'cancelled: Monday, 1 June 2026, 09:00–10:00 (Europe/Berlin)',
      'changed: Monday, 8 June 2026, 10:00–11:00 (Europe/Berlin)',
    ]);
    expect(await statesAt(at('0608', '08'))).toEqual(['ATTENDING']);
    const rows = await calendar.source.query('select id, ends_at from calendar.rsvp_responses where event_id = $1', [
      eventId,
    ]);
    expect(rows).toEqual([{ id: kept.id, ends_at: new Date('2026-06-08T09:00:00Z') }]);
  });

  it('hear of several changes by one mail, with the last state', async () => {
    await answer(at('0608'));
    const moveTo = (hour: number) => {
      const time = { start: `2026-06-08T${hour}:00:00+02:00`, end: `2026-06-08T${hour + 1}:00:00+02:00` };
      return calendar.ask(CHANGE, { input: { id: at('0608'), time } }, owner);
    };
    for (const hour of [11, 12, 13]) await moveTo(hour);
    expect((await mails()).slice(1)).toEqual(['changed: Monday, 8 June 2026, 13:00–14:00 (Europe/Berlin)']);
    await calendar.ask(CANCEL, { id: at('0608') }, owner);
    expect((await mails()).slice(1)).toEqual(['cancelled: Monday, 8 June 2026, 13:00–14:00 (Europe/Berlin)']);
  });

  it('hear of a change also when the guest requests the link before its mail is sent', async () => {
    await answer(at('0608'));
    const time = { start: '2026-06-08T11:00:00+02:00', end: '2026-06-08T12:00:00+02:00' };
    await calendar.ask(CHANGE, { input: { id: at('0608'), time } }, owner);
    await requestLink(calendar, at('0608'), guest.email);
    expect((await mails()).slice(1)).toEqual([
      'changed: Monday, 8 June 2026, 11:00–12:00 (Europe/Berlin)',
      'link: Monday, 8 June 2026, 11:00–12:00 (Europe/Berlin)',
    ]);
  });

  it('hear of no change after the guest removed the answer', async () => {
    const { id } = await answer(at('0608'));
    const time = { start: '2026-06-08T11:00:00+02:00', end: '2026-06-08T12:00:00+02:00' };
    await calendar.ask(CHANGE, { input: { id: at('0608'), time } }, owner);
    await calendar.ask('mutation ($id: ID!) { removeRsvpResponse(id: $id) }', { id }, guest);
    expect((await mails()).slice(1)).toEqual([]);
  });

  it('hear of the new time of an occurrence that ended and is postponed', async () => {
    await answer(at('0601'));
    const time = { start: '2026-06-05T11:00:00+02:00', end: '2026-06-05T12:00:00+02:00' };
    calendar.clock.advance(27 * DAY);
    try {
      await calendar.ask(CHANGE, { input: { id: at('0601'), info: [{ language: 'en', title: 'Over' }] } }, owner);
      await calendar.ask(CHANGE, { input: { id: at('0601'), time } }, owner);
    } finally {
      calendar.clock.advance(-27 * DAY);
    }
    expect((await mails()).slice(1)).toEqual(['changed: Friday, 5 June 2026, 11:00–12:00 (Europe/Berlin)']);
    const rows = await calendar.source.query('select ends_at from calendar.rsvp_responses where event_id = $1', [
      eventId,
    ]);
    expect(rows).toEqual([{ ends_at: new Date('2026-06-05T10:00:00Z') }]);
  });

  it('stay at an occurrence that the new time keeps, also when another one of its day ends', async () => {
    const id = await addEvent(calendar, owner.hash, {
      time: { ...WEEKLY, recurrence: 'FREQ=DAILY;BYHOUR=9,15;COUNT=4' },
    });
    await calendar.ask(SET, { input: { eventId: id } }, owner);
    await answer(at('0602', '07', id));
    const kept = await answer(at('0602', '13', id));
    const time = { ...WEEKLY, start: '2026-06-01T15:00:00+02:00', end: '2026-06-01T16:00:00+02:00' };
    await calendar.ask(UPDATE, { input: { id, time: { ...time, recurrence: 'FREQ=DAILY;COUNT=2' } } }, owner);
    expect((await mails()).slice(2)).toEqual(['cancelled: Tuesday, 2 June 2026, 09:00–10:00 (Europe/Berlin)']);
    const rows = await calendar.source.query('select id from calendar.rsvp_responses where event_id = $1', [id]);
    expect(rows).toEqual([{ id: kept.id }]);
  });

  it('change places in one step when a series moves by a week', async () => {
    await answer(at('0608'));
    await answer(at('0615'));
    const input = { id: at('0601'), time: { start: '2026-06-08T09:00:00+02:00', end: '2026-06-08T10:00:00+02:00' } };
    await calendar.ask(SPLIT, { input }, owner);
    expect(await statesAt(at('0615'))).toEqual(['ATTENDING']);
    expect(await statesAt(at('0622'))).toEqual(['ATTENDING']);
    expect(await statesAt(at('0608'))).toEqual([]);
  });

  it('go to the second part of a series that is split, with the settings', async () => {
    await answer(at('0601'));
    const later = await answer(at('0615'));
    for (const tag of ['a', 'b']) await calendar.ask(UPDATE, { input: { id: eventId, meta: { tags: [tag] } } }, owner);
    await calendar.ask(ANSWER, { input: { occurrenceId: at('0615'), answer: 'MAYBE' } }, guest);
    const sequence = (await rsvpMails(calendar, guest.email)).at(-1)?.entry?.sequence;
    await answer(at('0615'));
    const input = { id: at('0608'), info: [{ language: 'en', title: 'Another title' }] };
    const { changeSeriesFrom } = await calendar.ask<{ changeSeriesFrom: { event: { id: string } } }>(
      SPLIT,
      { input },
      owner,
    );
    const newId = changeSeriesFrom.event.id;
    expect(newId).not.toBe(eventId);
    expect(await statesAt(at('0601'))).toEqual(['ATTENDING']);
    expect(await statesAt(at('0615', '07', newId))).toEqual(['ATTENDING']);
    expect((await mails()).slice(4)).toEqual(['changed: Monday, 15 June 2026, 09:00–10:00 (Europe/Berlin)']);
    const mail = (await rsvpMails(calendar, guest.email)).at(-1);
    expect(mail?.entry?.sequence).toBeGreaterThan((sequence ?? NaN) + 1);
    expect((await calendar.app.inject({ url: new URL(mail?.url ?? '').pathname })).body).toContain('Another title');
    expect((await answer(at('0615', '07', newId), 'NO')).id).toBe(later.id);
  });

  it('go to the second part also from occurrences that have ended, without a mail', async () => {
    const time = { ...WEEKLY, start: '2026-05-11T09:00:00+02:00', end: '2026-05-11T10:00:00+02:00' };
    eventId = await addEvent(calendar, owner.hash, { time });
    await calendar.ask(SET, { input: { eventId } }, owner);
    await answer(at('0518'));
    await answer(at('0525'));
    clock.advance(15 * DAY);
    const input = { id: at('0518'), info: [{ language: 'en', title: 'Another title' }] };
    const { changeSeriesFrom } = await calendar.ask<{ changeSeriesFrom: { event: { id: string } } }>(
      SPLIT,
      { input },
      owner,
    );
    const newId = changeSeriesFrom.event.id;
    expect(await statesAt(at('0518', '07', newId))).toEqual(['ATTENDING']);
    expect(await statesAt(at('0525', '07', newId))).toEqual(['ATTENDING']);
    expect((await mails()).slice(2)).toEqual(['changed: Monday, 25 May 2026, 09:00–10:00 (Europe/Berlin)']);
  });

  it('are removed when their occurrence would become one that has ended', async () => {
    const time = { ...WEEKLY, recurrence: 'FREQ=DAILY;COUNT=6;BYHOUR=9,18' };
    eventId = await addEvent(calendar, owner.hash, { time });
    await calendar.ask(SET, { input: { eventId } }, owner);
    await answer(at('0601'));
    await answer(at('0601', '16'));
    clock.advance(27 * DAY);
    const daily = { ...WEEKLY, recurrence: 'FREQ=DAILY;COUNT=6' };
    await calendar.ask(UPDATE, { input: { id: eventId, time: daily } }, owner);
    expect(await statesAt(at('0601'))).toEqual(['ATTENDING']);
    expect((await mails()).at(-1)).toBe('cancelled: Monday, 1 June 2026, 18:00–19:00 (Europe/Berlin)');
  });

  it('go to a new time also from occurrences that have ended, without a mail', async () => {
    const { id } = await answer(at('0601'));
    await answer(at('0608'));
    clock.advance(29 * DAY);
    const time = { ...WEEKLY, start: '2026-06-01T10:00:00+02:00', end: '2026-06-01T11:00:00+02:00' };
    await calendar.ask(UPDATE, { input: { id: eventId, time } }, owner);
    expect((await mails()).slice(2)).toEqual(['changed: Monday, 8 June 2026, 10:00–11:00 (Europe/Berlin)']);
    const { answeredOccurrences } = await calendar.ask<{ answeredOccurrences: { occurrenceId: string }[] }>(
      ANSWERED,
      { eventId },
      owner,
    );
    expect(answeredOccurrences.map(({ occurrenceId }) => occurrenceId)).toEqual([at('0608', '08'), at('0601', '08')]);
    expect(await statesAt(at('0601', '08'))).toEqual(['ATTENDING']);
    const csv = { url: `/rsvp/answers/${at('0601', '08')}.csv`, headers: { authorization: `Bearer ${owner.hash}` } };
    expect((await calendar.app.inject(csv)).body).toContain(guest.email);
    const mail = (await rsvpMails(calendar, guest.email))[mailsBefore];
    expect((await calendar.app.inject({ url: new URL(mail?.url ?? '').pathname })).body).toContain('10:00–11:00');
    expect(await calendar.ask('mutation ($id: ID!) { removeRsvpResponse(id: $id) }', { id }, owner)).toEqual({
      removeRsvpResponse: true,
    });
  });

  it('are removed without a mail or webhook when their occurrence had ended and the new time has none', async () => {
    const { id } = await answer(at('0601'));
    clock.advance(29 * DAY);
    const time = { ...WEEKLY, start: '2026-06-09T09:00:00+02:00', end: '2026-06-09T10:00:00+02:00' };
    await calendar.ask(UPDATE, { input: { id: eventId, time } }, owner);
    expect(await calendar.ask(ANSWERED, { eventId }, owner)).toEqual({ answeredOccurrences: [] });
    expect((await mails()).slice(1)).toEqual([]);
    const events = await calendar.source.query('select event from calendar.outbox where subject_id = $1', [id]);
    expect(events).toEqual([{ event: 'calendar.rsvp.answered' }]);
  });

  it.each([
    // The occurrence at 09:00 has ended, that at 18:00 has not.
    ['the one at the same start', '09:00', '20:00', '07', ['changed: 09:00–20:00', 'cancelled: 18:00–19:00']],
    ['the one that has not ended', '12:00', '13:00', '10', ['changed: 12:00–13:00']],
  ])('of one guest to two occurrences that become one: keeps %s', async (_, start, end, hour, expected) => {
    const recurrence = 'FREQ=DAILY;COUNT=6;BYHOUR=9,18';
    eventId = await addEvent(calendar, owner.hash, { time: { ...WEEKLY, recurrence } });
    await calendar.ask(SET, { input: { eventId } }, owner);
    await answer(at('0601'));
    await answer(at('0601', '16'));
    clock.advance(27 * DAY - 3 * 3_600_000);
    const time = {
      ...WEEKLY,
      start: `2026-06-01T${start}:00+02:00`,
      end: `2026-06-01T${end}:00+02:00`,
      recurrence: 'FREQ=DAILY;COUNT=3',
    };
    await calendar.ask(UPDATE, { input: { id: eventId, time } }, owner);
    expect(await statesAt(at('0601', hour))).toEqual(['ATTENDING']);
    const sent = (await mails()).slice(2).map((mail) => mail.replace(/Monday, 1 June 2026, | \(.*/g, ''));
    expect(sent.sort()).toEqual([...expected].sort());
  });

  it('cost no statement for each occurrence that has ended', async () => {
    const statementsFor = async (days: string[]): Promise<number> => {
      const daily = { timeZone: 'Europe/Berlin', recurrence: 'FREQ=DAILY;COUNT=20' };
      const time = { ...daily, start: '2026-05-11T09:00:00+02:00', end: '2026-05-11T10:00:00+02:00' };
      eventId = await addEvent(calendar, owner.hash, { time });
      await calendar.ask(SET, { input: { eventId } }, owner);
      for (const day of days) await answer(at(day));
      clock.advance(16 * DAY);
      const newTime = { ...daily, start: '2026-05-15T10:00:00+02:00', end: '2026-05-15T11:00:00+02:00' };
      const input = { id: eventId, time: newTime };
      const { length } = await statementsOf(() => calendar.ask(UPDATE, { input }, owner));
      clock.advance(-16 * DAY);
      return length;
    };
    expect(await statementsFor(['0511', '0512', '0513', '0515', '0516', '0517', '0518'])).toBe(
      await statementsFor(['0511', '0515']),
    );
  });

  it('end with a mail when the event is deleted', async () => {
    await answer(at('0608'), 'MAYBE');
    await calendar.ask(DELETE, { id: eventId }, owner);
    const sent = (await rsvpMails(calendar, guest.email)).slice(mailsBefore);
    expect(sent.map(({ kind, entry }) => `${kind} ${entry?.method}`)).toEqual(['maybe REQUEST', 'cancelled CANCEL']);
    expect((await calendar.app.inject({ url: new URL(sent[0]?.url ?? '').pathname })).statusCode).toBe(404);
  });

  it.each([
    ['of a cancelled occurrence', true, 'YES', ['attending', 'cancelled']],
    ['of an occurrence that takes place', false, 'YES', ['attending', 'cancelled']],
    ['with the reply no', false, 'NO', []],
  ])('%s are removed for webhooks when the event is deleted', async (_, isCancelled, reply, kinds) => {
    const { id } = await answer(at('0608'), reply);
    if (isCancelled) await calendar.ask(CANCEL, { id: at('0608') }, owner);
    await calendar.ask(DELETE, { id: eventId }, owner);
    const sent = (await rsvpMails(calendar, guest.email)).slice(mailsBefore);
    expect(sent.map(({ kind }) => kind)).toEqual(kinds);
    const outbox = await calendar.source.query<{ event: string; revision: string }[]>(
      'select event, revision from calendar.outbox where subject_id = $1 order by position',
      [id],
    );
    expect(outbox).toEqual([
      { event: 'calendar.rsvp.answered', revision: '1' },
      { event: 'calendar.rsvp.removed', revision: '2' },
    ]);
  });

  it('cost one statement of a change when there are none', async () => {
    const id = await addEvent(calendar, owner.hash, { time: WEEKLY });
    const statements = await statementsOf(() => calendar.ask(UPDATE, { input: { id, meta: { tags: ['x'] } } }, owner));
    expect(statements.filter((text) => text.includes('rsvp'))).toHaveLength(1);
  });
});
