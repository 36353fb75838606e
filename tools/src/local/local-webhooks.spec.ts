import { Webhook } from '@almanac/entities';
import type { PublishingContext } from '@almanac/publishing';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { setUpSite } from './local-site';
import { setUpExampleSite } from './local-webhooks';

const TARGET = { targetUrl: 'http://127.0.0.1:4005/webhooks/almanac/', secret: 'a secret of the first start' };

describe('setUpExampleSite', () => {
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
    await setUpSite(context, { ownerPassword: 'seven-swifts-47', isEmpty: true });
  });
  afterEach(() => database.drop());

  const webhooks = (): Promise<Webhook[]> => context.dataSource.manager.find(Webhook, { order: { id: 'asc' } });

  it('enables disabled webhooks and changes their URL and secret when it runs again', async () => {
    const key = await setUpExampleSite(context, TARGET);
    const created = await webhooks();
    await context.dataSource.query(`update publishing.webhooks set status = 'disabled'`);
    const changed = { targetUrl: 'http://127.0.0.1:4105/webhooks/almanac/', secret: 'a secret of a later start' };
    expect(await setUpExampleSite(context, changed)).toBe(key);
    expect(await webhooks()).toMatchObject(created.map(({ id }) => ({ id, status: 'available', ...changed })));
  });

  it('changes nothing when nothing changed', async () => {
    await setUpExampleSite(context, TARGET);
    const created = await webhooks();
    await setUpExampleSite(context, TARGET);
    expect(await webhooks()).toEqual(created);
  });
});
