import { createObjectId, type Webhook } from '@almanac/entities';
import { createTestDatabase, TcpProxy, type TestDatabase } from '@almanac/testing';
import type { ClaimedDelivery } from '../src/deliver-webhook/claim-deliveries';
import { DeliveryBodies } from '../src/deliver-webhook/delivery-bodies';
import { startWorker, until, type WorkerUnderTest } from './scheduler-worker';

const claimed = (outboxEventId: string, event: ClaimedDelivery['event']): ClaimedDelivery => ({
  id: createObjectId(),
  outboxEventId,
  event,
  attemptCount: 0,
  attemptsSinceReplay: 0,
  replayRequestedAt: null,
  isTest: false,
  requestId: null,
});

describe('webhooks while the database of the calendar is down', () => {
  let calendarDatabase: TestDatabase;
  let proxy: TcpProxy;
  let worker: WorkerUnderTest;

  beforeAll(async () => {
    calendarDatabase = await createTestDatabase();
    const { port } = new URL(calendarDatabase.url);
    proxy = await TcpProxy.open(Number(port));
    const calendarDatabaseUrl = Object.assign(new URL(calendarDatabase.url), { host: `127.0.0.1:${proxy.port}` }).href;
    worker = await startWorker('postgres', { calendarDatabaseUrl });
  });
  afterAll(async () => {
    await worker.close();
    await proxy.close();
    await calendarDatabase.drop();
  });

  /** Adds a delivery whose event is not stored. */
  const addDelivery = async (webhook: Webhook): Promise<string> => {
    const outboxEventId = createObjectId();
    await worker.publishing.query(
      `insert into publishing.webhook_deliveries (id, webhook_id, fact_id, event, status, next_attempt_at, created_at)
       values ($1, $2, $3, $4, 'pending', now(), now())`,
      [createObjectId(), webhook.id, outboxEventId, webhook.event],
    );
    return outboxEventId;
  };

  it('are sent for events of the publishing database, and wait for ten seconds for events of the calendar', async () => {
    const { port } = proxy;
    const calendarWebhook = await worker.addWebhook('/calendar', { event: 'calendar.event.created' });
    await worker.addWebhook('/publishing');
    await proxy.close();

    const calendarEventId = await addDelivery(calendarWebhook);
    const [eventId = ''] = await worker.record({});
    await until(() => worker.receiver.at('/publishing').length === 1);
    const message = 'Could not read the events of webhook deliveries; trying again.';
    await until(() => worker.logLines().some(({ msg }) => msg === message));
    const isPostponed = async (): Promise<boolean> => {
      const [row] = await worker.publishing.query<{ isPostponed: boolean }[]>(
        `select status = 'pending' and attempt_count = 0 and claimed_until > now()
           and claimed_until <= now() + interval '10 seconds' as "isPostponed"
         from publishing.webhook_deliveries where fact_id = $1`,
        [calendarEventId],
      );
      return row?.isPostponed ?? false;
    };
    await until(isPostponed);

    const bodies = worker.app.get(DeliveryBodies);
    const [fromPublishing, fromCalendar] = await Promise.allSettled([
      bodies.load(claimed(eventId, 'tag.added'), 'canary'),
      bodies.load(claimed(calendarEventId, 'calendar.event.created'), 'canary'),
    ]);
    expect(fromPublishing).toMatchObject({ status: 'fulfilled', value: { sequence: '1' } });
    expect(fromCalendar.status).toBe('rejected');

    proxy = await TcpProxy.open(Number(new URL(calendarDatabase.url).port), port);
    await worker.publishing.query('update publishing.webhook_deliveries set claimed_until = now() where fact_id = $1', [
      calendarEventId,
    ]);
    await until(async () => (await worker.deliveryOf(calendarWebhook, calendarEventId)).attemptCount === 1);
  });
});
