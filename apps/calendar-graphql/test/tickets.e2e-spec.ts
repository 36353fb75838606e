import jwt from 'jsonwebtoken';
import { TestCalendar, TICKET_SECRET } from './calendar';

const SIGN_IN =
  'mutation ($hash: String!) { signin(input: { hash: $hash }) { hash isValid user { id username name email } } }';
const MINUTE_MS = 60_000;

interface SignInData {
  signin: { hash: string; isValid: boolean; user: { id: string; username: string; name: string; email: string } };
}

describe('signin with a ticket of the Admin API', () => {
  let calendar: TestCalendar;
  beforeAll(async () => {
    calendar = await TestCalendar.start();
  });
  afterAll(() => calendar.stop());

  let tickets = 0;
  const ticketFor = (
    email: string,
    claims: Record<string, unknown> = {},
    { secret = TICKET_SECRET, algorithm = 'HS256' as jwt.Algorithm } = {},
  ): string => {
    const iat = Math.floor(calendar.clock.now().getTime() / 1000);
    const jti = `ticket-${++tickets}`;
    const all = { iss: 'admin-api', aud: 'calendar', jti, email, name: 'Olive Hart', iat, exp: iat + 60, ...claims };
    const given = Object.entries(all).filter(([, value]) => value !== undefined);
    return jwt.sign(Object.fromEntries(given), secret, { algorithm });
  };
  const signIn = async (hash: string) => (await calendar.ask<SignInData>(SIGN_IN, { hash })).signin;
  const codeFor = async (hash: string): Promise<string | undefined> =>
    (await calendar.send(SIGN_IN, { hash })).errors[0]?.extensions.code;

  it('creates the account at first use, and uses it afterwards', async () => {
    const first = await signIn(ticketFor('olive@example.org'));
    expect(first).toMatchObject({
      isValid: true,
      user: { username: 'olive-hart', name: 'Olive Hart', email: 'olive@example.org' },
    });
    expect(first.hash).toMatch(/^[\w-]{43}$/);
    const { me } = await calendar.ask<{ me: { id: string } }>('{ me { id } }', {}, { hash: first.hash });
    expect(me.id).toBe(first.user.id);

    const second = await signIn(ticketFor('OLIVE@example.org'));
    expect(second.user.id).toBe(first.user.id);
    expect(second.hash).not.toBe(first.hash);
  });

  it('opens the account that signed up by mail before, and confirms a pending one with the name of the staff user', async () => {
    const known = await calendar.addUser('by_mail');
    expect((await signIn(ticketFor(known.email))).user.id).toBe(known.id);
    await calendar.ask('mutation ($input: SignupInput) { signup(input: $input) { path } }', {
      input: { email: 'pending@example.org', username: 'pending', name: 'Pending' },
    });
    expect((await signIn(ticketFor('pending@example.org'))).user.username).toBe('pending');
    const ofPending = `select name, confirmed_at as "confirmedAt" from calendar.users where username = 'pending'`;
    expect(await calendar.source.query(ofPending)).toEqual([{ name: 'Olive Hart', confirmedAt: expect.any(Date) }]);
    await signIn(ticketFor('pending@example.org', { name: 'Another name' }));
    expect(await calendar.source.query(ofPending)).toMatchObject([{ name: 'Olive Hart' }]);
  });

  it.each([
    ['Zoë Ångström', 'zoe-angstrom'],
    ['李', 'staff'],
    ['x'.repeat(80), 'x'.repeat(23)],
  ])('derives a username from the name %s', async (name, username) => {
    const session = await signIn(ticketFor(`${username}@example.org`, { name }));
    expect(session.user.username).toBe(username);
  });

  it('takes a suffix for a username of another address', async () => {
    await signIn(ticketFor('first@example.org', { name: 'Same Name' }));
    const { user } = await signIn(ticketFor('second@example.org', { name: 'Same Name' }));
    expect(user.username).toMatch(/^same-name-[\da-f]{8}$/);
  });

  it('opens one session for a ticket that is sent many times at once', async () => {
    const ticket = ticketFor('parallel@example.org');
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeFor(ticket)));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set([undefined, 'UNAUTHENTICATED']));
    const [row] = await calendar.source.query(
      `select count(*)::int as sessions from calendar.sessions s join calendar.users u on u.id = s.user_id
       where u.email_key = 'parallel@example.org'`,
    );
    expect(row).toEqual({ sessions: 1 });
  });

  it('creates one account for two tickets at once', async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => signIn(ticketFor('racing@example.org'))));
    expect(new Set(sessions.map(({ user }) => user.id)).size).toBe(1);
  });

  it('rejects a ticket after a minute', async () => {
    const ticket = ticketFor('late@example.org');
    calendar.clock.advance(MINUTE_MS + 6_000);
    expect(await codeFor(ticket)).toBe('UNAUTHENTICATED');
  });

  it('ends the session after 30 minutes', async () => {
    const { hash } = await signIn(ticketFor('short@example.org'));
    calendar.clock.advance(30 * MINUTE_MS + 1_000);
    const { me } = await calendar.ask<{ me: null }>('{ me { id } }', {}, { hash }).catch(() => ({ me: null }));
    expect(me).toBeNull();
  });

  it('rejects every ticket that admin-api did not sign for it, with one error', async () => {
    const now = Math.floor(calendar.clock.now().getTime() / 1000);
    const email = 'victim@example.org';
    const [head, claims, signature] = ticketFor(email).split('.') as [string, string, string];
    const forged = Buffer.from(JSON.stringify({ ...JSON.parse(atob(claims)), email: 'other@example.org' }));
    const tickets: Record<string, string> = {
      'another secret': ticketFor(email, {}, { secret: 'another secret, of thirty-two characters' }),
      'another algorithm': ticketFor(email, {}, { algorithm: 'HS512' }),
      'no algorithm': `${Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url')}.${claims}.${signature}`,
      'changed claims': `${head}.${forged.toString('base64url')}.${signature}`,
      'changed signature': `${head}.${claims}.${signature.replace(/^./, (c) => (c === 'A' ? 'B' : 'A'))}`,
      'another audience': ticketFor(email, { aud: '/canary/admin/' }),
      'two audiences without it': ticketFor(email, { aud: ['site', 'admin'] }),
      'no audience': ticketFor(email, { aud: undefined }),
      'another issuer': ticketFor(email, { iss: 'site' }),
      'no issuer': ticketFor(email, { iss: undefined }),
      'no id': ticketFor(email, { jti: undefined }),
      'no expiry': ticketFor(email, { exp: undefined }),
      'an old issue with a late expiry': ticketFor(email, { iat: now - 3_600, exp: now + 3_600 }),
      expired: ticketFor(email, { iat: now - 120, exp: now - 60 }),
      'not an address': ticketFor(email, { email: 7 }),
      'no name': ticketFor(email, { name: undefined }),
    };
    const messages: Record<string, string | undefined> = {};
    for (const [name, ticket] of Object.entries(tickets)) {
      const { errors } = await calendar.send(SIGN_IN, { hash: ticket });
      messages[name] = `${errors[0]?.extensions.code}: ${errors[0]?.message}`;
    }
    expect(new Set(Object.values(messages))).toEqual(
      new Set(['UNAUTHENTICATED: This ticket is not valid, or no longer valid.']),
    );
    const rows = await calendar.source.query(`select 1 from calendar.users where email_key in ($1, $2)`, [
      email,
      'other@example.org',
    ]);
    expect(rows).toEqual([]);
  });

  it('accepts no ticket without a secret', async () => {
    const closed = await TestCalendar.start({ CALENDAR_TICKET_SECRET: '' });
    try {
      const { errors } = await closed.send(SIGN_IN, { hash: ticketFor('olive@example.org') });
      expect(errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
    } finally {
      await closed.stop();
    }
  });
});
