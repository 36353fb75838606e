import { type AdminApiUnderTest, callerWithKey, PASSWORD, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

const ADMIN_URL = 'https://admin.example.com';
const ADMIN_HOST = 'admin.example.com';
const SITE_HOST = new URL(SITE_URL).host;
const CREDENTIALS = { username: 'owner@example.com', password: PASSWORD };

const cookieOf = ({ headers }: ApiResponse): string => String(headers['set-cookie']).split(';')[0] ?? '';

describe('with the site and staff on two origins', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi({
      environment: { singleOrigin: false, adminUrl: ADMIN_URL, trustProxy: '127.0.0.1' },
    });
  });
  afterAll(() => api.close());

  const at = (headers: Record<string, string>): Caller => api.anonymous.with(headers);
  const signIn = (headers: Record<string, string>): Promise<ApiResponse> => at(headers).post('session/', CREDENTIALS);

  it('staff sign in on the origin of ADMIN_URL, and their cookie is for https', async () => {
    const response = await signIn({ host: ADMIN_HOST, origin: ADMIN_URL });
    expect(response.status).toBe(201);
    expect(response.headers['set-cookie']).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    const cookie = cookieOf(response);
    for (const host of [ADMIN_HOST, `${ADMIN_HOST}:443`, ADMIN_HOST.toUpperCase()]) {
      const read = await at({ host, origin: ADMIN_URL, cookie }).get('users/me/');
      expect([host, read.status]).toEqual([host, 200]);
    }
  });

  const elsewhere: [name: string, headers: Record<string, string>][] = [
    ["the site's host", { host: SITE_HOST }],
    ["the site's host in a proxy's header", { host: 'admin-api:8080', 'x-forwarded-host': SITE_HOST }],
    ["the site's host with a forged header", { host: SITE_HOST, 'x-forwarded-host': ADMIN_HOST }],
    ["another port of the administration's host", { host: `${ADMIN_HOST}:8443` }],
    ['an unknown host', { host: 'www.example.com' }],
    ['a host that is no host', { host: 'admin.example.com/@x' }],
  ];

  it.each(elsewhere)('no session is opened on %s', async (_name, headers) => {
    const response = await signIn({ ...headers, origin: ADMIN_URL });
    expect([response.status, response.headers['set-cookie']]).toEqual([403, undefined]);
    expect(response.error).toMatchObject({ type: 'NoPermissionError', context: `Staff sign in at ${ADMIN_URL}.` });
  });

  it.each(elsewhere)('a session is ignored on %s', async (_name, headers) => {
    const cookie = cookieOf(await signIn({ host: ADMIN_HOST, origin: ADMIN_URL }));
    for (const origin of [ADMIN_URL, SITE_URL]) {
      const caller = at({ ...headers, origin, cookie });
      expect([origin, (await caller.get('users/me/')).status]).toEqual([origin, 403]);
      expect([origin, (await caller.post('posts/', { posts: [{ title: 'x' }] })).status]).toEqual([origin, 403]);
    }
  });

  it('a proxy that names the host of ADMIN_URL is believed', async () => {
    const headers = { host: 'admin-api:8080', 'x-forwarded-host': ADMIN_HOST, origin: ADMIN_URL };
    const response = await signIn(headers);
    expect(response.status).toBe(201);
    expect((await at({ ...headers, cookie: cookieOf(response) }).get('users/me/')).status).toBe(200);
  });

  it('pages of the site open no session for staff on the host of ADMIN_URL, and use none', async () => {
    const sources: Record<string, string>[] = [{ origin: SITE_URL }, { referer: `${SITE_URL}/a-post/` }];
    for (const source of sources) {
      const refused = await signIn({ host: ADMIN_HOST, ...source });
      expect([refused.status, refused.headers['set-cookie']]).toEqual([400, undefined]);
      expect(refused.error.message).toBe(
        `Request made from incorrect origin. Expected '${ADMIN_URL}' received '${SITE_URL}'.`,
      );
      const cookie = cookieOf(await signIn({ host: ADMIN_HOST, origin: ADMIN_URL }));
      expect((await at({ host: ADMIN_HOST, ...source, cookie }).get('users/me/')).status).toBe(400);
    }
  });

  it('pages of the site neither set up the site nor set passwords of staff', async () => {
    const page = at({ host: SITE_HOST, origin: SITE_URL });
    const password = { passwordreset: [{ token: 'x', newPassword: PASSWORD, ne2Password: PASSWORD }] };
    expect((await page.post('authentication/passwordreset/', { passwordreset: [{ email: 'a@b.io' }] })).status).toBe(
      400,
    );
    expect((await page.put('authentication/passwordreset/', password)).status).toBe(400);
    expect((await page.post('authentication/setup/', { setup: [{}] })).status).toBe(400);
    expect((await page.post('authentication/invitation/', { invitation: [{ token: 'x' }] })).status).toBe(400);
  });

  it("members sign in on the site's pages", async () => {
    const page = at({ host: SITE_HOST, origin: SITE_URL });
    expect((await page.post('/members/api/session', { token: 'x' })).status).toBe(401);
  });

  it("tokens of integrations work on the site's host", async () => {
    const program = callerWithKey(api.app, api.adminKey).with({ host: SITE_HOST });
    expect((await program.get('posts/')).status).toBe(200);
    expect(
      (await program.with({ origin: SITE_URL }).post('posts/', { posts: [{ title: 'By a program' }] })).status,
    ).toBe(201);
  });
});
