import { until } from '../src/faults/cluster/polling';
import { type ServiceResponse, ProductionSite } from './production-site';

const MINUTES = 60_000;
const RESTARTS = 20;

describe('PostgreSQL restarts twenty times, each time right after a sign-in', () => {
  let site: ProductionSite;
  beforeAll(async () => {
    site = await ProductionSite.start();
  }, 5 * MINUTES);
  afterAll(() => site.stop());

  /** Requests to every service; their statements run, or are about to, when the server stops. */
  const requests = (round: number): Promise<ServiceResponse>[] => [
    ...[0, 1, 2].map((index) => site.content(`${round}-${index}`)),
    site.admin('posts/?limit=1'),
    site.admin('posts/', 'POST', { posts: [{ title: `Round ${round}` }] }),
    site.calendar('{ events(filter: { from: "2026-01-01T00:00:00Z", to: "2026-02-01T00:00:00Z" }) { id } }'),
    site.calendar(`mutation { requestInvite(input: { email: "round-${round}@example.com" }) }`),
  ];

  it(
    'and no service exits; refused requests get 503 with Retry-After',
    async () => {
      const responses: ServiceResponse[] = [];
      for (let round = 0; round < RESTARTS; round += 1) {
        responses.push(await site.signIn());
        const running = requests(round);
        await site.postgres[round % 2 ? 'stopImmediately' : 'stop']();
        responses.push(...(await Promise.all(running)), ...(await Promise.all(requests(round))));
        await site.postgres.startAgain();
        await site.allReady();
      }
      expect(site.exits).toEqual([]);
      const unavailable = responses.filter(({ status }) => status === 503);
      expect(unavailable.length).toBeGreaterThan(RESTARTS);
      expect(unavailable.filter(({ retryAfter }) => !/^\d+$/.test(retryAfter ?? ''))).toEqual([]);
      expect(responses.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
      expect((await site.signIn()).status).toBe(201);
    },
    10 * MINUTES,
  );

  it(
    'lets services start while PostgreSQL is down; they are ready when it is up',
    async () => {
      await site.postgres.stop();
      await site.restartServices();
      for (const name of ['admin-api', 'calendar-graphql', 'scheduler-worker'] as const) {
        const isWaiting = (): Promise<boolean> =>
          Promise.resolve(site.logOf(name).some(({ msg }) => msg.startsWith('PostgreSQL cannot be reached')));
        await until(isWaiting, MINUTES, `${name} waits for PostgreSQL`);
      }
      await site.postgres.startAgain();
      await site.allReady();
      expect(site.exits).toEqual([]);
    },
    5 * MINUTES,
  );
});
