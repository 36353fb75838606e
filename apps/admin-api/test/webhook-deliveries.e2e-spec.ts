import { createObjectId, Webhook, WebhookAttempt, WebhookDelivery } from '@almanac/entities';
import { type EventOf, recordEvent } from '@almanac/outbox';
import { addIntegration } from '@almanac/testing';
import { createHash } from 'node:crypto';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

type Row = Record<string, unknown>;

const anId = expect.stringMatching(/^[\da-f]{24}$/);
let counter = 0;
const freeUrl = (): string => `http://127.0.0.1:9999/delivery-${++counter}`;

describe('webhook deliveries', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  const add = (input: object, caller: Caller = api.owner): Promise<ApiResponse> =>
    caller.post('webhooks/', { webhooks: [{ event: 'post.added', target_url: freeUrl(), ...input }] });

  async function outboxEvent(event: EventOf<'post'>): Promise<string> {
    const subjectId = createObjectId();
    const payload = { current: {}, previous: {} };
    await recordEvent(api.dataSource.manager, { subjectType: 'post', subjectId, revision: 1, event, payload });
    const [row] = await api.dataSource.query<{ id: string }[]>(
      'select id from publishing.outbox where subject_id = $1',
      [subjectId],
    );
    return row?.id ?? '';
  }

  async function delivered(webhookId: string): Promise<WebhookDelivery> {
    const { manager } = api.dataSource;
    const at = new Date();
    const row = manager.create(WebhookDelivery, {
      id: createObjectId(),
      webhookId,
      outboxEventId: await outboxEvent('post.added'),
      event: 'post.added',
      status: 'delivered',
      attemptCount: 1,
      createdAt: at,
      completedAt: at,
    });
    await manager.insert(WebhookDelivery, row);
    await manager.insert(WebhookAttempt, {
      id: createObjectId(),
      deliveryId: row.id,
      attempt: 1,
      startedAt: at,
      durationMs: 12,
      requestHeaders: { 'webhook-id': row.outboxEventId, sentAt: '2026-01-01T00:00:00.000Z' },
      requestBody: '{"post":{}}',
      responseStatus: 200,
      responseBody: 'fine',
    });
    return row;
  }

  async function webhookWithDelivery(): Promise<{ webhookId: string; delivery: WebhookDelivery }> {
    const webhookId = String((await add({})).one('webhooks').id);
    return { webhookId, delivery: await delivered(webhookId) };
  }

  it('are listed with every attempt but without bodies, only of this webhook', async () => {
    const { webhookId, delivery } = await webhookWithDelivery();
    await webhookWithDelivery();
    const response = await api.owner.get(`webhooks/${webhookId}/deliveries/`);
    expect(response.list('deliveries')).toEqual([
      {
        id: delivery.id,
        webhook_id: webhookId,
        event_id: delivery.outboxEventId,
        event: 'post.added',
        status: 'delivered',
        attempt_count: 1,
        is_test: false,
        next_attempt_at: null,
        created_at: expect.any(String),
        completed_at: expect.any(String),
        attempts: [
          {
            id: anId,
            attempt: 1,
            is_replay: false,
            started_at: expect.any(String),
            duration_ms: 12,
            response_status: 200,
            error: null,
          },
        ],
      },
    ]);
    expect((await api.owner.get(`webhooks/${webhookId}/deliveries/?filter=status:pending`)).list('deliveries')).toEqual(
      [],
    );
  });

  it('do not exist for another integration', async () => {
    const { webhookId, delivery } = await webhookWithDelivery();
    const responses = [
      await api.integration.get(`webhooks/${webhookId}/deliveries/`),
      await api.integration.post(`webhooks/${webhookId}/deliveries/${delivery.id}/replay/`, {}),
      await api.integration.post(`webhooks/${webhookId}/replay/`, { replay: [{ from: '2020-01-01' }] }),
    ];
    expect(responses.map(({ status, error }) => [status, error.context ?? error.message])).toEqual(
      responses.map(() => [404, 'Webhook not found.']),
    );
    expect(await api.dataSource.manager.findOneBy(WebhookDelivery, { id: delivery.id })).toMatchObject({
      status: 'delivered',
    });
  });

  it('are read with the headers and both bodies of each attempt, in every version', async () => {
    const { webhookId, delivery } = await webhookWithDelivery();
    for (const version of ['v2', 'v3', 'v5', 'canary'] as const) {
      const response = await api.owner.in(version).get(`webhooks/${webhookId}/deliveries/${delivery.id}/`);
      expect(response.one('deliveries')).toMatchObject({
        id: delivery.id,
        attempts: [
          {
            request_headers: { 'webhook-id': delivery.outboxEventId, sentAt: '2026-01-01T00:00:00.000Z' },
            request_body: '{"post":{}}',
            response_body: 'fine',
          },
        ],
      });
    }
    const other = await webhookWithDelivery();
    const foreign = await api.owner.get(`webhooks/${other.webhookId}/deliveries/${delivery.id}/`);
    expect([foreign.status, foreign.error.context]).toEqual([404, 'Delivery not found.']);
    expect((await api.owner.get(`webhooks/${webhookId}/deliveries/nonsense/`)).status).toBe(422);
  });

  it('can be tests: a sample of the event for this webhook only, due immediately', async () => {
    const { id } = (await add({}, api.integration)).one('webhooks');
    for (const caller of [api.owner, api.integration]) {
      const response = await caller.post(`webhooks/${id}/test/`, {});
      expect(response.status).toBe(202);
      expect(response.one('deliveries')).toMatchObject({
        webhook_id: id,
        event: 'post.added',
        status: 'pending',
        is_test: true,
        attempts: [],
      });
    }
    const [waiting] = await api.dataSource.query<{ count: number }[]>(
      `select count(*)::int as count from publishing.outbox
       where subject_type = 'webhook.test' and (relayed_at is null or completed_at is null)`,
    );
    expect(waiting?.count).toBe(0);
  });

  it('cannot be tests of a disabled, foreign or unknown webhook', async () => {
    const { webhookId } = await webhookWithDelivery();
    expect((await api.integration.post(`webhooks/${webhookId}/test/`, {})).status).toBe(404);
    expect((await api.owner.post(`webhooks/${'0'.repeat(24)}/test/`, {})).status).toBe(404);
    await api.dataSource.manager.update(Webhook, { id: webhookId }, { status: 'disabled' });
    const response = await api.owner.post(`webhooks/${webhookId}/test/`, {});
    expect([response.status, response.error.message]).toEqual([422, 'The webhook is disabled.']);
    expect(await api.dataSource.manager.countBy(WebhookDelivery, { webhookId, isTest: true })).toBe(0);
  });

  it('can be replayed one at a time, with the same event id', async () => {
    const { webhookId, delivery } = await webhookWithDelivery();
    const response = await api.owner.post(`webhooks/${webhookId}/deliveries/${delivery.id}/replay/`, {});
    expect(response.status).toBe(202);
    expect(response.one('deliveries')).toMatchObject({
      id: delivery.id,
      event_id: delivery.outboxEventId,
      status: 'pending',
    });
    expect(response.one('deliveries').next_attempt_at).not.toBeNull();
    const other = await webhookWithDelivery();
    const foreign = await api.owner.post(`webhooks/${other.webhookId}/deliveries/${delivery.id}/replay/`, {});
    expect(foreign.status).toBe(404);
  });

  it('can be replayed for a time range, also before the webhook existed', async () => {
    const { webhookId, delivery } = await webhookWithDelivery();
    const unknown = await outboxEvent('post.added');
    await outboxEvent('post.edited');
    const test = await delivered(webhookId);
    await api.dataSource.manager.update(WebhookDelivery, { id: test.id }, { isTest: true });
    const from = new Date(delivery.createdAt.getTime() - 3_600_000).toISOString();
    const response = await api.owner.post(`webhooks/${webhookId}/replay/`, { replay: [{ from }] });
    expect(response.status).toBe(202);
    const due = await api.dataSource.manager.findBy(WebhookDelivery, { webhookId, status: 'pending' });
    expect(response.body).toEqual({ meta: { stats: { replayed: due.length } } });
    expect(due.map(({ outboxEventId }) => outboxEventId)).toEqual(
      expect.arrayContaining([delivery.outboxEventId, unknown]),
    );
    expect(new Set(due.map(({ event }) => event))).toEqual(new Set(['post.added']));
    // The id that the worker would give the delivery.
    const hash = createHash('md5').update(`${unknown}${webhookId}`).digest('hex');
    expect(due.map(({ id }) => id)).toContain(unknown.slice(0, 8) + hash.slice(0, 16));
    expect(due.map(({ id }) => id)).not.toContain(test.id);
    const past = { from: '2001-01-01T00:00:00.000Z', to: '2001-01-02T00:00:00.000Z' };
    const none = await api.owner.post(`webhooks/${webhookId}/replay/`, { replay: [past] });
    expect(none.body).toEqual({ meta: { stats: { replayed: 0 } } });
  });

  it('of calendar events can be replayed for a time range, without the tests', async () => {
    const event = 'calendar.event.updated';
    const webhookId = String((await add({ event })).one('webhooks').id);
    const createdAt = new Date();
    const row = { webhookId, event, status: 'delivered' as const, createdAt };
    const [inRange, test, earlier] = [createObjectId(), createObjectId(), createObjectId()];
    await api.dataSource.manager.insert(WebhookDelivery, [
      { ...row, id: inRange, outboxEventId: createObjectId() },
      { ...row, id: test, outboxEventId: createObjectId(), isTest: true },
      { ...row, id: earlier, outboxEventId: createObjectId(), createdAt: new Date(createdAt.getTime() - 7_200_000) },
    ]);
    const from = new Date(createdAt.getTime() - 3_600_000).toISOString();
    const response = await api.owner.post(`webhooks/${webhookId}/replay/`, { replay: [{ from }] });
    expect(response.body).toEqual({ meta: { stats: { replayed: 1 } } });
    const due = await api.dataSource.manager.findBy(WebhookDelivery, { webhookId, status: 'pending' });
    expect(due.map(({ id }) => id)).toEqual([inRange]);
  });

  it.each(['page.added', 'calendar.event.updated'])(
    'of a former event are not replayed for a time range after the webhook subscribes to %s',
    async (event) => {
      const { webhookId, delivery } = await webhookWithDelivery();
      expect((await api.owner.put(`webhooks/${webhookId}/`, { webhooks: [{ event }] })).status).toBe(200);
      const from = new Date(delivery.createdAt.getTime() - 3_600_000).toISOString();
      const response = await api.owner.post(`webhooks/${webhookId}/replay/`, { replay: [{ from }] });
      expect(response.body).toEqual({ meta: { stats: { replayed: 0 } } });
      expect(await api.dataSource.manager.findBy(WebhookDelivery, { webhookId })).toMatchObject([
        { id: delivery.id, status: 'delivered' },
      ]);
    },
  );

  it.each([
    [{}],
    [{ replay: [{ from: 'yesterday' }] }],
    [{ replay: [{ from: '2025-02-31' }] }],
    [{ replay: [{ from: '2026-01-02', to: '2026-01-01' }] }],
    // A local time would be in the zone of the server.
    [{ replay: [{ from: '2026-01-02T10:00' }] }],
    [{ replay: [{ from: '2026-01-02', to: '2026-01-03 10:00:00' }] }],
  ])('require a valid range: %j', async (body) => {
    const { webhookId } = await webhookWithDelivery();
    expect((await api.owner.post(`webhooks/${webhookId}/replay/`, body)).status).toBe(422);
  });

  it('cannot be replayed while the webhook is disabled', async () => {
    const { webhookId, delivery } = await webhookWithDelivery();
    await api.dataSource.manager.update(Webhook, { id: webhookId }, { status: 'disabled' });
    const response = await api.owner.post(`webhooks/${webhookId}/deliveries/${delivery.id}/replay/`, {});
    expect([response.status, response.error.message]).toEqual([422, 'The webhook is disabled.']);
  });

  describe('of a webhook', () => {
    const MAX_ROWS = 1_000;
    const addDeliveries = (webhookId: string): Promise<unknown> =>
      api.dataSource.query(
        `insert into publishing.webhook_deliveries (id, webhook_id, fact_id, event, status, created_at)
         select left(md5($1::text || n), 24), $1, lpad(n::text, 24, '0'), 'post.added', 'delivered', now()
         from generate_series(1, ${2 * MAX_ROWS + 1}) n`,
        [webhookId],
      );
    beforeAll(() =>
      api.dataSource.query(`
        create function reject_large_deletion() returns trigger language plpgsql as $$
        begin
          if (select count(*) from deleted) > ${MAX_ROWS} then raise exception 'The statement deletes too many rows.'; end if;
          return null;
        end $$;
        create trigger reject_large_deletion after delete on publishing.webhook_deliveries
          referencing old table as deleted for each statement execute function reject_large_deletion()`),
    );

    it.each([
      ['it', (webhook: Row) => `webhooks/${webhook.id}/`],
      ['its integration', (webhook: Row) => `integrations/${webhook.integration_id}/`],
    ])('are deleted with %s, in several statements', async (_what, pathOf) => {
      const { integration } = await addIntegration(api.dataSource.manager);
      const webhook = (await add({ integration_id: integration.id })).one('webhooks');
      const { id: kept } = (await add({})).one('webhooks');
      for (const id of [webhook.id, kept]) await addDeliveries(String(id));
      expect((await api.owner.delete(pathOf(webhook))).status).toBe(204);
      const { manager } = api.dataSource;
      expect(await manager.countBy(WebhookDelivery, { webhookId: String(webhook.id) })).toBe(0);
      expect(await manager.existsBy(Webhook, { id: String(webhook.id) })).toBe(false);
      expect(await manager.countBy(WebhookDelivery, { webhookId: String(kept) })).toBe(2 * MAX_ROWS + 1);
    });

    it('stay if the caller may not delete the webhook', async () => {
      const { webhookId, delivery } = await webhookWithDelivery();
      expect((await api.integration.delete(`webhooks/${webhookId}/`)).status).toBe(404);
      expect(await api.dataSource.manager.existsBy(WebhookDelivery, { id: delivery.id })).toBe(true);
    });
  });
});
