import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response of the calendar with one occurrence between two local times of Berlin. */
const pageWith = (start: string, end: string) => ({
  data: {
    occurrencePage: {
      nodes: [
        {
          occurrence: { id: 'o', start: `${start}:00+01:00`, end: `${end}:00+01:00`, event: { id: 'e' } },
          isAllDay: false,
          startDate: null,
          endDate: null,
          info: [{ title: 'Stargazing' }],
          location: { name: 'Pier', address: null },
          status: 'confirmed',
        },
      ],
      pageInfo: { endCursor: null, hasNextPage: false },
    },
  },
});

describe('the entries of the calendar', () => {
  let response: object;
  let server: Server;
  let calendar: typeof import('./calendar.ts');

  beforeAll(async () => {
    server = createServer((_, reply) => void reply.end(JSON.stringify(response)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const urls = { SITE_URL: url, CONTENT_API_URL: url, MEMBERS_URL: url, CALENDAR_URL: url };
    Object.assign(process.env, urls, { CONTENT_API_KEY: 'key', WEBHOOK_SECRET: 'secret' });
    calendar = await import('./calendar.ts');
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  const entriesAt = async (now: string) => [
    ...(await calendar.upcomingEntries('Europe/Berlin', 10, new Date(now))).entries(),
  ];

  it('has the start of one that is to come', async () => {
    response = pageWith('2026-01-16T22:00', '2026-01-17T00:30');
    expect(await entriesAt('2026-01-16T12:00:00Z')).toMatchObject([['2026-01-16', [{ time: '22:00' }]]]);
  });

  it('has the end of one that began yesterday', async () => {
    response = pageWith('2026-01-16T22:00', '2026-01-17T00:30');
    expect(await entriesAt('2026-01-16T23:15:00Z')).toMatchObject([['2026-01-17', [{ time: 'until 00:30' }]]]);
  });

  it.each([
    ['2026-01-16T22:00', '2026-01-17T00:30', /^22:00–00:30$/],
    ['2026-01-16T18:00', '2026-01-18T12:00', /^18:00 to Sunday,? 18 January 2026, 12:00$/],
    ['2026-01-16T18:00', '2026-01-18T00:00', /^18:00 to Sunday,? 18 January 2026, 00:00$/],
  ])('names the last day of one from %s to %s only if it takes a day or longer', async (start, end, hours) => {
    response = pageWith(start, end);
    const [[, entries] = []] = await entriesAt('2026-01-16T12:00:00Z');
    expect(entries?.map((entry) => calendar.hoursOf(entry))).toEqual([expect.stringMatching(hours)]);
  });
});
