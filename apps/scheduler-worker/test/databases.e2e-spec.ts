import { Logger } from '@almanac/platform';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { type SchedulerWorkerConfiguration } from '@almanac/validation';
import { Databases, type ListenTarget } from '../src/databases/databases';
import { configurationFor } from './scheduler-worker';

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
