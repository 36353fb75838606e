import { pendingMigrationsOfSource, Post, Role, runMigrations, Setting } from '@almanac/entities';
import type { DataSource } from 'typeorm';
import { addOwner, addPost, addTag } from '../factories/publishing-factories';
import { createTestDatabase, type TestDatabase } from './test-database';

describe('createTestDatabase', () => {
  let database: TestDatabase;
  let publishing: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    publishing = await database.publishing();
  });
  afterAll(() => database.drop());

  it('creates a database with all migrations and the default rows', async () => {
    expect(await pendingMigrationsOfSource(publishing)).toEqual([]);
    expect(await publishing.manager.count(Role)).toBe(8);
    const labs = await publishing.manager.findOneByOrFail(Setting, { key: 'labs' });
    expect(labs.value).toBe('{"members":true}');
  });

  it('stays unchanged when it is migrated again', async () => {
    const before = await publishing.manager.find(Setting, { order: { id: 'asc' } });
    const reports = await runMigrations({ url: database.url });
    expect(reports.flatMap((report) => report.executed)).toEqual([]);
    expect(await publishing.manager.find(Setting, { order: { id: 'asc' } })).toEqual(before);
  });

  it('creates a separate database for each call', async () => {
    const other = await createTestDatabase();
    const otherPublishing = await other.publishing();
    await addOwner(otherPublishing.manager);
    await addPost(otherPublishing.manager, { authors: [{ id: '1' }], tags: [await addTag(otherPublishing.manager)] });
    expect(await otherPublishing.manager.count(Post)).toBe(1);
    expect(await publishing.manager.count(Post)).toBe(0);
    await other.drop();
  });
});
