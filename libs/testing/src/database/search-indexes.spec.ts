import { buildSearchIndexes, hasSearchIndexes, runMigrations } from '@almanac/entities';
import { randomBytes } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { createTestDatabase, type TestDatabase } from './test-database';

describe('indexes that find text', () => {
  const role = `no_extensions_${randomBytes(4).toString('hex')}`;
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
    await source.query(`create role ${role}`);
  });
  afterAll(async () => {
    await source.query(`drop owned by ${role}`);
    await source.query(`drop role ${role}`);
    await database.drop();
  });

  it('are there after migrations', async () => {
    expect(await hasSearchIndexes(source.manager)).toBe(true);
  });

  it('are left out where the role may not create the extension, and built by the next run that may', async () => {
    await source.query('drop extension pg_trgm cascade');
    const runner = source.createQueryRunner();
    await runner.query(`set role ${role}`);
    expect(await buildSearchIndexes(runner)).toBe(false);
    await runner.query('reset role');
    await runner.release();
    expect(await hasSearchIndexes(source.manager)).toBe(false);
    await runMigrations({ url: database.url });
    expect(await hasSearchIndexes(source.manager)).toBe(true);
  });
});
