import { User } from '@almanac/entities';
import { addUser } from '@almanac/testing';
import { type AdminApiUnderTest, PASSWORD, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

const OWNER = 'owner@example.com';

describe('limits of signing in', () => {
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

  /** Wrong passwords for an account: five from each of so many addresses. */
  async function attack(account: string, addresses: number): Promise<void> {
    for (let n = 0; n < addresses * 5; n += 1) await attempt(account, 'wrong', `10.9.0.${Math.floor(n / 5)}`);
  }

  it('lets five wrong passwords pass for an account and address, then nothing, not even the right one', async () => {
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

  it.each([
    [600_000, /^10 minutes$/],
    [421_000, /^8 minutes$/],
    [60_500, /^2 minutes$/],
    [30_000, /^(30|29) seconds$/],
  ])('says how long the wait really is: %d ms', async (wait, words) => {
    await api.dataSource.query(
      `insert into publishing.rate_limits (key, points, expire) values ('sign-in:${OWNER}|10.0.0.1', 6, $1)`,
      [Date.now() + wait],
    );
    const { headers, error } = await attempt(OWNER, PASSWORD, '10.0.0.1');
    const [, told = ''] = /^Too many sign-in attempts try again in (.*)$/.exec(String(error.message)) ?? [];
    expect(told).toMatch(words);
    const seconds = Number(headers['retry-after']);
    expect(seconds).toBeLessThanOrEqual(Math.ceil(wait / 1000));
    expect(seconds).toBeGreaterThan(wait / 1000 - 10);
  });

  it('counts on every replica what happened on any', async () => {
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

  it('counts a name without regard to letter case', async () => {
    for (const name of ['A@b.io', 'a@B.io', 'a@b.IO', 'A@B.IO', 'a@b.io']) await attempt(name, 'x', '10.0.0.3');
    expect((await attempt('a@b.io', 'x', '10.0.0.3')).status).toBe(429);
  });

  it('forgets the failures after a success', async () => {
    for (let n = 0; n < 4; n += 1) await attempt(OWNER, 'wrong', '10.0.0.4');
    expect((await attempt(OWNER, PASSWORD, '10.0.0.4')).status).toBe(201);
    expect((await attempt(OWNER, 'wrong', '10.0.0.4')).status).toBe(401);
  });

  describe('while an account is attacked from everywhere', () => {
    it('refuses no device in which its user signed in before', async () => {
      const cookie = cookieOf(await attempt(OWNER, PASSWORD, '10.0.1.1'));
      await attack(OWNER, 21);
      // From a new address, from one of the attacker's, and from one that is over every limit.
      for (const address of ['10.0.1.2', '10.9.0.0', '10.9.0.20']) {
        expect((await attempt(OWNER, PASSWORD, address, cookie)).status).toBe(201);
      }
    });

    it('knows the device after signing out', async () => {
      const response = await attempt(OWNER, PASSWORD, '10.0.1.1');
      await from('10.0.1.1')
        .with({ cookie: cookieOf(response) })
        .delete('session/');
      await attack(OWNER, 5);
      expect((await attempt(OWNER, PASSWORD, '10.9.0.0', cookieOf(response))).status).toBe(201);
    });

    it('locks nobody out: a new address has one try in ten minutes', async () => {
      await attack(OWNER, 21);
      expect((await attempt(OWNER, PASSWORD, '10.0.1.3')).status).toBe(201);
      expect((await attempt(OWNER, 'wrong', '10.0.1.4')).status).toBe(401);
      const slowed = await attempt(OWNER, PASSWORD, '10.0.1.4');
      expect([slowed.status, slowed.error.message]).toEqual([429, 'Too many sign-in attempts try again in 10 minutes']);
      expect(Number(slowed.headers['retry-after'])).toBeLessThanOrEqual(600);
    });

    it('leaves other accounts alone', async () => {
      const { email } = await newUser();
      await attack(OWNER, 5);
      expect((await attempt(email, 'wrong', '10.0.1.5')).status).toBe(401);
      expect((await attempt(email, PASSWORD, '10.0.1.5')).status).toBe(201);
    });
  });

  describe('a device', () => {
    it('has its own five tries, which nobody else uses up', async () => {
      const cookie = cookieOf(await attempt(OWNER, PASSWORD, '10.0.2.1'));
      const statuses: number[] = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await attempt(OWNER, 'wrong', '10.0.2.1', cookie)).status);
      expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
      // The address is not used up by it.
      expect((await attempt(OWNER, PASSWORD, '10.0.2.1')).status).toBe(201);
    });

    it('is known for its own user only, and by nothing made up', async () => {
      const { email } = await newUser();
      const own = cookieOf(await attempt(email, PASSWORD, '10.0.2.2'));
      const name = own.split('=')[0] ?? '';
      const secret = own.split('=')[1] ?? '';
      await attack(OWNER, 5);
      for (const value of [secret, 'a'.repeat(43), '', `${secret.slice(0, -1)}A`, secret.slice(0, 42)]) {
        expect((await attempt(OWNER, 'wrong', '10.9.0.0', `${name}=${value}`)).status).toBe(429);
      }
    });

    it('opens nothing by its mark: a secret that no session has is no session', async () => {
      const response = await attempt(OWNER, PASSWORD, '10.0.2.3');
      const cookie = cookieOf(response);
      await from('10.0.2.3').with({ cookie }).delete('session/');
      expect((await from('10.0.2.3').with({ cookie }).get('session/')).status).toBe(403);
    });
  });

  it('slows one address whatever name it tries, and a known device there not at all', async () => {
    const cookie = cookieOf(await attempt(OWNER, PASSWORD, '10.0.0.5'));
    await api.dataSource.query(
      `insert into publishing.rate_limits (key, points, expire) values ('sign-in-address:10.0.0.5', 100, $1)`,
      [Date.now() + 3_600_000],
    );
    expect((await attempt('somebody@example.com', 'x', '10.0.0.5')).status).toBe(401);
    const slowed = await attempt('other@example.com', 'x', '10.0.0.5');
    expect(slowed.status).toBe(429);
    expect(Number(slowed.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await attempt('somebody@example.com', 'x', '10.0.0.6')).status).toBe(401);
    expect((await attempt(OWNER, PASSWORD, '10.0.0.5', cookie)).status).toBe(201);
  });

  async function newUser(): Promise<User> {
    const { password: hash } = await api.dataSource.manager.findOneByOrFail(User, { id: '1' });
    return addUser(api.dataSource.manager, { role: 'Author', password: hash });
  }
});

describe('limits of asking for a link as a member', () => {
  it('leave a link that works in the mailbox, and say how long the wait is', async () => {
    const now = new Date('2026-11-21T12:00:00Z');
    const api = await startAdminApi({ environment: { rateLimits: 'on', trustProxy: '1' }, clock: { now: () => now } });
    const ask = (email: string, n: number): Promise<ApiResponse> =>
      api.anonymous.with({ 'x-forwarded-for': `10.3.0.${n}` }).post('/members/api/send-magic-link', { email });
    for (const email of ['known@example.com', 'unknown@example.com']) {
      const statuses: number[] = [];
      for (let n = 0; n < 6; n += 1) statuses.push((await ask(n % 2 ? email : email.toUpperCase(), n)).status);
      expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
      const refused = await ask(email, 9);
      expect(refused.error.message).toBe('Too many sign-in attempts try again in 10 minutes');
      const seconds = Number(refused.headers['retry-after']);
      expect(seconds).toBeLessThanOrEqual(600);
      // The newest link outlives the wait.
      const [{ expires_at: expiresAt } = { expires_at: now }] = await api.dataSource.query<{ expires_at: Date }[]>(
        'select expires_at from publishing.member_sign_in_tokens order by created_at desc, expires_at limit 1',
      );
      expect(expiresAt.getTime()).toBeGreaterThanOrEqual(now.getTime() + seconds * 1000);
    }
    await api.close();
  });
});

describe('an address nobody vouches for', () => {
  it('is the one the connection comes from, whatever the headers say', async () => {
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
