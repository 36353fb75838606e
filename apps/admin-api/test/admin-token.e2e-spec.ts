import { ApiKey } from '@almanac/entities';
import { Clock } from '@almanac/platform';
import { addIntegration } from '@almanac/testing';
import { createHmac, generateKeyPairSync } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { type AdminApiUnderTest, SITE_URL, startAdminApi, tokenFor } from './admin-api';
import type { ApiResponse } from './caller';

/** A clock that always gives the same time. */
class StoppedClock extends Clock {
  override now(): Date {
    return new Date('2030-01-01T00:00:00.000Z');
  }
}
const NOW = Math.floor(new StoppedClock().now().getTime() / 1000);

describe('tokens of admin keys', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi({ clock: new StoppedClock() });
  });
  afterAll(() => api.close());

  const secret = (): Buffer => Buffer.from(api.adminKey.secret, 'hex');
  const claims = (more: object = {}): object => ({ iat: NOW, exp: NOW + 300, aud: '/v3/admin/', ...more });

  function sign(payload: object, { key = secret(), ...header }: Partial<jwt.JwtHeader> & { key?: jwt.Secret } = {}) {
    const full = { alg: 'HS256', typ: 'JWT', kid: api.adminKey.id, ...header };
    return jwt.sign(payload, key, {
      header: full,
      algorithm: full.alg as jwt.Algorithm,
      noTimestamp: !('iat' in payload),
    });
  }

  /** A token with any header and claims, also ones that no library would create. */
  function forge(header: object | string, payload: object | string, signature = ''): string {
    const part = (value: object | string): string =>
      Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
    return `${part(header)}.${part(payload)}.${signature}`;
  }

  /** The same with a valid HS256 signature. */
  function forgeSigned(header: object | string, payload: object | string): string {
    const [head, body] = forge(header, payload).split('.');
    return `${head}.${body}.${createHmac('sha256', secret()).update(`${head}.${body}`).digest('base64url')}`;
  }

  const withKid = (kid: unknown): string => forgeSigned({ ...header(), kid }, claims());

  const withHeader = (authorization: string): Promise<ApiResponse> =>
    api.anonymous.with({ authorization }).get('config/');
  const withToken = (token: string): Promise<ApiResponse> => withHeader(`Ghost ${token}`);
  const header = (): object => ({ alg: 'HS256', typ: 'JWT', kid: api.adminKey.id });

  const good: Record<string, () => string> = {
    'as official clients sign it': () => sign(claims()),
    'without typ': () => sign(claims(), { typ: undefined }),
    'with the longest lifetime': () => sign(claims({ exp: NOW + 300 })),
    'with an iat a minute ahead': () => sign(claims({ iat: NOW + 60, exp: NOW + 360 })),
    'with an audience without slashes': () => sign(claims({ aud: 'v3/admin' })),
    'with the path of the API as audience': () => sign(claims({ aud: '/ghost/api/v3/admin/' })),
    'with the URL of this site as audience': () => sign(claims({ aud: `${SITE_URL}/ghost/api/v3/admin/` })),
    'with several audiences': () => sign(claims({ aud: ['/x/', '/v3/admin/'] })),
    'with an nbf in the past': () => sign(claims({ nbf: NOW - 60 })),
    'at the last second of its five minutes': () => sign(claims({ iat: NOW - 299, exp: NOW + 1 })),
  };

  it.each(Object.keys(good))('accepts a token in %s', async (name) => {
    expect((await withToken(good[name]?.() ?? '')).status).toBe(200);
  });

  it('accepts the scheme in any letter case', async () => {
    for (const scheme of ['ghost', 'GHOST', 'gHoSt']) {
      expect((await withHeader(`${scheme} ${sign(claims())}`)).status).toBe(200);
    }
  });

  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

  const badSignatures: Record<string, () => string> = {
    'the secret as text': () => sign(claims(), { key: api.adminKey.secret }),
    'the secret of the content key': () => sign(claims(), { key: Buffer.from(api.contentKey.secret, 'hex') }),
    'an empty secret': () => forge(header(), claims(), 'aaaa'),
    'a key of zeros': () => sign(claims(), { key: Buffer.alloc(32) }),
    'half of the secret': () => sign(claims(), { key: secret().subarray(0, 16) }),
    'a signature cut short': () => sign(claims()).slice(0, -4),
    'a signature of another token': () =>
      `${sign(claims({ exp: NOW + 1 }))
        .split('.')
        .slice(0, 2)
        .join('.')}.${sign(claims()).split('.')[2]}`,
    'claims changed afterwards': () => {
      const [head, , signature] = sign(claims()).split('.');
      return `${head}.${Buffer.from(JSON.stringify(claims({ role: 'Owner' }))).toString('base64url')}.${signature}`;
    },
    'a header changed afterwards': () => {
      const [, payload, signature] = sign(claims()).split('.');
      const changed = Buffer.from(JSON.stringify({ ...header(), x: 1 })).toString('base64url');
      return `${changed}.${payload}.${signature}`;
    },
  };
  const badAlgorithms: Record<string, () => string> = {
    HS512: () => sign(claims(), { alg: 'HS512' }),
    HS384: () => sign(claims(), { alg: 'HS384' }),
    RS256: () => sign(claims(), { alg: 'RS256', key: rsa.privateKey }),
    PS256: () => sign(claims(), { alg: 'PS256', key: rsa.privateKey }),
    none: () => forge({ ...header(), alg: 'none' }, claims()),
    nOnE: () => forge({ ...header(), alg: 'nOnE' }, claims()),
    None: () => forge({ ...header(), alg: 'None' }, claims()),
    'none with a signature': () => forge({ ...header(), alg: 'none' }, claims(), 'abcd'),
    'an unknown one': () => forge({ ...header(), alg: 'HS257' }, claims(), 'abcd'),
    'an empty one': () => forge({ ...header(), alg: '' }, claims(), 'abcd'),
  };
  const badTimes: Record<string, () => string> = {
    'expired a second ago': () => sign(claims({ exp: NOW - 1 })),
    'expired a year ago': () => sign(claims({ exp: NOW - 31_536_000 })),
    'older than five minutes though not expired': () => sign(claims({ iat: NOW - 301, exp: NOW + 600 })),
    'without iat': () => sign({ exp: NOW + 300, aud: '/v3/admin/' }),
    'iat as a word': () => forgeSigned(header(), claims({ iat: 'now' })),
    'iat as a string of digits': () => forgeSigned(header(), claims({ iat: String(NOW) })),
    'iat null': () => forgeSigned(header(), claims({ iat: null })),
    'iat in a list': () => forgeSigned(header(), claims({ iat: [NOW] })),
    'iat before 1970': () => forgeSigned(header(), claims({ iat: -1, exp: NOW + 1 })),
    'iat 61 seconds ahead': () => sign(claims({ iat: NOW + 61, exp: NOW + 361 })),
    'iat a year ahead': () => sign(claims({ iat: NOW + 31_536_000, exp: NOW + 31_536_300 })),
    'iat in milliseconds': () => sign(claims({ iat: NOW * 1000, exp: NOW * 1000 + 300 })),
    'without exp': () => sign({ iat: NOW, aud: '/v3/admin/' }),
    'exp null': () => forgeSigned(header(), claims({ exp: null })),
    'exp as text': () => forgeSigned(header(), claims({ exp: String(NOW + 300) })),
    'exp in a list': () => forgeSigned(header(), claims({ exp: [NOW + 300] })),
    'exp 301 seconds after iat': () => sign(claims({ exp: NOW + 301 })),
    'exp an hour after iat': () => sign(claims({ exp: NOW + 3600 })),
    'exp in five minutes from now, iat before': () => sign(claims({ iat: NOW - 10, exp: NOW + 300 })),
    'exp out of the range of numbers': () => forgeSigned(header(), `{"iat":${NOW},"exp":1e999,"aud":"/v3/admin/"}`),
    'not valid yet (D22)': () => sign(claims({ nbf: NOW + 60 })),
  };
  const badAudiences: Record<string, () => string> = {
    'another version': () => sign(claims({ aud: '/v2/admin/' })),
    canary: () => sign(claims({ aud: '/canary/admin/' })),
    'the Content API': () => sign(claims({ aud: '/v3/content/' })),
    'no version': () => sign(claims({ aud: '/admin/' })),
    'none at all': () => sign({ iat: NOW, exp: NOW + 300 }),
    'an empty one': () => sign(claims({ aud: '' })),
    'an empty list': () => sign(claims({ aud: [] })),
    'something behind it': () => sign(claims({ aud: '/v3/admin/posts/' })),
    'a line break behind it': () => sign(claims({ aud: '/v3/admin/\n' })),
    'something before it': () => sign(claims({ aud: 'xv3/admin' })),
    'a path of another product': () => sign(claims({ aud: '/other/api/v3/admin/' })),
    'another site': () => sign(claims({ aud: 'https://evil.example/ghost/api/v3/admin/' })),
    'another port': () => sign(claims({ aud: 'http://localhost:9999/ghost/api/v3/admin/' })),
    'another scheme': () => sign(claims({ aud: 'https://localhost:2368/ghost/api/v3/admin/' })),
    'a site whose name begins like ours': () => sign(claims({ aud: `${SITE_URL}.evil.example/ghost/api/v3/admin/` })),
    'a site with ours as its user': () => sign(claims({ aud: `${SITE_URL}@evil.example/ghost/api/v3/admin/` })),
    'other letters': () => sign(claims({ aud: '/V3/Admin/' })),
    'a query behind it': () => sign(claims({ aud: '/x/?/v3/admin/' })),
    'two slashes': () => sign(claims({ aud: '//v3/admin/' })),
    'a list in a list': () => forgeSigned(header(), claims({ aud: [['/v3/admin/']] })),
    'a list of others': () => sign(claims({ aud: ['/v2/admin/', 'xv3/admin'] })),
    'an object': () => forgeSigned(header(), claims({ aud: { 0: '/v3/admin/' } })),
    'a number': () => forgeSigned(header(), claims({ aud: 3 })),
  };
  const badKeys: Record<string, () => [string, number, string]> = {
    'an unknown one': () => [sign(claims(), { kid: '000000000000000000000000' }), 401, 'UNKNOWN_ADMIN_API_KEY'],
    'no id at all': () => [sign(claims(), { kid: 'zzz' }), 401, 'UNKNOWN_ADMIN_API_KEY'],
    'a piece of SQL': () => [sign(claims(), { kid: `' or 1=1 --` }), 401, 'UNKNOWN_ADMIN_API_KEY'],
    'a NUL': () => [sign(claims(), { kid: '\u0000' }), 401, 'UNKNOWN_ADMIN_API_KEY'],
    'a path': () => [sign(claims(), { kid: '../../etc/passwd' }), 401, 'UNKNOWN_ADMIN_API_KEY'],
    'a content key': () => [sign(claims(), { kid: api.contentKey.id }), 401, 'INVALID_API_KEY_TYPE'],
    'an empty one': () => [sign(claims(), { kid: '' }), 401, 'UNKNOWN_ADMIN_API_KEY'],
    'its own id with a space': () => [sign(claims(), { kid: `${api.adminKey.id} ` }), 401, 'UNKNOWN_ADMIN_API_KEY'],
    'its own id in a list': () => [withKid([api.adminKey.id]), 401, 'INVALID_JWT'],
    'its own id in an object': () => [withKid({ id: api.adminKey.id }), 401, 'INVALID_JWT'],
    null: () => [withKid(null), 401, 'INVALID_JWT'],
    'a number': () => [withKid(1), 401, 'INVALID_JWT'],
    true: () => [withKid(true), 401, 'INVALID_JWT'],
    // Recorded from Ghost.
    none: () => [sign(claims(), { kid: undefined }), 400, 'MISSING_ADMIN_API_KID'],
  };
  const badHeaders: Record<string, () => string> = {
    'an unknown crit': () => forgeSigned({ ...header(), crit: ['x'], x: 1 }, claims()),
    'an empty crit': () => forgeSigned({ ...header(), crit: [] }, claims()),
    'a crit that is null': () => forgeSigned({ ...header(), crit: null }, claims()),
    'a crit for an unencoded payload': () => forgeSigned({ ...header(), crit: ['b64'], b64: false }, claims()),
  };
  const badForms: Record<string, () => string> = {
    'one word': () => 'token',
    'two parts': () => 'not.jwt',
    'four parts': () => `${sign(claims())}.more`,
    'five parts, as if encrypted': () => `${sign(claims())}.a.b`,
    'dots only': () => '..',
    'a key as it is pasted': () => '6b01ad71911f1e581851d439:3cf34a52267f88bc496a6c3d81',
    JSON: () => '{"alg":"none"}',
    'no header': () => `.${sign(claims()).split('.').slice(1).join('.')}`,
    'no claims': () => sign(claims()).replace(/\.[^.]+\./, '..'),
    'no signature': () => sign(claims()).replace(/[^.]+$/, ''),
    'base64 with padding': () => sign(claims()).replace('.', '=.'),
    'base64 of the other alphabet': () => `${sign(claims())}+/`,
    'a header that is null': () => forgeSigned('null', claims()),
    'a header that is a string': () => forgeSigned('"x"', claims()),
    'a header that is a list': () => forgeSigned('[]', claims()),
    'a header that is a number': () => forgeSigned('1', claims()),
    'claims that are not JSON': () => forgeSigned(header(), 'not JSON'),
    'claims that are not JSON, without typ': () => forgeSigned({ ...header(), typ: undefined }, 'not JSON'),
    'claims that are null': () => forgeSigned(header(), 'null'),
    'claims that are a list': () => forgeSigned(header(), '[]'),
    'claims that are a string': () => forgeSigned(header(), '"x"'),
  };
  /** Recorded from Ghost: three parts whose header is not JSON. */
  const unreadable: Record<string, string> = { 'three words': 'not.a.jwt', 'letters only': 'abc.def.ghi' };
  it('rejects at least 60 kinds of token', () => {
    const count = [badSignatures, badAlgorithms, badTimes, badAudiences, badKeys, badHeaders, badForms, unreadable]
      .map((table) => Object.keys(table).length)
      .reduce((a, b) => a + b, 0);
    expect(count).toBeGreaterThanOrEqual(60);
  });

  const shape = {
    message: expect.any(String),
    context: null,
    type: expect.any(String),
    details: null,
    property: null,
    help: null,
    code: expect.any(String),
    id: expect.any(String),
  };

  function expectRefusal(response: ApiResponse, status: number, code: string): void {
    expect(response.status).toBe(status);
    expect(response.error).toEqual({ ...shape, code, type: status === 401 ? 'UnauthorizedError' : 'BadRequestError' });
  }

  describe.each([
    ['signed with', badSignatures],
    ['with the algorithm', badAlgorithms],
    ['with a time:', badTimes],
    ['for', badAudiences],
    ['with', badHeaders],
    ['of the form:', badForms],
  ])('a token %s', (_what, table) => {
    it.each(Object.keys(table))('%s is rejected', async (name) => {
      const response = await withToken(table[name]?.() ?? '');
      expectRefusal(response, 401, 'INVALID_JWT');
      expect(response.error.message).toMatch(/^Invalid token: /);
    });
  });

  it.each(Object.keys(badKeys))('rejects a token whose key is %s', async (name) => {
    const [token, status, code] = badKeys[name]?.() ?? ['', 0, ''];
    expectRefusal(await withToken(token), status, code);
  });

  it.each(Object.entries(unreadable))('responds 400 to %s', async (_name, text) => {
    expectRefusal(await withToken(text), 400, 'INVALID_JWT');
  });

  it.each(['Bearer x', 'Ghost', 'Ghost ', 'Ghost  x', 'x', 'Basic eDp5', 'Ghost a b'])(
    'rejects the header %j',
    async (value) => {
      const response = await withHeader(value);
      expectRefusal(response, 401, 'INVALID_AUTH_HEADER');
      expect(response.error.message).toBe('Authorization header format is "Authorization: Ghost [token]"');
    },
  );

  it('names the expected audience in the error', async () => {
    const response = await withToken(badAudiences['another version']?.() ?? '');
    expect(response.error.message).toBe('Invalid token: jwt audience invalid. expected: /\\/?v3\\/admin\\/?$/');
  });

  it('prefers an invalid token to a valid cookie', async () => {
    const response = await api.owner.with({ authorization: 'Ghost not.a.jwt' }).get('config/');
    expectRefusal(response, 400, 'INVALID_JWT');
  });

  it('ignores a token in the query string outside of schedules', async () => {
    expect((await api.anonymous.get(`config/?token=${sign(claims())}`)).status).toBe(403);
  });

  it('accepts a token without a version on the path without a version', async () => {
    const readWith = (aud: string): Promise<ApiResponse> =>
      api.anonymous
        .with({ authorization: `Ghost ${sign(claims({ aud }))}`, 'accept-version': 'v3.0' })
        .get('/ghost/api/admin/config/');
    expect((await readWith('/admin/')).status).toBe(200);
    expect((await readWith('/v3/admin/')).status).toBe(200);
    expect((await readWith(`${SITE_URL}/ghost/api/admin/`)).status).toBe(200);
    expect((await readWith('/v2/admin/')).status).toBe(401);
    expect((await readWith('https://evil.example/ghost/api/admin/')).status).toBe(401);
    expect((await readWith('xadmin')).status).toBe(401);
  });

  it('accepts a token of a client of Ghost 4 on its path, which v5 serves', async () => {
    const readWith = (aud: string, path: string): Promise<ApiResponse> =>
      api.anonymous.with({ authorization: `Ghost ${sign(claims({ aud }))}` }).get(path);
    expect((await readWith('/v4/admin/', '/ghost/api/v4/admin/config/')).status).toBe(200);
    expect((await readWith('/v5/admin/', '/ghost/api/v5/admin/config/')).status).toBe(200);
    expect((await readWith('/v4/admin/', '/ghost/api/v3/admin/config/')).status).toBe(401);
    expect((await readWith('/v3/admin/', '/ghost/api/v4/admin/config/')).status).toBe(401);
  });

  it('stores at most once a minute when and in which version a key was used', async () => {
    const { adminKey } = await addIntegration(api.dataSource.manager);
    const token = jwt.sign(claims(), Buffer.from(adminKey.secret, 'hex'), { keyid: adminKey.id });
    await withToken(token);
    const seen = await api.dataSource.manager.findOneByOrFail(ApiKey, { id: adminKey.id });
    expect([seen.lastSeenAt, seen.lastSeenVersion]).toEqual([new StoppedClock().now(), 'v3']);
    await api.dataSource.manager.update(ApiKey, { id: adminKey.id }, { lastSeenVersion: 'untouched' });
    await withToken(token);
    const again = await api.dataSource.manager.findOneByOrFail(ApiKey, { id: adminKey.id });
    expect(again.lastSeenVersion).toBe('untouched');
  });

  it('rejects tokens of a deleted integration and of a replaced secret', async () => {
    const { integration, adminKey } = await addIntegration(api.dataSource.manager);
    const token = (key: ApiKey): string => jwt.sign(claims(), Buffer.from(key.secret, 'hex'), { keyid: key.id });
    expect((await withToken(token(adminKey))).status).toBe(200);
    const refreshed = await api.owner.post(`integrations/${integration.id}/api_key/${adminKey.id}/refresh/`, {});
    expect(refreshed.status).toBe(200);
    expect((await withToken(token(adminKey))).error.message).toBe('Invalid token: invalid signature');
    const renewed = await api.dataSource.manager.findOneByOrFail(ApiKey, { id: adminKey.id });
    expect((await withToken(token(renewed))).status).toBe(200);
    expect((await api.owner.delete(`integrations/${integration.id}/`)).status).toBe(204);
    expectRefusal(await withToken(token(renewed)), 401, 'UNKNOWN_ADMIN_API_KEY');
  });

  it('rejects a token with the current time, because the clock of the service is in 2030', async () => {
    expect((await withToken(tokenFor(api.adminKey, '/v3/admin/'))).status).toBe(401);
  });
});
