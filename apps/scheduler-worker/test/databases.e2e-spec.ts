import { poolOf } from '@almanac/entities';
import { loadConfiguration, Logger } from '@almanac/platform';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { SchedulerWorkerConfiguration } from '@almanac/validation';
import type { DataSource } from 'typeorm';
import { Databases, type ListenTarget } from '../src/databases/databases';
import { configurationFor, ENCRYPTION_KEY } from './scheduler-worker';

describe('the databases of the worker', () => {
  let database: TestDatabase;
  let calendarDatabase: TestDatabase;
  beforeAll(async () => {
    [database, calendarDatabase] = [await createTestDatabase(), await createTestDatabase()];
  });
  afterAll(() => Promise.all([database.drop(), calendarDatabase.drop()]));

  async function withDatabases<T>(
    more: Partial<SchedulerWorkerConfiguration>,
    read: (databases: Databases) => T | Promise<T>,
  ): Promise<T> {
    const logger = Logger.create({ service: 'scheduler-worker', level: 'silent' });
    const databases = await Databases.open(configurationFor(database.url, database.url, more), logger);
    try {
      return await read(databases);
    } finally {
      await databases.onApplicationShutdown();
    }
  }

  describe('connections', () => {
    async function openEveryConnection(source: DataSource): Promise<number> {
      await Promise.all(Array.from({ length: 30 }, () => source.query('select 1')));
      return poolOf(source).totalCount;
    }

    it.each([
      ['one database', 1, 6, () => ({})],
      ['two databases', 2, 8, () => ({ calendarDatabaseUrl: calendarDatabase.url })],
    ])('to %s are at most DATABASE_POOL_SIZE', async (_, healthConnections, minimum, more) => {
      for (const databasePoolSize of [minimum, 10]) {
        const connections = await withDatabases({ databasePoolSize, ...more() }, async (databases) => {
          const { publishing, calendar, listenTargets } = databases;
          const pools = (await openEveryConnection(publishing)) + (await openEveryConnection(calendar));
          return pools + healthConnections + listenTargets.length;
        });
        expect(connections).toBe(databasePoolSize);
      }
    });

    it('to two databases need a DATABASE_POOL_SIZE of at least 8', () => {
      const load = (more: Record<string, string>): SchedulerWorkerConfiguration =>
        loadConfiguration(SchedulerWorkerConfiguration, {
          DATABASE_URL: database.url,
          QUEUE_URL: database.url,
          SITE_URL: 'https://site.example',
          ENCRYPTION_KEY,
          ...more,
        });
      const two = { CALENDAR_DATABASE_URL: calendarDatabase.url };
      expect(() => load({ ...two, DATABASE_POOL_SIZE: '7' })).toThrow(/DATABASE_POOL_SIZE of at least 8/);
      expect(load({ ...two, DATABASE_POOL_SIZE: '8' })).toMatchObject({ databasePoolSize: 8 });
      expect(load({ CALENDAR_DATABASE_URL: database.url, DATABASE_POOL_SIZE: '6' })).toMatchObject({
        databasePoolSize: 6,
      });
    });
  });

  describe('LISTEN', () => {
    const targets = (more: Partial<SchedulerWorkerConfiguration>): Promise<readonly ListenTarget[]> =>
      withDatabases(more, (databases) => databases.listenTargets);
    const both = ['publishing', 'calendar'];

    it('uses one connection for both schemas in one database, also if both variables name it', async () => {
      expect(await targets({})).toEqual([{ url: database.url, schemas: both }]);
      expect(await targets({ calendarDatabaseUrl: database.url })).toEqual([{ url: database.url, schemas: both }]);
    });

    it('uses the direct URL for both schemas in one database behind a pooler', async () => {
      const databaseDirectUrl = `${database.url}?direct`;
      const expected = [{ url: databaseDirectUrl, schemas: both }];
      expect(await targets({ databaseDirectUrl })).toEqual(expected);
      expect(await targets({ databaseDirectUrl, calendarDatabaseUrl: database.url })).toEqual(expected);
    });

    it('uses the direct URL of each of two databases', async () => {
      const calendarDatabaseUrl = calendarDatabase.url;
      const [databaseDirectUrl, calendarDatabaseDirectUrl] = [
        `${database.url}?direct`,
        `${calendarDatabaseUrl}?direct`,
      ];
      expect(await targets({ calendarDatabaseUrl, databaseDirectUrl })).toEqual([
        { url: databaseDirectUrl, schemas: ['publishing'] },
        { url: calendarDatabaseUrl, schemas: ['calendar'] },
      ]);
      expect(await targets({ calendarDatabaseUrl, calendarDatabaseDirectUrl })).toEqual([
        { url: database.url, schemas: ['publishing'] },
        { url: calendarDatabaseDirectUrl, schemas: ['calendar'] },
      ]);
    });
  });
});
