import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';
import {
  ANSWER,
  type GuestResponse,
  LIST,
  requestLink,
  type ResponseList,
  rsvpMails,
  sendForm,
  SET,
} from './rsvp-guests';

const TIME = { timeZone: 'Europe/Berlin', start: '2026-06-01T09:00:00+02:00', end: '2026-06-01T10:00:00+02:00' };

describe('answers of guests who requested a link', () => {
  let calendar: TestCalendar;
  let owner: { hash: string };
  let guest: { hash: string; email: string };
  let id: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({}, { clock: new FixedClock(new Date('2026-05-05T12:00:00Z')) });
    owner = await calendar.addUser('owner');
    guest = await calendar.addUser('guest');
  });
  afterAll(() => calendar.stop());
  beforeEach(async () => {
    const eventId = await addEvent(calendar, owner.hash, { time: TIME });
    await calendar.ask(SET, { input: { eventId } }, owner);
    id = `${eventId}_20260601T070000Z`;
  });

  const request = (email: string, name: string) => sendForm(calendar, '/rsvp/links', { occurrence: id, email, name });
  const answer = async (): Promise<GuestResponse> => {
    const input = { occurrenceId: id, answer: 'YES' };
    return (await calendar.ask<{ respondToRsvp: GuestResponse }>(ANSWER, { input }, guest)).respondToRsvp;
  };
  const list = async () =>
    (await calendar.ask<{ rsvpResponses: ResponseList }>(LIST, { id }, owner)).rsvpResponses.nodes;

  it('get the name of the account with a session, whatever name came with the request', async () => {
    await request(guest.email.toUpperCase(), 'A stranger');
    const account = { name: 'The guest', email: guest.email };
    expect(await answer()).toMatchObject(account);
    expect((await rsvpMails(calendar, guest.email)).at(-1)?.entry?.guest).toEqual(account);
    await request(guest.email, 'Another stranger');
    expect(await list()).toMatchObject([account]);
  });

  it('get the name of the account also when they were the same by the link', async () => {
    await request(guest.email.toUpperCase(), 'A stranger');
    const mail = (await rsvpMails(calendar, guest.email.toUpperCase())).at(-1);
    await sendForm(calendar, new URL(mail?.url ?? '').pathname, { answer: 'YES' });
    expect(await list()).toMatchObject([{ name: 'A stranger', state: 'ATTENDING' }]);
    expect(await answer()).toMatchObject({ name: 'The guest', email: guest.email });
  });

  it('have the name of the latest request until the guest answers', async () => {
    await request('kim@example.org', 'A stranger');
    await request('kim@example.org', 'Kim');
    expect(await list()).toMatchObject([{ name: 'Kim', state: 'UNANSWERED' }]);
  });

  it('are not announced as removed when the owner removes the unused link', async () => {
    await request('unused@example.org', 'Kim');
    const [link] = await list();
    await calendar.ask('mutation ($id: ID!) { removeRsvpResponse(id: $id) }', { id: link?.id }, owner);
    expect(await list()).toEqual([]);
    expect(await calendar.source.query('select event from calendar.outbox where subject_id = $1', [link?.id])).toEqual(
      [],
    );
    expect(await rsvpMails(calendar, 'unused@example.org')).toHaveLength(1);
  });

  it('are stored also when the unused link is removed at the same moment', async () => {
    const link = await requestLink(calendar, id, 'late@example.org');
    const runner = calendar.source.createQueryRunner();
    await runner.startTransaction();
    await runner.query(`delete from calendar.rsvp_responses where email_key = 'late@example.org'`);
    const sent = sendForm(calendar, link, { answer: 'YES' });
    const isBlocked = async (): Promise<boolean> => {
      const rows = await calendar.source.query<object[]>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    };
    while (!(await isBlocked())) await new Promise((resolve) => setImmediate(resolve));
    await runner.commitTransaction();
    await runner.release();
    expect((await sent).statusCode).toBe(303);
    expect(await list()).toMatchObject([{ email: 'late@example.org', state: 'ATTENDING' }]);
    expect((await calendar.app.inject({ url: link })).statusCode).toBe(200);
  });
});
