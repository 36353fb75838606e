import { Logger } from '@almanac/platform';
import { requestsWith, secretsIn } from '@almanac/testing';
import { randomBytes } from 'node:crypto';
import { TestCalendar } from './calendar';
import { addEvent } from './event-inputs';
import { requestLink, sendForm, SET } from './rsvp-guests';

describe('what is logged', () => {
  const lines: string[] = [];
  let calendar: TestCalendar;
  const secrets = {
    'session hash': randomBytes(32).toString('base64url'),
    'database URL': 'postgres://almanac:p4ss-of-the_database@db.example:5432/almanac',
    password: 'Sup3rS3cret!42',
  };

  beforeAll(async () => {
    const destination = { write: (line: string) => void lines.push(line) };
    const logger = Logger.create({ service: 'calendar-graphql', level: 'trace', destination });
    calendar = await TestCalendar.start({}, { logger });
  });
  afterAll(() => calendar.stop());

  const sendAll = async (path: string): Promise<void> => {
    for (const secret of Object.values(secrets)) {
      await calendar.app.inject({ url: `/feeds/personal/${encodeURIComponent(secret)}.ics` });
      await calendar.app.inject({ url: `/rsvp/${encodeURIComponent(secret)}` });
      await calendar.app.inject({ url: `/rsvp/answers/x.csv`, headers: { authorization: `Bearer ${secret}` } });
      for (const request of requestsWith(secret, path)) await calendar.app.inject(request);
      const variables = { hash: secret };
      const query = 'mutation ($hash: String!) { signin(hash: $hash) { id } }';
      await calendar.app.inject({ method: 'POST', url: '/graphql', payload: { query, variables } });
    }
  };

  it.each(['/graphql', '/calendars/unknown.ics', '/sign-in/', '/no/such/route'])(
    'holds no secret, however it is sent to %s (A9)',
    async (path) => {
      await sendAll(path);
      expect(lines.length).toBeGreaterThan(100);
      expect(secretsIn(lines.join(''), secrets)).toEqual([]);
    },
  );

  it('holds no link of a guest, however it is used', async () => {
    const owner = await calendar.addUser();
    const time = { timeZone: 'UTC', start: '2060-06-01T09:00:00Z', end: '2060-06-01T10:00:00Z' };
    const eventId = await addEvent(calendar, owner.hash, { time });
    await calendar.ask(SET, { input: { eventId } }, owner);
    const link = await requestLink(calendar, `${eventId}_20600601T090000Z`, 'guest@example.org');
    const used = [
      await calendar.app.inject({ url: link }),
      await sendForm(calendar, link, { answer: 'YES' }),
      await sendForm(calendar, link, { answer: 'perhaps' }),
      await calendar.app.inject({ url: link, method: 'DELETE' }),
    ];
    expect(used.map(({ statusCode }) => statusCode)).toEqual([200, 303, 422, 404]);
    expect(secretsIn(lines.join(''), { link: link.slice('/rsvp/'.length) })).toEqual([]);
  });

  it('holds no secret of an operation that fails', async () => {
    await calendar.source.query('alter table calendar.users rename to users_gone');
    await calendar.source.query('alter table calendar.sessions rename to sessions_gone').catch(() => undefined);
    const headers = { authorization: `Bearer ${secrets['session hash']}`, 'content-type': 'application/json' };
    const payload = { query: '{ me { id } }' };
    await calendar.app.inject({ method: 'POST', url: '/graphql', headers, payload });
    await sendAll('/graphql');
    expect(lines.some((line) => line.includes('"level":"error"'))).toBe(true);
    expect(secretsIn(lines.join(''), secrets)).toEqual([]);
  });
});
