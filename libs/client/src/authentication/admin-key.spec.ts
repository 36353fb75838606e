import { createHmac } from 'node:crypto';
import { AdminKeyAuthentication, createAdminToken } from './admin-key.ts';

const ID = '5ddc9141c35e7700383b2937';
const SECRET = 'a5'.repeat(32);
const KEY = `${ID}:${SECRET}`;
const NOW = Date.parse('2026-11-22T12:00:00Z');

const decode = (part: string | undefined): unknown => JSON.parse(Buffer.from(part ?? '', 'base64url').toString());

describe('createAdminToken', () => {
  it('is a JSON Web Token of five minutes, signed with the secret of the key', async () => {
    const [head, claims, signature] = (await createAdminToken(KEY, '/v5/admin/', NOW)).split('.');
    expect(decode(head)).toEqual({ alg: 'HS256', typ: 'JWT', kid: ID });
    expect(decode(claims)).toEqual({ iat: NOW / 1000, exp: NOW / 1000 + 300, aud: '/v5/admin/' });
    const expected = createHmac('sha256', Buffer.from(SECRET, 'hex')).update(`${head}.${claims}`).digest('base64url');
    expect(signature).toBe(expected);
  });

  it.each(['', ID, `${ID}:`, `${ID}:${SECRET}0`, `${ID}:${'z'.repeat(64)}`, `x${KEY}`])('rejects "%s"', async (key) => {
    await expect(createAdminToken(key, '/v5/admin/')).rejects.toThrow('An admin key has the form <id>:<secret>');
  });
});

describe('AdminKeyAuthentication', () => {
  it('rejects a key of another form at once, not with the first request', () => {
    expect(() => new AdminKeyAuthentication(`${KEY}\n`, '/v5/admin/')).toThrow('An admin key has the form');
  });

  beforeEach(() => jest.useFakeTimers({ now: NOW, doNotFake: ['queueMicrotask', 'nextTick', 'setImmediate'] }));
  afterEach(() => jest.useRealTimers());

  const headerOf = async (authentication: AdminKeyAuthentication): Promise<string | null> =>
    (await authentication.authenticate(new Request('http://localhost/'))).headers.get('authorization');

  it('uses a token until a minute before it expires', async () => {
    const authentication = new AdminKeyAuthentication(KEY, '/v5/admin/');
    const first = await headerOf(authentication);
    expect(first).toMatch(/^Ghost ey/);
    jest.setSystemTime(NOW + 239_000);
    expect(await headerOf(authentication)).toBe(first);
    jest.setSystemTime(NOW + 240_000);
    expect(await headerOf(authentication)).not.toBe(first);
  });

  it('signs a new token after a 401', async () => {
    const authentication = new AdminKeyAuthentication(KEY, '/v5/admin/');
    const first = await headerOf(authentication);
    jest.setSystemTime(NOW + 5_000);
    authentication.observe(new Response(null, { status: 401 }));
    expect(await headerOf(authentication)).not.toBe(first);
  });
});
