import { ApiKey, Integration, Webhook } from '@almanac/entities';
import { type AdminApiUnderTest, callerWithKey, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';

const anId = expect.stringMatching(/^[\da-f]{24}$/);
const anInstant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

describe('integrations', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  const add = (input: object, query = ''): Promise<ApiResponse> =>
    api.owner.post(`integrations/${query}`, { integrations: [input] });

  it('are created with a content key and an admin key, also if the request does not include them', async () => {
    const response = await add({
      name: 'Int one',
      description: 'desc',
      icon_image: `${SITE_URL}/content/images/i.png`,
    });
    expect(response.status).toBe(201);
    const integration = response.one('integrations');
    expect(integration).toEqual({
      id: anId,
      type: 'custom',
      name: 'Int one',
      slug: 'int-one',
      icon_image: `${SITE_URL}/content/images/i.png`,
      description: 'desc',
      created_at: anInstant,
      updated_at: anInstant,
      api_keys: [
        {
          id: anId,
          type: 'content',
          secret: expect.stringMatching(/^[\da-f]{26}$/),
          role_id: null,
          integration_id: integration.id,
          last_seen_at: null,
          last_seen_version: null,
          created_at: anInstant,
          updated_at: anInstant,
        },
        expect.objectContaining({
          type: 'admin',
          role_id: anId,
          secret: expect.stringMatching(/^[\da-f]{24}:[\da-f]{64}$/),
        }),
      ],
    });
  });

  it('get a key that works immediately', async () => {
    const keys = (await add({ name: 'Works' })).one('integrations').api_keys as { type: string; secret: string }[];
    const [id = '', secret = ''] = keys.find(({ type }) => type === 'admin')?.secret.split(':') ?? [];
    expect((await callerWithKey(api.app, { id, secret }).get('config/')).status).toBe(200);
  });

  it('may share a name, with different slugs', async () => {
    await add({ name: 'Same' });
    expect((await add({ name: 'Same' })).one('integrations').slug).toBe('same-2');
  });

  it('ignore unknown fields and the type', async () => {
    const response = await add({
      name: 'Sly',
      bogus: 1,
      type: 'internal',
      slug: 'mine',
    });
    expect(response.status).toBe(201);
    expect(response.one('integrations')).toMatchObject({ type: 'custom', slug: 'sly' });
  });

  it('can be created together with webhooks', async () => {
    const hook = { event: 'post.added', target_url: 'http://127.0.0.1:9999/along' };
    const response = await add({ name: 'Along', webhooks: [hook] });
    const { id, webhooks, api_keys: keys } = response.one('integrations');
    expect(webhooks).toEqual([expect.objectContaining({ ...hook, integration_id: id })]);
    expect(keys).toHaveLength(2);
    const rejected = await add({ name: 'Rejected', webhooks: [{ ...hook, target_url: 'http://10.0.0.1/' }] });
    expect(rejected.status).toBe(422);
    expect(await api.dataSource.manager.countBy(Integration, { name: 'Refused' })).toBe(0);
  });

  it('are created with at most 50 webhooks', async () => {
    const webhooks = Array.from({ length: 51 }, (_, n) => ({
      event: 'post.added',
      target_url: `http://127.0.0.1:9999/many-${n}`,
    }));
    const rejected = await add({ name: 'Many', webhooks });
    expect([rejected.status, rejected.error.context]).toEqual([422, 'At most 50 webhooks can be added at once.']);
    expect(await api.dataSource.manager.countBy(Integration, { name: 'Many' })).toBe(0);
    const response = await add({ name: 'Many', webhooks: webhooks.slice(1) });
    expect(response.status).toBe(201);
    expect(response.one('integrations').webhooks).toHaveLength(50);
  });

  it.each([
    [{ integrations: [{ description: 'x' }] }, 422, 'Validation (FieldIsRequired) failed for ["name"]'],
    [{ integrations: [{ name: ' ' }] }, 422, 'Value in [integrations.name] cannot be blank. integrations.name'],
    [{}, 400, `No root key ('integrations') provided.`],
  ])('are rejected with %j', async (body, status, context) => {
    const response = await api.owner.post('integrations/', body);
    expect([response.status, response.error.context]).toEqual([status, context]);
  });

  it('are listed with the built-in ones, without the internal ones', async () => {
    const list = (await api.owner.get('integrations/?limit=all')).list('integrations');
    expect(list[0]).toMatchObject({ type: 'builtin', name: 'Zapier' });
    expect(list.map(({ type }) => type)).not.toContain('internal');
    expect(list[0]).not.toHaveProperty('api_keys');
    const internal = await api.dataSource.manager.findOneByOrFail(Integration, { slug: 'ghost-scheduler' });
    expect((await api.owner.get(`integrations/${internal.id}/?include=api_keys`)).status).toBe(404);
    expect((await api.owner.put(`integrations/${internal.id}/`, { integrations: [{ name: 'x' }] })).status).toBe(404);
    expect((await api.owner.delete(`integrations/${internal.id}/`)).status).toBe(404);
  });

  it('are read with their keys and webhooks when included', async () => {
    const { id } = (await add({ name: 'Read me' })).one('integrations');
    const url = 'http://127.0.0.1:9999/of-integration';
    await api.owner.post('webhooks/', { webhooks: [{ event: 'post.added', target_url: url, integration_id: id }] });
    const integration = (await api.owner.get(`integrations/${id}/?include=api_keys,webhooks`)).one('integrations');
    expect(integration.api_keys).toHaveLength(2);
    expect(integration.webhooks).toEqual([expect.objectContaining({ target_url: url, integration_id: id })]);
  });

  it('change only the fields in the request', async () => {
    const { id } = (await add({ name: 'Before', description: 'stays' })).one('integrations');
    const response = await api.owner.put(`integrations/${id}/?include=api_keys`, { integrations: [{ name: 'After' }] });
    expect(response.one('integrations')).toMatchObject({ name: 'After', slug: 'before', description: 'stays' });
    expect(response.one('integrations').api_keys).toHaveLength(2);
  });

  it('accept the complete response of a read as an edit, in every version', async () => {
    const { id } = (await add({ name: 'Round trip' })).one('integrations');
    for (const version of ['v2', 'v3', 'v5', 'canary'] as const) {
      const owner = api.owner.in(version);
      const path = `integrations/${id}/?include=api_keys,webhooks`;
      const integration = (await owner.get(path)).one('integrations');
      expect((await owner.put(path, { integrations: [integration] })).one('integrations')).toEqual(integration);
    }
  });

  it('can replace the secret of one key', async () => {
    const { id, api_keys: keys } = (await add({ name: 'Refreshed' })).one('integrations');
    const [content, admin] = keys as { id: string; secret: string }[];
    await api.dataSource.manager.update(ApiKey, { id: content?.id }, { lastSeenAt: new Date() });
    const response = await api.owner.post(`integrations/${id}/api_key/${content?.id}/refresh/`, {});
    expect(response.status).toBe(200);
    const [fresh, same] = response.one('integrations').api_keys as { id: string; secret: string }[];
    expect(fresh).toMatchObject({ last_seen_at: null });
    expect(fresh?.secret).toMatch(/^[\da-f]{26}$/);
    expect(fresh?.secret).not.toBe(content?.secret);
    expect(same).toMatchObject({ id: admin?.id, secret: admin?.secret });
    expect((await api.owner.post(`integrations/${id}/api_key/${'0'.repeat(24)}/refresh/`, {})).status).toBe(404);
  });

  it('are deleted with their keys and webhooks', async () => {
    const { id } = (await add({ name: 'Gone' })).one('integrations');
    await api.owner.post('webhooks/', {
      webhooks: [{ event: 'post.added', target_url: 'http://127.0.0.1:9999/gone', integration_id: id }],
    });
    expect((await api.owner.delete(`integrations/${id}/`)).status).toBe(204);
    const { manager } = api.dataSource;
    expect(await manager.countBy(ApiKey, { integrationId: String(id) })).toBe(0);
    expect(await manager.countBy(Webhook, { integrationId: String(id) })).toBe(0);
    const again = await api.owner.delete(`integrations/${id}/`);
    expect([again.status, again.error.context]).toEqual([404, 'Integration not found.']);
  });

  it.each([
    ['get', 'read'],
    ['put', 'edit'],
  ] as const)('respond 404 for an unknown id: %s', async (method, verb) => {
    const path = `integrations/${'0'.repeat(24)}/`;
    const response =
      method === 'get' ? await api.owner.get(path) : await api.owner.put(path, { integrations: [{ name: 'x' }] });
    expect(response.status).toBe(404);
    expect(response.error).toMatchObject({
      message: `Resource not found error, cannot ${verb} integration.`,
      context: 'Integration not found.',
    });
  });

  it('cannot be filtered by secrets', async () => {
    const response = await api.owner.get(`integrations/?filter=api_keys.secret:~'a'`);
    expect(response.status).toBe(400);
  });
});
