import { Session, User } from '@almanac/entities';
import { addUser } from '@almanac/testing';
import { createHash } from 'node:crypto';
import { type AdminApiUnderTest, PASSWORD, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

const cookieOf = (response: ApiResponse): string => String(response.headers['set-cookie']).split(';')[0] ?? '';
const secretOf = (response: ApiResponse): string => cookieOf(response).split('=')[1] ?? '';

describe('sessions of staff', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  const browser = (): Caller => api.anonymous.with({ origin: SITE_URL });
  const signIn = (username: string, caller = browser()): Promise<ApiResponse> =>
    caller.post('session/', { username, password: PASSWORD });
  const withCookie = (response: ApiResponse): Caller => browser().with({ cookie: cookieOf(response) });

  async function newUser(role: 'Author' | 'Administrator' = 'Author'): Promise<User> {
    const { password: passwordHash } = await api.dataSource.manager.findOneByOrFail(User, { id: '1' });
    return addUser(api.dataSource.manager, { role, password: passwordHash });
  }

  describe('sign-in', () => {
    it('sets a cookie that scripts and other sites cannot read', async () => {
      const response = await signIn('owner@example.com');
      expect([response.status, response.text]).toEqual([201, 'Created']);
      expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(response.headers['set-cookie']).toMatch(
        /^ghost-admin-api-session=[\w-]{43}; Path=\/ghost; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
      );
      expect((await withCookie(response).get('session/')).body).toMatchObject({ id: '1', email: 'owner@example.com' });
    });

    it('shows the fields of the signed-in user that only this response has, and never the password', async () => {
      const { body } = await withCookie(await signIn('owner@example.com')).get('session/');
      expect(Object.keys(body)).toEqual(expect.arrayContaining(['locale', 'visibility', 'created_by', 'updated_by']));
      expect(JSON.stringify(body)).not.toMatch(/\$2[aby]\$|password/);
    });

    it('sets a secure cookie only if the site has TLS', async () => {
      const secure = await startAdminApi({ environment: { siteUrl: 'https://blog.example.com' } });
      const response = await secure.anonymous
        .with({ origin: 'https://blog.example.com' })
        .post('session/', { username: 'owner@example.com', password: PASSWORD });
      expect(response.headers['set-cookie']).toContain('; Secure');
      await secure.close();
    });

    it('ignores a token next to the password', async () => {
      const { authorization } = { authorization: 'Ghost not.a.jwt' };
      expect((await signIn('owner@example.com', browser().with({ authorization }))).status).toBe(201);
    });

    it('sets last_seen (seed: Authentication)', async () => {
      const user = await newUser();
      expect(user.lastSeenAt ?? null).toBeNull();
      await signIn(user.email);
      const seen = await api.dataSource.manager.findOneByOrFail(User, { id: user.id });
      expect(seen.lastSeenAt).toBeInstanceOf(Date);
    });

    it('requires an origin', async () => {
      const response = await signIn('owner@example.com', api.anonymous);
      expect(response.status).toBe(400);
      expect(response.error).toMatchObject({
        message: 'Could not determine origin of request. Please ensure an Origin or Referrer header is present.',
        type: 'BadRequestError',
        context: null,
      });
    });

    it('uses the referrer without an origin', async () => {
      const response = await signIn('owner@example.com', api.anonymous.with({ referer: `${SITE_URL}/ghost/` }));
      expect(response.status).toBe(201);
      expect((await withCookie(response).get('session/')).status).toBe(200);
    });

    it.each([
      {},
      { username: 'owner@example.com' },
      { password: PASSWORD },
      { username: 1, password: {} },
      { username: `${'a'.repeat(1000)}@example.com`, password: PASSWORD },
    ])('responds 401 without a reason to %j', async (body) => {
      const response = await browser().post('session/', body);
      expect(response.status).toBe(401);
      expect(response.error).toMatchObject({ message: 'Access denied.', context: null, type: 'UnauthorizedError' });
    });

    it('responds the same to a wrong password and an unknown name', async () => {
      const strip = ({ status, body, headers }: ApiResponse): unknown => ({
        status,
        error: { ...Object(Object(body.errors)[0]), id: undefined },
        headers: Object.keys(headers).sort(),
      });
      const wrong = await browser().post('session/', { username: 'owner@example.com', password: 'not-it-at-all' });
      const unknown = await browser().post('session/', { username: 'unknown@example.com', password: 'not-it-at-all' });
      expect(strip(wrong)).toEqual(strip(unknown));
      expect(wrong.error).toMatchObject({
        message: 'Access denied.',
        context: 'Your password is incorrect.',
        code: 'PASSWORD_INCORRECT',
      });
    });

    it('opens a new session at every sign-in, whatever the cookie', async () => {
      const first = await signIn('owner@example.com');
      const second = await signIn('owner@example.com', withCookie(first));
      expect(secretOf(second)).not.toBe(secretOf(first));
      const planted = await signIn('owner@example.com', browser().with({ cookie: 'ghost-admin-api-session=planted' }));
      expect(secretOf(planted)).not.toBe('planted');
    });

    it('stores no secret that opens a session', async () => {
      const secret = secretOf(await signIn('owner@example.com'));
      const [row] = await api.dataSource.query<Record<string, string>[]>(
        'select * from publishing.sessions where secret_digest = $1',
        [createHash('sha256').update(secret).digest('hex')],
      );
      expect(row).toBeDefined();
      expect(JSON.stringify(row)).not.toContain(secret);
    });
  });

  describe('requests with a session', () => {
    it.each([[undefined], ['https://evil.example'], ['http://localhost:9999']])(
      'are rejected from another origin: %s',
      async (origin) => {
        const cookie = cookieOf(await signIn('owner@example.com'));
        const caller = origin === undefined ? api.anonymous : api.anonymous.with({ origin });
        const response = await caller.with({ cookie }).get('session/');
        expect(response.status).toBe(400);
        expect(response.error).toMatchObject({
          message: `Request made from incorrect origin. Expected '${SITE_URL}' received '${origin ?? ''}'.`,
          type: 'BadRequestError',
        });
      },
    );

    it.each(['abc', 's%3Aabc.def', '', 'a'.repeat(43)])('are unauthenticated with the cookie %j', async (secret) => {
      const response = await browser()
        .with({ cookie: `ghost-admin-api-session=${secret}` })
        .get('session/');
      expect(response.status).toBe(403);
      expect(response.error).toMatchObject({
        message: 'Authorization failed',
        context:
          'Unable to determine the authenticated user or integration. Check that cookies are being passed through if using session authentication.',
      });
    });

    it('are unauthenticated after the sign-out', async () => {
      const caller = withCookie(await signIn('owner@example.com'));
      const response = await caller.delete('session/');
      expect([response.status, response.text]).toEqual([204, '']);
      expect((await caller.delete('session/')).status).toBe(403);
      expect((await caller.get('session/')).status).toBe(403);
    });

    it('are unauthenticated after the session expired', async () => {
      const user = await newUser();
      const caller = await api.signIn(user.id);
      const past = new Date(Date.now() - 1);
      await api.dataSource.manager.update(Session, { userId: user.id }, { expiresAt: past });
      expect((await caller.get('session/')).status).toBe(403);
    });
  });

  describe('all sessions of a user', () => {
    async function signedIn(): Promise<{ user: User; sessions: Caller[] }> {
      const user = await newUser();
      const responses = [await signIn(user.email), await signIn(user.email)];
      return { user, sessions: responses.map(withCookie) };
    }
    const alive = async (sessions: Caller[]): Promise<boolean[]> =>
      Promise.all(sessions.map(async (session) => (await session.get('session/')).status === 200));

    it('end with a suspension', async () => {
      const { user, sessions } = await signedIn();
      await api.owner.put(`users/${user.id}/`, { users: [{ status: 'inactive' }] });
      expect(await alive(sessions)).toEqual([false, false]);
      expect((await signIn(user.email)).status).toBe(401);
    });

    it('end with the deletion of the user', async () => {
      const { user, sessions } = await signedIn();
      expect((await api.owner.delete(`users/${user.id}/`)).status).toBe(204);
      expect(await alive(sessions)).toEqual([false, false]);
    });

    it('end with another role, because their permissions change', async () => {
      const { user, sessions } = await signedIn();
      await api.owner.put(`users/${user.id}/`, { users: [{ roles: ['Editor'] }] });
      expect(await alive(sessions)).toEqual([false, false]);
    });

    it('stay open after other changes', async () => {
      const { user, sessions } = await signedIn();
      await api.owner.put(`users/${user.id}/`, { users: [{ bio: 'New.', roles: ['Author'], status: 'active' }] });
      expect(await alive(sessions)).toEqual([true, true]);
    });

    it('end with a new password; the user who changed it gets a new session', async () => {
      const { user, sessions } = await signedIn();
      const [acting = api.anonymous] = sessions;
      const fields = { oldPassword: PASSWORD, newPassword: 'Another-long-1', ne2Password: 'Another-long-1' };
      const response = await acting.put('users/password/', { password: [{ ...fields, user_id: user.id }] });
      expect(response.status).toBe(200);
      expect(await alive(sessions)).toEqual([false, false]);
      expect((await withCookie(response).get('session/')).body.id).toBe(user.id);
    });
  });
});
