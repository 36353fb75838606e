import { addMember } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';

const FRONT_END = 'https://www.example.com';
const FOREIGN = 'https://evil.example';

let api: AdminApiUnderTest;
let url: string;
beforeAll(async () => {
  api = await startAdminApi({ environment: { membersCorsOrigins: [FRONT_END, 'https://Shop.Example.com:443'] } });
  await addMember(api.dataSource.manager, { email: 'anna@x.io' });
  await api.app.listen(0, '127.0.0.1');
  url = await api.app.getUrl();
});
afterAll(() => api.close());

/** The status, and the headers that allow other origins. */
async function request(path: string, origin: string, init: RequestInit = {}) {
  const response = await fetch(`${url}${path}`, { ...init, headers: { ...init.headers, origin } });
  const { status, headers } = response;
  return {
    status,
    origin: headers.get('access-control-allow-origin'),
    credentials: headers.get('access-control-allow-credentials'),
    vary: headers.get('vary'),
  };
}
const json = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const preflight = (method: string): RequestInit => ({
  method: 'OPTIONS',
  headers: { 'access-control-request-method': method, 'access-control-request-headers': 'content-type' },
});
const allowed = { origin: FRONT_END, credentials: 'true', vary: expect.stringContaining('Origin') };

describe('/members/api on an origin of MEMBERS_CORS_ORIGINS', () => {
  it.each([
    ['/members/api/member', {}, 204],
    ['/Members//api/session', {}, 204],
    ['/ghost/api/canary/members/session/', {}, 204],
    ['/members/api/send-magic-link', json('POST', { email: 'anna@x.io', emailType: 'signin' }), 201],
    ['/members/api/member', json('PUT', { subscribed: false }), 401],
    ['/members/api/session', json('POST', { token: 'x' }), 401],
    ['/members/api/session', { method: 'DELETE' }, 204],
    ['/members/api/member', preflight('PUT'), 204],
    ['/members/api/session', preflight('DELETE'), 204],
  ])('%s %j is allowed with the session', async (path, init: RequestInit, status) => {
    expect(await request(path, FRONT_END, init)).toEqual({ ...allowed, status });
  });

  it.each([
    ['/members/api/member', {}],
    ['/members/api/member', preflight('PUT')],
    ['/members/api/member', json('PUT', { subscribed: false })],
    ['/members/api/session', json('POST', { token: 'x' })],
  ])('%s %j is not allowed on others', async (path, init: RequestInit) => {
    for (const origin of [FOREIGN, `${FRONT_END}.evil.example`, 'http://www.example.com', 'null']) {
      expect(await request(path, origin, init)).toMatchObject({ origin: null, credentials: null });
    }
  });

  it.each(['/ghost/api/canary/admin/site/', '/members', '/ghost/api/canary/admin/session/'])(
    'does not allow %s',
    async (path) => {
      expect(await request(path, FRONT_END, { redirect: 'manual' })).toMatchObject({ origin: null, credentials: null });
    },
  );

  it('allows an origin that is written in capitals and with the default port', async () => {
    const origin = 'https://shop.example.com';
    expect(await request('/members/api/session', origin, preflight('DELETE'))).toMatchObject({ ...allowed, origin });
    expect((await request('/members/api/session', origin, json('POST', { token: 'x' }))).status).toBe(401);
  });

  it('rejects the sign-in of a member on another origin', async () => {
    expect((await request('/members/api/session', FOREIGN, json('POST', { token: 'x' }))).status).toBe(400);
  });
});
