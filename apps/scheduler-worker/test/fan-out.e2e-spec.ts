import { createObjectId, Webhook } from '@almanac/entities';
import { claimUnrelayedEvents, recordEvents } from '@almanac/outbox';
import { Logger } from '@almanac/platform';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import { Client } from 'pg';
import { Databases } from '../src/databases/databases';
import { DeliveryBodies } from '../src/deliver-webhook/delivery-bodies';
import { EndpointClaims } from '../src/deliver-webhook/endpoint-claims';
import { fanOutToWebhooks } from '../src/relay-outbox/fan-out';
import { configurationFor } from './scheduler-worker';

const ENDPOINT_COUNT = 60;
const logger = Logger.create({ service: 'test', level: 'silent' });

/** The number of statements that `work` sends, without the setup of new connections. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const spy = jest.spyOn(Client.prototype, 'query');
  try {
    await work();
    return spy.mock.calls.filter((call) => !JSON.stringify(call).includes('pg_backend_pid()')).length;
  } finally {
    spy.mockRestore();
  }
}

describe('an event for many endpoints', () => {
  let database: TestDatabase;
  let databases: Databases;
  let claims: EndpointClaims;
  let ids: string[];

  beforeAll(async () => {
    database = await createTestDatabase();
    databases = await Databases.open(configurationFor(database.url, database.url), logger);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await database.drop();
  });

  beforeEach(async () => {
    claims = new EndpointClaims(databases, logger);
    const { manager } = databases.publishing;
    await manager.query('truncate publishing.webhooks, publishing.outbox cascade');
    ids = Array.from({ length: ENDPOINT_COUNT }, () => createObjectId());
    await manager.insert(
      Webhook,
      ids.map((id) => ({
        id,
        event: 'tag.added',
        targetUrl: `http://receiver.example/${id}`,
        apiVersion: 'v3',
        status: 'available' as const,
        createdAt: new Date(),
      })),
    );
    const payload = {
      current: { id: createObjectId(), name: 'News', slug: 'news', visibility: 'public' },
      previous: {},
    };
    const subjectId = createObjectId();
    await recordEvents(manager, [{ subjectType: 'tag', subjectId, revision: 1, event: 'tag.added', payload }]);
    await fanOutToWebhooks(manager, await claimUnrelayedEvents(manager, 1));
  });

  it('is claimed once per endpoint, with one statement for many endpoints', async () => {
    let claimed: Awaited<ReturnType<EndpointClaims['claim']>>[] = [];
    const statements = await countStatements(async () => {
      claimed = await Promise.all(ids.map((id) => claims.claim(id)));
    });
    expect(statements).toBeLessThan(ENDPOINT_COUNT / 10);
    expect(claimed.map((claim) => claim?.endpoint.id)).toEqual(ids);
    expect(claimed.map((claim) => claim?.deliveries.length)).toEqual(ids.map(() => 1));
    const again = await Promise.all(ids.map((id) => claims.claim(id)));
    expect(again.flatMap((claim) => claim?.deliveries ?? [])).toEqual([]);
  });

  it('is claimed again only after its claim was released or has expired, and stays due at the same time', async () => {
    const [first = '', second = ''] = ids;
    const { manager } = databases.publishing;
    const countClaimed = async (): Promise<number[]> =>
      (await Promise.all([first, second].map((id) => claims.claim(id)))).map((claim) => claim?.deliveries.length ?? 0);
    const dueTimes = (): Promise<object[]> =>
      manager.query('select id, next_attempt_at from publishing.webhook_deliveries order by id');
    const before = await dueTimes();
    const released = await claims.claim(first);
    await claims.claim(second);
    expect(await countClaimed()).toEqual([0, 0]);
    await claims.release(released?.deliveries ?? []);
    expect(await countClaimed()).toEqual([1, 0]);
    await manager.query(
      `update publishing.webhook_deliveries set claimed_until = now() - interval '1 second' where webhook_id = $1`,
      [second],
    );
    expect(await countClaimed()).toEqual([0, 1]);
    expect(await dueTimes()).toEqual(before);
  });

  it('is read once and rendered the same for all endpoints', async () => {
    const bodies = new DeliveryBodies(databases, configurationFor(database.url, database.url));
    const claimed = await Promise.all(ids.map((id) => claims.claim(id)));
    const read: string[] = [];
    const statements = await countStatements(async () => {
      const deliveries = claimed.flatMap((claim) => claim?.deliveries ?? []);
      const found = await Promise.all(deliveries.map((delivery) => bodies.load(delivery, 'v3')));
      for (const body of found) if (body) read.push(body.bytes.toString());
    });
    expect(statements).toBeLessThan(ENDPOINT_COUNT / 10);
    expect(read).toHaveLength(ENDPOINT_COUNT);
    expect(new Set(read).size).toBe(1);
  });

  it('is claimed in small batches for a failing endpoint, and not for a deleted or disabled one', async () => {
    const [failing = '', disabled = '', gone = '', fine = ''] = ids;
    const { manager } = databases.publishing;
    await manager.query(`update publishing.webhooks set failing_since = now() where id = $1`, [failing]);
    await manager.query(`update publishing.webhooks set status = 'disabled' where id = $1`, [disabled]);
    await manager.query(`delete from publishing.webhooks where id = $1`, [gone]);
    await manager.query(
      `insert into publishing.webhook_deliveries (id, webhook_id, fact_id, event, status, next_attempt_at, created_at)
       select lpad(to_hex(n), 24, '0'), w, lpad(to_hex(n), 24, 'f'), 'tag.added', 'pending', now(), now()
       from unnest($1::text[]) with ordinality as webhook (w, place), generate_series(place * 100, place * 100 + 9) n`,
      [[failing, fine]],
    );
    const claimed = await Promise.all([failing, disabled, gone, fine].map((id) => claims.claim(id)));
    expect(claimed.map((claim) => claim && claim.deliveries.length)).toEqual([4, null, null, 11]);
  });
});
