import { Logger } from '@almanac/platform';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

const INVITE = 'mutation ($email: String!) { requestInvite(input: { email: $email }) }';
const RSVP_LINK = 'mutation ($input: RequestRsvpLinkInput!) { requestRsvpLink(input: $input) }';
const SIGN_UP = 'mutation ($input: SignupInput) { signup(input: $input) { path message } }';
const SIGN_IN = 'mutation { signin(input: { hash: "guess" }) { isValid } }';

describe('rate limits', () => {
  let calendar: TestCalendar;
  let hash: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({
      RATE_LIMITS: 'on',
      MAILS_PER_IP_PER_HOUR: '8',
      SIGN_INS_PER_IP_PER_MINUTE: '4',
      MUTATIONS_PER_USER_PER_MINUTE: '6',
      QUERIES_PER_IP_PER_MINUTE: '5',
    });
    ({ hash } = await calendar.addUser());
  });
  afterAll(() => calendar.stop());

  it('refuse with the seconds to wait, in the error and in the header', async () => {
    const ip = '203.0.113.1';
    for (let call = 0; call < 5; call += 1)
      expect((await calendar.send('{ me { id } }', {}, { ip })).errors).toEqual([]);
    const { status, headers, errors } = await calendar.send('{ me { id } }', {}, { ip });
    expect(status).toBe(429);
    expect(errors[0]?.extensions).toEqual({ code: 'TOO_MANY_REQUESTS', retryAfter: expect.any(Number) });
    expect(errors[0]?.extensions.retryAfter).toBeLessThanOrEqual(60);
    expect(headers['retry-after']).toBe(String(errors[0]?.extensions.retryAfter));
    expect((await calendar.send('{ me { id } }', {}, { ip: '203.0.113.2' })).errors).toEqual([]);
  });

  it('count mails by address, known or not, from any client', async () => {
    for (const email of ['unknown@example.org', (await calendar.addUser()).email]) {
      const codes: unknown[] = [];
      for (let call = 0; call < 6; call += 1) {
        const spelt = call % 2 ? email : email.toUpperCase();
        const { data, errors, headers } = await calendar.send(INVITE, { email: spelt }, { ip: `198.51.100.${call}` });
        codes.push(data?.requestInvite ?? errors[0]?.extensions.code);
        if (errors.length > 0) expect(Number(headers['retry-after'])).toBeGreaterThan(60);
      }
      // The user was mailed once at sign-up, which asks for mail as well.
      const allowed = email.startsWith('unknown') ? 5 : 4;
      expect(codes).toEqual([
        ...Array<boolean>(allowed).fill(true),
        ...Array<string>(6 - allowed).fill('TOO_MANY_REQUESTS'),
      ]);
    }
  });

  it('count links to answer apart from sign-in links, so that no client can stop a user from signing in', async () => {
    const { email } = await calendar.addUser();
    const input = { occurrenceId: '5ddc9063c35e7700383b27e0_20300101T090000Z', email, name: 'A guest' };
    const codes: unknown[] = [];
    for (let call = 0; call < 6; call += 1) {
      const { errors } = await calendar.send(RSVP_LINK, { input }, { ip: `198.51.100.${call + 40}` });
      codes.push(errors[0]?.extensions.code);
    }
    expect(codes).toEqual([...Array<string>(5).fill('NOT_FOUND'), 'TOO_MANY_REQUESTS']);
    expect((await calendar.send(INVITE, { email }, { ip: '198.51.100.50' })).data).toEqual({ requestInvite: true });
  });

  it('count no sign-up with a taken username, because it sends no mail', async () => {
    await calendar.addUser('taken_name');
    const signUp = async (username: string, ip: string) => {
      const input = { email: 'chooser@example.org', username, name: 'A chooser' };
      return (await calendar.send(SIGN_UP, { input }, { ip })).data?.signup;
    };
    for (let call = 0; call < 6; call += 1) {
      expect(await signUp('taken_name', `198.51.100.${call + 20}`)).toMatchObject([{ path: 'username' }]);
    }
    expect(await signUp('free_name', '198.51.100.30')).toEqual([]);
  });

  it('refuse an address no longer than its newest link works', async () => {
    const short = await TestCalendar.start({
      RATE_LIMITS: 'on',
      SIGN_IN_LINK_MINUTES: '12',
      MAILS_PER_IP_PER_HOUR: '8',
    });
    const { email } = await short.addUser();
    const { errors, headers } = await short.send(INVITE, { email }, { ip: '198.51.100.77' });
    expect(errors[0]?.extensions.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(12 * 60);
    await short.stop();
  });

  it('keep no address among their counters', async () => {
    await calendar.send(INVITE, { email: 'counted@example.org' }, { ip: '203.0.113.9' });
    const rows = await calendar.source.query<{ key: string }[]>('select key from calendar.rate_limits');
    expect(rows.filter(({ key }) => key.startsWith('calendar-mails-address'))).not.toEqual([]);
    expect(rows.filter(({ key }) => key.includes('@'))).toEqual([]);
  });

  it('count mails by the address of the caller, every field of an operation', async () => {
    const ip = '203.0.113.3';
    const fields = Array.from(
      { length: 9 },
      (_, index) => `a${index}: requestInvite(input: { email: "a${index}@example.org" })`,
    );
    const { status } = await calendar.send(`mutation { ${fields.join(' ')} }`, {}, { ip });
    expect(status).toBe(429);
    expect(await calendar.mailsTo('a0@example.org')).toEqual([]);
  });

  it('do not count successful sign-ins', async () => {
    const ip = '203.0.113.5';
    const signIn = 'mutation ($hash: String!) { signin(input: { hash: $hash }) { isValid } }';
    for (let call = 0; call < 6; call += 1)
      expect((await calendar.send(signIn, { hash }, { ip })).data).toEqual({ signin: { isValid: true } });
  });

  it('bound the guessing of hashes', async () => {
    const ip = '203.0.113.4';
    const codes: unknown[] = [];
    for (let call = 0; call < 5; call += 1)
      codes.push((await calendar.send(SIGN_IN, {}, { ip })).errors[0]?.extensions.code);
    expect(codes).toEqual([...Array<string>(4).fill('UNAUTHENTICATED'), 'TOO_MANY_REQUESTS']);
  });

  it('count changes by user, not by address', async () => {
    for (let call = 0; call < 6; call += 1) await addEvent(calendar, hash);
    await expect(addEvent(calendar, hash)).rejects.toThrow('TOO_MANY_REQUESTS');
    const other = await calendar.addUser();
    expect(await addEvent(calendar, other.hash)).toMatch(/^[\da-f]{24}$/);
  });

  it('do not let a page for guests say that an answer or event does not exist', async () => {
    const open = (url: string) => calendar.app.inject({ url, remoteAddress: '203.0.113.6' });
    const paths = [`/rsvp/${'a'.repeat(40)}`, `/rsvp/occurrences/${'a'.repeat(24)}_20260601T090000Z`];
    for (const path of paths) expect((await open(path)).statusCode).toBe(404);
    for (let call = 0; call < 3; call += 1) await open('/rsvp/none');
    for (const path of paths) {
      const { statusCode, body } = await open(path);
      expect(statusCode).toBe(429);
      expect(body).toContain('The page cannot be shown now');
      expect(body).not.toContain('There is no such answer');
    }
  });

  it('ignore a forwarded address without TRUST_PROXY', async () => {
    const ip = '203.0.113.5';
    for (let call = 0; call < 6; call += 1) {
      const { status } = await calendar.send(
        '{ me { id } }',
        {},
        { ip, headers: { 'x-forwarded-for': `192.0.2.${call}` } },
      );
      expect(status).toBe(call < 5 ? 200 : 429);
    }
  });
});

/** Waits for the log entry with a message. */
async function entryWith(message: string, log: PassThrough): Promise<{ pool?: string }> {
  for await (const line of createInterface({ input: log })) {
    if (line.includes(message)) return JSON.parse(line) as { pool?: string };
  }
  throw new Error('The log has ended.');
}

it('the pool of the rate limits has one name in logs and metrics', async () => {
  const destination = new PassThrough();
  const logger = Logger.create({ service: 'calendar-graphql', level: 'warn', destination });
  const calendar = await TestCalendar.start({ RATE_LIMITS: 'on' }, { logger });
  // Sign-ins are counted in PostgreSQL at once, so the pool has a connection.
  await calendar.send('mutation { signin(input: { hash: "wrong" }) { hash } }');
  await calendar.source.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'almanac-calendar-graphql-limits'`);
  const entry = await entryWith('Lost an idle database connection', destination);
  const { body } = await calendar.app.inject('/metrics');
  expect(body).toContain(`database_pool_connections{pool="${entry.pool}"`);
  await calendar.stop();
});
