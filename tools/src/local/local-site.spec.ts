import { User } from '@almanac/entities';
import type { PublishingContext } from '@almanac/publishing';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { setUpSite } from './local-site';

const OPTIONS = { ownerPassword: 'seven-swifts-47', isEmpty: false };

describe('setUpSite', () => {
  let database: TestDatabase;
  let context: PublishingContext;
  beforeEach(async () => {
    database = await createTestDatabase();
    context = {
      dataSource: await database.publishing(),
      clock: { now: () => new Date() },
      siteUrl: 'http://localhost:4000',
      encryptionKey: 'ab'.repeat(32),
    };
  });
  afterEach(() => database.drop());

  it('accepts changed e-mail addresses of authors when it runs again', async () => {
    const first = await setUpSite(context, OPTIONS);
    const { manager } = context.dataSource;
    await manager.update(User, { slug: 'mara' }, { email: 'mara@other.example' });
    const users = await manager.count(User);
    expect(await setUpSite(context, OPTIONS)).toEqual(first);
    expect(await manager.count(User)).toBe(users);
  });
});
