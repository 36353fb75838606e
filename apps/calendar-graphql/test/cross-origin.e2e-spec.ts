import { loadConfiguration } from '@almanac/platform';
import { CalendarGraphqlConfiguration } from '@almanac/validation';
import { TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

const SITE = 'https://example.com';
const OTHER = 'https://evil.example';

describe('cross-origin requests', () => {
  let calendar: TestCalendar;
  let feed: string;
  beforeAll(async () => {
    calendar = await TestCalendar.start({ CORS_ORIGINS: `${SITE},http://localhost:3000,https://App.Example:443` });
    const { hash } = await calendar.addUser();
    feed = `/events/${await addEvent(calendar, hash)}.ics`;
  });
  afterAll(() => calendar.stop());

  const ask = (origin: string | undefined, { payload = { query: '{ me { id } }' }, type = 'application/json' } = {}) =>
    calendar.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': type, ...(origin !== undefined && { origin }) },
      payload: JSON.stringify(payload),
    });
  const preflight = (url: string, origin: string, method: string) =>
    calendar.app.inject({
      method: 'OPTIONS',
      url,
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type',
      },
    });

  it('of listed origins are allowed, without credentials', async () => {
    for (const origin of [SITE, 'http://localhost:3000', 'https://app.example']) {
      const { statusCode, headers } = await ask(origin);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({ 'access-control-allow-origin': origin, vary: expect.stringContaining('Origin') });
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  it('of other origins get no permission', async () => {
    const others = [
      OTHER,
      'https://example.com.evil.example',
      'https://example.com:444',
      'http://example.com',
      'null',
      '',
    ];
    for (const origin of [...others, undefined]) {
      const { headers } = await ask(origin);
      expect([origin, headers['access-control-allow-origin']]).toEqual([origin, undefined]);
    }
    const { headers, statusCode } = await preflight('/graphql', OTHER, 'POST');
    expect([headers['access-control-allow-origin'], statusCode === 204]).toEqual([undefined, false]);
  });

  it('have a preflight that browsers cache', async () => {
    const { statusCode, headers, body } = await preflight('/graphql', SITE, 'POST');
    expect([statusCode, body]).toEqual([204, '']);
    expect(headers).toMatchObject({
      'access-control-allow-origin': SITE,
      'access-control-allow-methods': 'GET, POST',
      'access-control-max-age': '86400',
    });
    expect(String(headers['access-control-allow-headers']).split(', ')).toEqual(
      expect.arrayContaining(['authorization', 'content-type']),
    );
  });

  it('that are refused can be read by the page', async () => {
    const subscription = await ask(SITE, { payload: { query: 'subscription { x }' } });
    expect([subscription.statusCode, subscription.headers['access-control-allow-origin']]).toEqual([400, SITE]);
    const text = await ask(SITE, { type: 'text/plain' });
    expect([text.statusCode, text.headers['access-control-allow-origin']]).toEqual([400, SITE]);
    expect(text.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  });

  it('read feeds from everywhere', async () => {
    const response = await calendar.app.inject({ url: feed, headers: { origin: OTHER } });
    expect([response.statusCode, response.headers['access-control-allow-origin']]).toEqual([200, '*']);
    const missing = await calendar.app.inject({ url: '/events/unknown.ics', headers: { origin: OTHER } });
    expect([missing.statusCode, missing.headers['access-control-allow-origin']]).toEqual([404, '*']);
    const asked = await preflight(feed, OTHER, 'GET');
    expect([asked.statusCode, asked.headers['access-control-allow-methods']]).toEqual([204, 'GET, HEAD']);
  });

  it('download answers from listed origins only', async () => {
    const url = `/rsvp/answers/${'0'.repeat(24)}_20260601T070000Z.csv`;
    const asked = await preflight(url, SITE, 'GET');
    expect([asked.statusCode, asked.headers['access-control-allow-origin']]).toEqual([204, SITE]);
    expect((await preflight(url, OTHER, 'GET')).headers['access-control-allow-origin']).toBeUndefined();
    // The page reads why it is refused, too.
    const refused = await calendar.app.inject({ url, headers: { origin: SITE } });
    expect([refused.statusCode, refused.headers['access-control-allow-origin']]).toEqual([401, SITE]);
    const others = await calendar.app.inject({ url: '/rsvp/page.css', headers: { origin: SITE } });
    expect(others.headers['access-control-allow-origin']).toBeUndefined();
  });

  it('have no permission on other paths', async () => {
    const { headers } = await calendar.app.inject({ url: '/health/ready', headers: { origin: SITE } });
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('CORS_ORIGINS', () => {
  const load = (value: string) =>
    loadConfiguration(CalendarGraphqlConfiguration, {
      NODE_ENV: 'test',
      DATABASE_URL: 'postgres://localhost/x',
      ENCRYPTION_KEY: 'x'.repeat(32),
      CORS_ORIGINS: value,
    });

  it.each([
    'example.com',
    'https://example.com/',
    'https://*.example.com',
    'https://a b',
    'https://user@example.com',
    'https://example.com:x',
  ])('refuses %s, which no Origin header contains', (value) => {
    expect(() => load(value)).toThrow(/CORS_ORIGINS must be a list of origins, or \*/);
  });

  it('does not need the origin of the Console', async () => {
    const calendar = await TestCalendar.start({ ADMIN_URL: 'https://admin.example:8443/almanac/' });
    const originFor = async (origin: string) => {
      const { headers } = await calendar.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { origin, 'content-type': 'application/json' },
        payload: JSON.stringify({ query: '{ me { id } }' }),
      });
      return headers['access-control-allow-origin'];
    };
    expect(await originFor('https://admin.example:8443')).toBe('https://admin.example:8443');
    expect(await originFor('https://admin.example')).toBeUndefined();
    await calendar.stop();
  });

  it('allows every origin with *, and none by default', async () => {
    expect(load('').corsOrigins).toEqual([]);
    for (const [value, expected] of [
      ['*', '*'],
      ['', undefined],
    ] as const) {
      const calendar = await TestCalendar.start({ CORS_ORIGINS: value });
      const { headers } = await calendar.app.inject({
        method: 'POST',
        url: '/graphql',
        headers: { origin: OTHER, 'content-type': 'application/json' },
        payload: JSON.stringify({ query: '{ me { id } }' }),
      });
      expect(headers['access-control-allow-origin']).toBe(expected);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
      await calendar.stop();
    }
  });
});
