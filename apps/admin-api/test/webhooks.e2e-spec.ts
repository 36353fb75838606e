import { createObjectId, Webhook, WebhookDelivery } from '@almanac/entities';
import { addIntegration } from '@almanac/testing';
import { type AdminApiUnderTest, callerWithKey, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

const anId = expect.stringMatching(/^[\da-f]{24}$/);
// The events of the observations, section 11, and those of the calendar (spec 4).
const events = `site.changed
  post.added post.deleted post.edited post.published post.published.edited post.unpublished post.scheduled
  post.unscheduled post.rescheduled post.tag.attached post.tag.detached
  page.added page.deleted page.edited page.published page.published.edited page.unpublished page.scheduled
  page.unscheduled page.rescheduled page.tag.attached page.tag.detached
  tag.added tag.edited tag.deleted member.added member.edited member.deleted
  calendar.event.created calendar.event.updated calendar.event.cancelled`.split(/\s+/);
let counter = 0;
const freeUrl = (): string => `http://127.0.0.1:9999/hook-${++counter}`;

describe('webhooks', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  const add = (input: object, caller: Caller = api.owner): Promise<ApiResponse> =>
    caller.post('webhooks/', { webhooks: [{ event: 'post.added', target_url: freeUrl(), ...input }] });
  const edit = (id: unknown, input: object): Promise<ApiResponse> =>
    api.owner.put(`webhooks/${id}/`, { webhooks: [input] });
  const rowOf = (id: unknown): Promise<Webhook> => api.dataSource.manager.findOneByOrFail(Webhook, { id: String(id) });

  describe('adding', () => {
    it('responds with the complete webhook', async () => {
      const url = freeUrl();
      const response = await add({ target_url: url });
      expect(response.status).toBe(201);
      expect(response.one('webhooks')).toEqual({
        id: anId,
        event: 'post.added',
        target_url: url,
        name: null,
        secret: null,
        api_version: 'v3',
        integration_id: null,
        status: 'available',
        last_triggered_at: null,
        last_triggered_status: null,
        last_triggered_error: null,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
    });

    it('assigns the webhook to the integration of the key, whatever the body (D28)', async () => {
      const { integration: other } = await addIntegration(api.dataSource.manager);
      const response = await add({ integration_id: other.id }, api.integration);
      expect(response.one('webhooks').integration_id).toBe(api.integrationId);
    });

    it.each(events)('accepts the event %s', async (event) => {
      expect((await add({ event })).status).toBe(201);
    });

    it.each(['v2', 'v3', 'v5', 'canary'])('stores the version %s of the payloads', async (version) => {
      expect((await add({ api_version: version })).one('webhooks').api_version).toBe(version);
    });

    it.each([
      [{ event: 'post.vanished' }, 'Validation (isIn) failed for event webhooks.event'],
      [{ event: 'Post.Added' }, 'Validation (isIn) failed for event webhooks.event'],
      [{ api_version: 'v1' }, 'Validation (isIn) failed for api_version webhooks.api_version'],
      [{ target_url: 'not a url' }, 'Validation (isURL) failed for target_url webhooks.target_url'],
      [{ target_url: 'ftp://example.com/' }, 'Validation (isURL) failed for target_url webhooks.target_url'],
      [{ target_url: 'javascript:alert(1)' }, 'Validation (isURL) failed for target_url webhooks.target_url'],
      [
        { secret: 's'.repeat(192) },
        'Value in [webhooks.secret] exceeds maximum length of 191 characters. webhooks.secret',
      ],
      ...['whsec_', 'whsec_€', 'whsec_a-b_', 'whsec_QUJD=', 'whsec_QUI', 'whsec_====', 'whsec_QUJD\n'].map(
        (secret): [object, string] => [{ secret }, 'Validation (isBase64) failed for secret webhooks.secret'],
      ),
    ])('rejects %j (D28)', async (input, context) => {
      const response = await add(input);
      expect(response.status).toBe(422);
      expect(response.error).toMatchObject({ message: 'Validation error, cannot save webhook.', context });
    });

    it.each(['whsec_QUJD', 'whsec_QUI=', 'whsec_QQ==', 'WHSEC_', 'whsec', ' whsec_', 'free text €', ''])(
      'accepts the secret %j',
      async (secret) => {
        expect((await add({ secret })).status).toBe(201);
      },
    );

    it('rejects subscriber events (seed: Events; B12)', async () => {
      const response = await api.owner.in('v2').post('webhooks/', {
        webhooks: [{ event: 'subscriber.added', target_url: freeUrl() }],
      });
      expect([response.status, response.error.help]).toEqual([422, 'Subscribers do not exist; use the member events.']);
    });

    it.each([
      ['a target that is a list', { target_url: [freeUrl()] }, 'target_url'],
      ['a target that is an object', { target_url: { url: freeUrl() } }, 'target_url'],
      ['an event that is a list', { event: ['post.added'] }, 'event'],
    ])('rejects %s, and stores no webhook without it', async (_what, input, field) => {
      const before = await api.dataSource.manager.count(Webhook);
      const response = await add(input);
      expect([response.status, response.error.context]).toEqual([422, expect.stringContaining(`webhooks.${field}`)]);
      expect(await api.dataSource.manager.count(Webhook)).toBe(before);
    });

    it('rejects the same event and target twice', async () => {
      const target_url = freeUrl();
      await add({ target_url });
      const response = await add({ target_url });
      expect([response.status, response.error.context]).toEqual([
        422,
        'Target URL has already been used for this event.',
      ]);
      expect((await add({ target_url, event: 'post.edited' })).status).toBe(201);
    });

    it('rejects an unknown integration', async () => {
      expect((await add({ integration_id: '0'.repeat(24) })).status).toBe(422);
    });

    it.each([
      [{ webhooks: [{ event: 'post.added' }] }, 422, 'Validation (FieldIsRequired) failed for ["target_url"]'],
      [{}, 400, `No root key ('webhooks') provided.`],
    ])('requires event and target: %j', async (body, status, context) => {
      const response = await api.integration.post('webhooks/', body);
      expect([response.status, response.error.context]).toEqual([status, context]);
    });
  });

  describe('targets', () => {
    it.each([
      'http://10.0.0.1/',
      'http://192.168.1.1/',
      'http://172.16.0.1/',
      'http://169.254.169.254/latest/meta-data/',
      'http://100.64.0.1/',
      'http://0.0.0.0/',
      'http://[fd00::1]/',
      'http://[fe80::1]/',
      'http://[::ffff:10.0.0.1]/',
      'http://[64:ff9b::a00:1]/',
      'http://[2002:a00:1::]/',
      'http://0x0a000001/',
      'http://167772161/',
      'http://012.0.0.1/',
      'http://user:pass@example.com/',
    ])('rejects %s in an add and in an edit', async (target_url) => {
      const added = await add({ target_url });
      expect([added.status, added.error.context]).toEqual([
        422,
        'Validation (isAllowedTarget) failed for target_url webhooks.target_url',
      ]);
      const { id } = (await add({})).one('webhooks');
      expect((await edit(id, { target_url })).status).toBe(422);
    });

    it('accepts addresses that the operator allows', async () => {
      expect((await add({ target_url: 'http://127.0.0.1:9999/' })).status).toBe(201);
    });

    it('rejects loopback addresses by default', async () => {
      const closed = await startAdminApi({ environment: { webhookAllowedCidrs: [] } });
      for (const host of ['127.0.0.1', '[::1]', 'localhost', '2130706433']) {
        const webhooks = [{ event: 'post.added', target_url: `http://${host}:9999/` }];
        expect((await closed.owner.post('webhooks/', { webhooks })).status).toBe(422);
      }
      await closed.close();
    });
  });

  describe('changing', () => {
    it('changes only the fields in the request', async () => {
      const { id } = (await add({ name: 'before' })).one('webhooks');
      const target_url = freeUrl();
      const response = await edit(id, { target_url, event: 'post.edited' });
      expect(response.one('webhooks')).toMatchObject({ target_url, event: 'post.edited', name: 'before' });
    });

    it('accepts the complete response of a read, in every version', async () => {
      const { id } = (await add({ name: 'whole' })).one('webhooks');
      for (const version of ['v2', 'v3', 'v5', 'canary'] as const) {
        const owner = api.owner.in(version);
        const listed = (await owner.get('webhooks/?limit=all')).list('webhooks').find((one) => one.id === id) ?? {};
        const { updated_at: _at, ...rest } = (await owner.put(`webhooks/${id}/`, { webhooks: [listed] })).one(
          'webhooks',
        );
        expect(listed).toMatchObject(rest);
      }
    });

    it('signs with the old and the new secret for a day', async () => {
      const { id } = (await add({ secret: 'first' })).one('webhooks');
      await edit(id, { secret: 'second' });
      const { secret, previousSecret, previousSecretExpiresAt } = await rowOf(id);
      expect([secret, previousSecret]).toEqual(['second', 'first']);
      const hours = (Number(previousSecretExpiresAt) - Date.now()) / 3_600_000;
      expect(Math.round(hours)).toBe(24);
    });

    it('signs with the old and the new secret also when another request changes the secret at the same time', async () => {
      const { id } = (await add({ secret: 'first' })).one('webhooks');
      const other = api.dataSource.createQueryRunner();
      await other.startTransaction();
      await other.manager.update(Webhook, { id: String(id) }, { secret: 'second', previousSecret: 'first' });
      const edited = edit(id, { secret: 'third' });
      const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      while ((await api.dataSource.query<object[]>(waits)).length === 0);
      await other.commitTransaction();
      await other.release();
      expect((await edited).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({ secret: 'third', previousSecret: 'second' });
    });

    it.each([null, ''])(
      'stops signing at once, also with the old secret, when the secret becomes %j',
      async (removed) => {
        const { id } = (await add({ secret: 'first' })).one('webhooks');
        await edit(id, { secret: 'second' });
        expect((await edit(id, { secret: removed })).status).toBe(200);
        const { secret, ...row } = await rowOf(id);
        expect(secret || null).toBeNull();
        expect(row).toMatchObject({ previousSecret: null, previousSecretExpiresAt: null });
        await edit(id, { secret: 'third' });
        expect(await rowOf(id)).toMatchObject({ secret: 'third', previousSecret: null });
      },
    );

    it('keeps a stored secret that is not base64 after whsec_, and rejects such a new one', async () => {
      const { id, ...webhook } = (await add({ secret: 'first' })).one('webhooks');
      await api.dataSource.manager.update(Webhook, { id: String(id) }, { secret: 'whsec_not base64' });
      const { event, target_url } = webhook;
      expect((await edit(id, { event, target_url, name: 'New', secret: 'whsec_not base64' })).status).toBe(200);
      expect(await rowOf(id)).toMatchObject({ name: 'New', secret: 'whsec_not base64', previousSecret: null });
      const response = await edit(id, { secret: 'whsec_not base64 either' });
      expect([response.status, response.error.help]).toEqual([422, expect.stringContaining('base64')]);
    });

    it('enables a disabled webhook', async () => {
      const { id } = (await add({})).one('webhooks');
      const now = new Date();
      await api.dataSource.manager.update(
        Webhook,
        { id: String(id) },
        { status: 'disabled', disabledAt: now, disabledReason: 'The receiver responded 410.', failingSinceAt: now },
      );
      expect((await edit(id, { name: 'again' })).one('webhooks').status).toBe('available');
      expect(await rowOf(id)).toMatchObject({ disabledAt: null, disabledReason: null, failingSinceAt: null });
    });

    it('discards the pending deliveries of a disabled webhook, and only these', async () => {
      const pendingOf = async (status: 'available' | 'disabled'): Promise<string> => {
        const { id: webhookId } = (await add({})).one('webhooks');
        const row = { webhookId: String(webhookId), outboxEventId: createObjectId(), event: 'post.added' };
        const delivery = { ...row, id: createObjectId(), status: 'pending' as const, createdAt: new Date() };
        await api.dataSource.manager.insert(WebhookDelivery, { ...delivery, nextAttemptAt: new Date() });
        await api.dataSource.manager.update(Webhook, { id: row.webhookId }, { status });
        expect((await edit(webhookId, { name: 'again' })).status).toBe(200);
        return (await api.dataSource.manager.findOneByOrFail(WebhookDelivery, { id: delivery.id })).status;
      };
      expect(await pendingOf('disabled')).toBe('discarded');
      expect(await pendingOf('available')).toBe('pending');
    });

    it('responds 404 for an unknown id', async () => {
      expect((await edit('0'.repeat(24), { name: 'x' })).error).toMatchObject({
        message: 'Resource not found error, cannot edit webhook.',
        context: 'Webhook not found.',
      });
    });
  });

  it('can be deleted once (D16)', async () => {
    const { id } = (await add({}, api.integration)).one('webhooks');
    expect((await api.integration.delete(`webhooks/${id}/`)).status).toBe(204);
    expect((await api.integration.delete(`webhooks/${id}/`)).status).toBe(404);
    const bad = await api.integration.delete('webhooks/zzz/');
    expect([bad.status, bad.error.context]).toEqual([422, 'Validation (matches) failed for id']);
  });

  it('of another integration, or of none, cannot be deleted with a key (A5)', async () => {
    const { adminKey } = await addIntegration(api.dataSource.manager);
    const another = callerWithKey(api.app, adminKey);
    for (const owner of [another, api.owner]) {
      const { id } = (await add({}, owner)).one('webhooks');
      const absent = await api.integration.delete(`webhooks/${'0'.repeat(24)}/`);
      const rejected = await api.integration.delete(`webhooks/${id}/`);
      expect(rejected.status).toBe(404);
      expect({ ...rejected.error, id: '' }).toEqual({ ...absent.error, id: '' });
      await expect(rowOf(id)).resolves.toMatchObject({ id });
      expect((await owner.delete(`webhooks/${id}/`)).status).toBe(204);
    }
  });

  it('can be edited with the key of their integration only, and remain with it', async () => {
    const { adminKey, integration } = await addIntegration(api.dataSource.manager);
    const another = callerWithKey(api.app, adminKey);
    const { id, integration_id: owner } = (await add({}, api.integration)).one('webhooks');
    const body = { webhooks: [{ name: 'renamed', integration_id: integration.id }] };
    expect((await another.put(`webhooks/${id}/`, body)).status).toBe(404);
    const edited = (await api.integration.put(`webhooks/${id}/`, body)).one('webhooks');
    expect(edited).toMatchObject({ name: 'renamed', integration_id: owner });
  });

  describe('listing', () => {
    it('lists all webhooks for staff, and for an integration its own, whatever the filter', async () => {
      const { adminKey, integration } = await addIntegration(api.dataSource.manager);
      const caller = callerWithKey(api.app, adminKey);
      const { id } = (await add({}, caller)).one('webhooks');
      const seen = async (query: string): Promise<unknown[]> =>
        (await caller.get(`webhooks/?limit=all${query}`)).list('webhooks').map((one) => one.id);
      expect(await seen('')).toEqual([id]);
      expect(await seen('&filter=event:post.edited')).toEqual([]);
      expect(await seen(`&filter=id:-null,integration_id:-'${integration.id}'`)).toEqual([id]);
      expect((await caller.get(`webhooks/?filter=${encodeURIComponent('id:1),(id:-null')}`)).status).toBe(400);
      const all = await api.owner.get('webhooks/?limit=all');
      expect(all.list('webhooks').length).toBeGreaterThan(1);
      expect(all.body.meta).toMatchObject({ pagination: { limit: 'all' } });
    });

    it('cannot filter or order by secrets', async () => {
      expect((await api.owner.get(`webhooks/?filter=secret:~'a'`)).status).toBe(400);
      const plain = (await api.owner.get('webhooks/?fields=id')).text;
      expect((await api.owner.get('webhooks/?fields=id&order=secret%20desc')).text).toBe(plain);
    });
  });
});
