import { User } from '@almanac/entities';
import { addUser } from '@almanac/testing';
import { type AdminApiUnderTest, PASSWORD, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

const OWNER = 'owner@example.com';

describe('limits of sign-in', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi({ environment: { rateLimits: 'on', trustProxy: '1' } });
  });
  afterAll(() => api.close());
  beforeEach(() => api.dataSource.query('truncate publishing.rate_limits'));

  const from = (address: string): Caller => api.anonymous.with({ origin: SITE_URL, 'x-forwarded-for': address });
  const attempt = (username: string, given: string, address: string, cookie = ''): Promise<ApiResponse> =>
    from(address).with({ cookie }).post('session/', { username, password: given });
  const cookieOf = (response: ApiResponse): string => String(response.headers['set-cookie']).split(';')[0] ?? '';

  /** Sends five wrong passwords for an account from each of many addresses. */
  async function attack(account: string, addresses: number): Promise<void> {
    for (let n = 0; n < addresses * 5; n += 1) await attempt(account, 'wrong', `10.9.0.${Math.floor(n / 5)}`);
  }

  it('allow five wrong passwords for an account and address, then reject also the right one', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await attempt(OWNER, 'wrong', '10.0.0.1')).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    const response = await attempt(OWNER, PASSWORD, '10.0.0.1');
    expect(response.status).toBe(429);
    expect(response.error).toMatchObject({
      message: 'Too many sign-in attempts try again in 10 minutes',
      type: 'TooManyRequestsError',
      context: null,
    });
    expect((await attempt(OWNER, PASSWORD, '10.0.0.2')).status).toBe(201);
  });

  it('name the remaining time, in the message and in Retry-After', async () => {
    const expire = Date.now() + 450_000;
    await api.dataSource.query(
      `insert into publishing.rate_limits (key, points, expire) values ('sign-in:${OWNER}|10.0.0.1', 6, $1)`,
      [expire],
    );
    const latest = Math.ceil((expire - Date.now()) / 1000);
    const { headers, error } = await attempt(OWNER, PASSWORD, '10.0.0.1');
    const earliest = Math.floor((expire - Date.now()) / 1000);
    expect(error.message).toBe('Too many sign-in attempts try again in 8 minutes');
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeGreaterThanOrEqual(earliest);
    expect(seconds).toBeLessThanOrEqual(latest);
  });

  it('count on all replicas', async () => {
    const replica = await api.startReplica();
    const callers = [api.anonymous, replica.anonymous].map((caller) =>
      caller.with({ origin: SITE_URL, 'x-forwarded-for': '10.0.0.8' }),
    );
    const attempts = [...callers, ...callers, ...callers].map(
      (caller) => () => caller.post('session/', { username: OWNER, password: 'wrong' }),
    );
    const statuses: number[] = [];
    for (const attempt of attempts) statuses.push((await attempt()).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
    for (const caller of callers) {
      expect((await caller.post('session/', { username: OWNER, password: PASSWORD })).status).toBe(429);
    }
    await replica.close();
  });

  it('ignore the letter case of a name', async () => {
    for (const name of ['A@b.io', 'a@B.io', 'a@b.IO', 'A@B.IO', 'a@b.io']) await attempt(name, 'x', '10.0.0.3');
    expect((await attempt('a@b.io', 'x', '10.0.0.3')).status).toBe(429);
  });

  it('are reset by a success', async () => {
    for (let n = 0; n < 4; n += 1) await attempt(OWNER, 'wrong', '10.0.0.4');
    expect((await attempt(OWNER, PASSWORD, '10.0.0.4')).status).toBe(201);
    expect((await attempt(OWNER, 'wrong', '10.0.0.4')).status).toBe(401);
  });

  describe('during a distributed attack on an account', () => {
    it('do not reject a device in which the user signed in before', async () => {
      const cookie = cookieOf(await attempt(OWNER, PASSWORD, '10.0.1.1'));
      await attack(OWNER, 21);
      // From a new address, from one of the attacker, and from one that exceeds every limit.
      for (const address of ['10.0.1.2', '10.9.0.0', '10.9.0.20']) {
        expect((await attempt(OWNER, PASSWORD, address, cookie)).status).toBe(201);
      }
    });

    it('recognise the device after the sign-out', async () => {
      const response = await attempt(OWNER, PASSWORD, '10.0.1.1');
      await from('10.0.1.1')
        .with({ cookie: cookieOf(response) })
        .delete('session/');
      await attack(OWNER, 5);
      expect((await attempt(OWNER, PASSWORD, '10.9.0.0', cookieOf(response))).status).toBe(201);
    });

    it('do not lock the account: a new address has one attempt in ten minutes', async () => {
      await attack(OWNER, 21);
      expect((await attempt(OWNER, PASSWORD, '10.0.1.3')).status).toBe(201);
      expect((await attempt(OWNER, 'wrong', '10.0.1.4')).status).toBe(401);
      const slowed = await attempt(OWNER, PASSWORD, '10.0.1.4');
      expect([slowed.status, slowed.error.message]).toEqual([429, 'Too many sign-in attempts try again in 10 minutes']);
      expect(Number(slowed.headers['retry-after'])).toBeLessThanOrEqual(600);
    });

    it('do not count an attempt that the limit of the address rejects', async () => {
      await attack(OWNER, 5);
      const reach = (points: number): Promise<unknown> =>
        api.dataSource.query(
          `insert into publishing.rate_limits (key, points, expire)
           values ('sign-in-address:10.0.1.6', 100, $1), ('sign-in-address-slowed:10.0.1.6', $2, $1)
           on conflict (key) do update set points = excluded.points`,
          [Date.now() + 60_000, points],
        );
      await reach(1);
      for (let n = 0; n < 6; n += 1) expect((await attempt(OWNER, PASSWORD, '10.0.1.6')).status).toBe(429);
      await reach(0);
      expect((await attempt(OWNER, PASSWORD, '10.0.1.6')).status).toBe(201);
    });

    it('do not affect other accounts', async () => {
      const { email } = await newUser();
      await attack(OWNER, 5);
      expect((await attempt(email, 'wrong', '10.0.1.5')).status).toBe(401);
      expect((await attempt(email, PASSWORD, '10.0.1.5')).status).toBe(201);
    });
  });

  describe('for a known device', () => {
    it('are separate: five attempts that other clients cannot use up', async () => {
      const cookie = cookieOf(await attempt(OWNER, PASSWORD, '10.0.2.1'));
      const statuses: number[] = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await attempt(OWNER, 'wrong', '10.0.2.1', cookie)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      // The attempts of the device do not count for the address.
      expect((await attempt(OWNER, PASSWORD, '10.0.2.1')).status).toBe(201);
    });

    it('apply only to its own user, and only for a genuine secret', async () => {
      const { email } = await newUser();
      const own = cookieOf(await attempt(email, PASSWORD, '10.0.2.2'));
      const name = own.split('=')[0] ?? '';
      const secret = own.split('=')[1] ?? '';
      await attack(OWNER, 5);
      for (const value of [secret, 'a'.repeat(43), '', `${secret.slice(0, -1)}A`, secret.slice(0, 42)]) {
        expect((await attempt(OWNER, 'wrong', '10.9.0.0', `${name}=${value}`)).status).toBe(429);
      }
    });

    it('do not treat its secret as a session', async () => {
      const response = await attempt(OWNER, PASSWORD, '10.0.2.3');
      const cookie = cookieOf(response);
      await from('10.0.2.3').with({ cookie }).delete('session/');
      expect((await from('10.0.2.3').with({ cookie }).get('session/')).status).toBe(403);
    });
  });

  it('slow one address for all names, except for a known device', async () => {
    const cookie = cookieOf(await attempt(OWNER, PASSWORD, '10.0.0.5'));
    await api.dataSource.query(
      `insert into publishing.rate_limits (key, points, expire) values ('sign-in-address:10.0.0.5', 100, $1)`,
      [Date.now() + 3_600_000],
    );
    expect((await attempt('unknown@example.com', 'x', '10.0.0.5')).status).toBe(401);
    const slowed = await attempt('other@example.com', 'x', '10.0.0.5');
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await attempt('unknown@example.com', 'x', '10.0.0.6')).status).toBe(401);
    expect((await attempt(OWNER, PASSWORD, '10.0.0.5', cookie)).status).toBe(201);
  });

  async function newUser(): Promise<User> {
    const { password: hash } = await api.dataSource.manager.findOneByOrFail(User, { id: '1' });
    return addUser(api.dataSource.manager, { role: 'Author', password: hash });
  }
});

