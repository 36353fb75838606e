import { type RateLimit, RateLimits } from '@almanac/platform';
import { Pool } from 'pg';
import { TestCalendar } from './calendar';
import { statementsOf } from '@almanac/testing';

const QUERY = '{ me { id } }';
const queriesOf = (maxEvents: number): RateLimit => ({
  name: 'many-requests',
  maxEvents,
  durationSeconds: 60,
  isBuffered: true,
});

describe('limits of many requests', () => {
  let calendar: TestCalendar;
  const pools: Pool[] = [];

  beforeAll(async () => {
    calendar = await TestCalendar.start({ RATE_LIMITS: 'on', QUERIES_PER_IP_PER_MINUTE: '5000' });
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await calendar.stop();
  });

  /** The counters of another replica. */
  function replica(url = calendar.database.url): RateLimits {
    const pool = new Pool({ connectionString: url, max: 2 });
    pools.push(pool);
    return new RateLimits({ pool, schema: 'calendar', isEnabled: true });
  }
  const isRefused = (limits: RateLimits, limit: RateLimit, key: string): Promise<boolean> =>
    limits.consume(limit, key).then(
      () => false,
      () => true,
    );
  const pointsOf = async (key: string): Promise<number | undefined> => {
    const rows = await calendar.source.query<{ points: number }[]>(
      'select points from calendar.rate_limits where key = $1',
      [key],
    );
    return rows[0]?.points;
  };

  it('write nothing for a query, and settle what was counted with a statement a second', async () => {
    await calendar.ask(QUERY);
    const startedAt = performance.now();
    const statements = await statementsOf(async () => {
      for (let query = 0; query < 200; query += 1) await calendar.ask(QUERY, {}, { ip: `203.0.113.${query % 50}` });
    });
    const seconds = Math.ceil((performance.now() - startedAt) / 1000);
    const writes = statements.filter((text) => /^\s*(insert|update|delete|with)\b/i.test(text));
    expect(writes.filter((text) => !text.includes('rate_limits'))).toEqual([]);
    expect(writes.length).toBeLessThanOrEqual(seconds + 1);
  });

  it('hold over all replicas once they are synchronized', async () => {
    const limit = queriesOf(40);
    const [one, other] = [replica(), replica()];
    for (let count = 0; count < 30; count += 1) await one.consume(limit, 'shared');
    await one.beforeApplicationShutdown();
    expect(await pointsOf('many-requests:shared')).toBe(30);
    // The other replica reads them with its first flush.
    let passed = 0;
    while (!(await isRefused(other, limit, 'shared'))) {
      passed += 1;
      // A tenth of the points is flushed at once; the response to a later query arrives after that of the flush.
      while (passed === 4 && (await pointsOf('many-requests:shared')) !== 34);
      await pools.at(-1)?.query('select 1');
    }
    expect(passed).toBe(10);
    expect(await isRefused(replica(), limit, 'else')).toBe(false);
  });

  it('refuse without a statement, and do not count what they refuse', async () => {
    const limit = queriesOf(20);
    const limits = replica();
    for (let count = 0; count < 20; count += 1) await limits.consume(limit, 'flooded');
    const refused = await Promise.all(Array.from({ length: 500 }, () => isRefused(limits, limit, 'flooded')));
    expect(refused.every((is) => is)).toBe(true);
    await limits.beforeApplicationShutdown();
    expect(await pointsOf('many-requests:flooded')).toBe(20);
  });

  it('begin anew when the window of the row is over', async () => {
    const limit = queriesOf(20);
    await calendar.source.query(
      `insert into calendar.rate_limits (key, points, expire) values ('many-requests:old', 20, 1000)`,
    );
    const limits = replica();
    await limits.consume(limit, 'old');
    await limits.beforeApplicationShutdown();
    expect(await pointsOf('many-requests:old')).toBe(1);
  });

  it('are counted by each replica for itself while the database is away', async () => {
    const limit = queriesOf(20);
    const limits = replica('postgres://almanac@127.0.0.1:1/none');
    for (let count = 0; count < 20; count += 1) expect(await isRefused(limits, limit, 'away')).toBe(false);
    expect(await isRefused(limits, limit, 'away')).toBe(true);
    await limits.beforeApplicationShutdown();
  });
});
