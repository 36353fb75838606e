import { type AdminApiUnderTest, PASSWORD, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

const OWNER = 'owner@example.com';
const ADMIN_URL = 'https://editor.example/app';

describe('cross-site requests to sign-in routes', () => {
  let api: AdminApiUnderTest;
  let blank: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi({ environment: { adminUrl: ADMIN_URL } });
    blank = await startAdminApi({ isSetUp: false });
  });
  afterAll(async () => {
    await api.close();
    await blank.close();
  });

  const form = new URLSearchParams({ username: OWNER, password: PASSWORD }).toString();
  const json = JSON.stringify({ username: OWNER, password: PASSWORD });
  const send = (headers: Record<string, string>, body: string): Promise<ApiResponse> =>
    api.anonymous.with(headers).post('session/', body);

  it.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x', 'application/jsonp'])(
    'are rejected with a body of the type %s, whatever the origin',
    async (type) => {
      for (const origin of [SITE_URL, 'https://evil.example']) {
        for (const body of [form, json, `{"username":"${OWNER}","password":"${PASSWORD}","x":"="}`]) {
          const response = await send({ 'content-type': type, origin }, body);
          expect([response.status, response.error.type]).toEqual([415, 'UnsupportedMediaTypeError']);
          expect(response.headers['set-cookie']).toBeUndefined();
        }
      }
    },
  );

  it.each([
    'https://evil.example',
    'null',
    'file://',
    'https://localhost.evil.example',
    `${SITE_URL}.evil.example`,
    'https://editor.example.evil.example',
  ])('are rejected from the origin %s', async (origin) => {
    const places: Record<string, string>[] = [
      { origin },
      ...(origin === 'null' ? [] : [{ referer: `${origin}/page` }]),
    ];
    for (const headers of places) {
      const response = await send({ 'content-type': 'application/json', ...headers }, json);
      expect([response.status, response.headers['set-cookie']]).toEqual([400, undefined]);
    }
    const { error } = await send({ 'content-type': 'application/json', origin }, json);
    expect(error.message).toBe(`Request made from incorrect origin. Expected '${SITE_URL}' received '${origin}'.`);
  });

  it.each([SITE_URL, 'https://editor.example', 'http://localhost:9000'])('are accepted from %s', async (origin) => {
    const response = await send({ 'content-type': 'application/json; charset=utf-8', origin }, json);
    expect(response.status).toBe(201);
  });

  it('are rejected on every public route that signs in or sets a password', async () => {
    const routes: [Caller, 'POST' | 'PUT', string, object, withoutOrigin: number][] = [
      [
        blank.anonymous,
        'POST',
        'authentication/setup/',
        { setup: [{ name: 'E', email: 'e@x.io', password: 'Evil-evil-1' }] },
        422,
      ],
      [api.anonymous, 'POST', 'authentication/passwordreset/', { passwordreset: [{ email: OWNER }] }, 422],
      [api.anonymous, 'PUT', 'authentication/passwordreset/', { passwordreset: [{ token: 'x' }] }, 422],
      [api.anonymous, 'POST', 'authentication/invitation/', { invitation: [{ token: 'x' }] }, 422],
      [api.anonymous, 'POST', '/members/api/session', { token: 'x' }, 401],
    ];
    for (const [caller, method, path, body, withoutOrigin] of routes) {
      const asForm = caller.with({ 'content-type': 'application/x-www-form-urlencoded', origin: SITE_URL });
      expect([path, (await asForm.send(method, path, 'a[0][b]=c')).status]).toEqual([path, 415]);
      const foreign = caller.with({ origin: 'https://evil.example' });
      expect([path, (await foreign.send(method, path, body)).status]).toEqual([path, 400]);
      // Clients other than browsers send no origin: they reach the checks of the route.
      expect([path, (await caller.send(method, path, {})).status]).toEqual([path, withoutOrigin]);
    }
    expect((await blank.anonymous.get('authentication/setup/')).body).toEqual({ setup: [{ status: false }] });
  });
});