describe('limits of sign-in links for members', () => {
  it('leave a working link in the mailbox, and name the remaining time', async () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const api = await startAdminApi({ environment: { rateLimits: 'on', trustProxy: '1' }, clock: { now: () => now } });
    const requestLink = (email: string, n: number): Promise<ApiResponse> =>
      api.anonymous.with({ 'x-forwarded-for': `10.3.0.${n}` }).post('/members/api/send-magic-link', { email });
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const statuses: number[] = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await requestLink(n % 2 ? email : email.toUpperCase(), n)).status);
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
      const limited = await requestLink(email, 9);
      expect(limited.error.message).toBe('Too many sign-in attempts try again in 10 minutes');
      const seconds = Number(limited.headers['retry-after']);
      expect(seconds).toBeLessThanOrEqual(600);
      // The newest link is valid for longer than the wait.
      const [{ expires_at: expiresAt } = { expires_at: now }] = await api.dataSource.query<{ expires_at: Date }[]>(
        'select expires_at from publishing.member_sign_in_tokens order by created_at desc, expires_at limit 1',
      );
      expect(expiresAt.getTime()).toBeGreaterThanOrEqual(now.getTime() + seconds * 1000);
    }
    await api.close();
  });
});

describe('the address of a client without a trusted proxy', () => {
  it('is that of the connection, whatever the headers', async () => {
    const api = await startAdminApi({ environment: { rateLimits: 'on' } });
    const attempt = (address: string): Promise<ApiResponse> =>
      api.anonymous
        .with({ origin: SITE_URL, 'x-forwarded-for': address })
        .post('session/', { username: OWNER, password: 'wrong' });
    for (let n = 0; n < 5; n += 1) await attempt(`10.0.1.${n}`);
    expect((await attempt('10.0.1.99')).status).toBe(429);
    await api.close();
  });
});
