import { FixedClock, TestCalendar } from './calendar';
import { addEvent } from './event-inputs';

const CREATE = 'mutation { feed: createPersonalFeed { icsUrl webcalUrl } }';
const REVOKE = 'mutation { revokePersonalFeed }';
const STATE = '{ personalFeed { createdAt } }';
const LINKS = `query ($owner: ID, $category: Category) {
  feedLinks(owner: $owner, category: $category) { icsUrl webcalUrl }
}`;

interface Links {
  icsUrl: string;
  webcalUrl: string;
}

describe('feeds', () => {
  let calendar: TestCalendar;
  let owner: { hash: string; id: string };
  let other: { hash: string; id: string };
  beforeAll(async () => {
    calendar = await TestCalendar.start(
      { CALENDAR_URL: 'https://calendar.example.com/' },
      { clock: new FixedClock(new Date('2026-02-01T12:00:00Z')) },
    );
    [owner, other] = [await calendar.addUser('Owner'), await calendar.addUser('other')];
    const titled = (title: string, status: string, tags: string[]) => ({
      info: [{ language: 'en', title }],
      status,
      meta: { tags },
    });
    await addEvent(calendar, owner.hash, titled('Firm', 'confirmed', ['Harbour / East']));
    await addEvent(calendar, owner.hash, titled('Maybe', 'tentative', ['harbour / east', 'b']));
    await addEvent(calendar, owner.hash, titled('Off', 'cancelled', []));
    await addEvent(calendar, other.hash, titled('Foreign', 'confirmed', ['HARBOUR / EAST']));
  });
  afterAll(() => calendar.stop());

  const get = (url: string, headers: Record<string, string> = {}) =>
    calendar.app.inject({ url: url.replace('https://calendar.example.com', ''), headers });
  const titles = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title).sort();
  const linksOf = async (variables: object) =>
    (await calendar.ask<{ feedLinks: Links | null }>(LINKS, { ...variables })).feedLinks;

  it('have addresses for owners and categories', async () => {
    const [byOwner, byCategory, both] = [
      await linksOf({ owner: owner.id }),
      await linksOf({ category: ' Harbour / East ' }),
      await linksOf({ category: 'harbour / east', owner: other.id }),
    ];
    expect(byOwner).toEqual({
      icsUrl: 'https://calendar.example.com/calendars/Owner.ics',
      webcalUrl: 'webcal://calendar.example.com/calendars/Owner.ics',
    });
    expect(titles((await get(byOwner?.icsUrl ?? '')).body)).toEqual(['Firm', 'Maybe', 'Off']);
    expect(titles((await get(byCategory?.icsUrl ?? '')).body)).toEqual(['Firm', 'Foreign', 'Maybe']);
    expect(titles((await get(both?.icsUrl ?? '')).body)).toEqual(['Foreign']);
    expect((await get('/feeds/categories/b.ics', { origin: 'https://x.example' })).headers).toMatchObject({
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=60',
    });
    expect(titles((await get('/feeds/categories/none.ics')).body)).toEqual([]);
    expect((await get('/feeds/categories/b.ics?owner=unknown')).statusCode).toBe(404);
    expect(await linksOf({ owner: 'f'.repeat(24) })).toBeNull();
    expect((await linksOf({ category: '🌊'.repeat(64) }))?.icsUrl).toContain(encodeURIComponent('🌊'));
    for (const variables of [
      {},
      { category: ' ' },
      { category: 'x'.repeat(65) },
      { category: '\ud83c' },
      { category: 'a\0' },
    ]) {
      expect((await calendar.send(LINKS, variables)).errors[0]?.extensions.code).toBe('BAD_USER_INPUT');
    }
  });

  it('ask programs to read them each hour', async () => {
    const { body } = await get('/calendars/owner.ics');
    expect(body).toContain('\r\nREFRESH-INTERVAL;VALUE=DURATION:PT1H\r\n');
    expect(body).toContain('\r\nX-PUBLISHED-TTL:PT1H\r\n');
  });

  it('have a webcal address for each event', async () => {
    const id = await addEvent(calendar, other.hash);
    const { eventDetails } = await calendar.ask<{ eventDetails: Links }>(
      `{ eventDetails(id: "${id}") { icsUrl webcalUrl } }`,
    );
    expect(eventDetails).toEqual({
      icsUrl: `https://calendar.example.com/events/${id}.ics`,
      webcalUrl: `webcal://calendar.example.com/events/${id}.ics`,
    });
  });

  describe('a personal feed', () => {
    const create = async () => (await calendar.ask<{ feed: Links }>(CREATE, {}, owner)).feed;

    it('shows all events of its user at a secret address', async () => {
      const { icsUrl, webcalUrl } = await create();
      expect(icsUrl).toMatch(/^https:\/\/calendar\.example\.com\/feeds\/personal\/[\w-]{43}\.ics$/);
      expect(webcalUrl).toBe(icsUrl.replace('https', 'webcal'));
      const response = await get(icsUrl);
      expect(titles(response.body)).toEqual(['Firm', 'Maybe', 'Off']);
      expect(response.headers).toMatchObject({ 'cache-control': 'private, max-age=60', 'x-robots-tag': 'noindex' });
      expect(titles((await get(`${icsUrl}?status=tentative`)).body)).toEqual(['Maybe']);
      expect((await get(`${icsUrl}?status=draft`)).statusCode).toBe(400);
      expect((await get(icsUrl, { 'if-none-match': String(response.headers.etag) })).statusCode).toBe(304);
      const stored = await calendar.source.query('select * from calendar.personal_feeds');
      expect(JSON.stringify(stored)).not.toContain(icsUrl.slice(-47, -4));
    });

    it('can be replaced and revoked', async () => {
      const [first, second] = [await create(), await create()];
      expect([(await get(first.icsUrl)).statusCode, (await get(second.icsUrl)).statusCode]).toEqual([404, 200]);
      expect(await calendar.ask(STATE, {}, owner)).toEqual({ personalFeed: { createdAt: '2026-02-01T12:00:00Z' } });
      expect(await calendar.ask(REVOKE, {}, other)).toEqual({ revokePersonalFeed: false });
      expect(await calendar.ask(REVOKE, {}, owner)).toEqual({ revokePersonalFeed: true });
      expect((await get(second.icsUrl)).statusCode).toBe(404);
      expect(await calendar.ask(STATE, {}, owner)).toEqual({ personalFeed: null });
    });

    it('needs a session', async () => {
      for (const operation of [CREATE, REVOKE, STATE]) {
        expect((await calendar.send(operation)).errors[0]?.extensions.code).toBe('UNAUTHENTICATED');
      }
    });
  });
});
