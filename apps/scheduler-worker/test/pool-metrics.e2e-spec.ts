import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { configurationFor, startApp } from './scheduler-worker';

describe('metrics of connection pools', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  it('include the pools of both schemas and of the queue', async () => {
    const app = await startApp(configurationFor(database.url, database.url));
    const { body } = await app.inject('/metrics');
    const pools = [...body.matchAll(/^database_pool_connections\{pool="([\w-]+)",state="busy"/gm)].map(
      ([, pool]) => pool,
    );
    expect(pools.sort()).toEqual(['calendar', 'publishing', 'queue']);
    await app.close();
  });
});
