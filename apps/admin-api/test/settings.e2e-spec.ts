import { Setting } from '@almanac/entities';
import { addPost } from '@almanac/testing';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

describe('settings', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  const edit = (...settings: object[]): Promise<ApiResponse> => api.owner.put('settings/', { settings });
  const set = (key: string, value: unknown): Promise<ApiResponse> => edit({ key, value });
  const keysOf = (response: ApiResponse): unknown[] => response.list('settings').map(({ key }) => key);
  const siteChanges = async (): Promise<number> => {
    const rows = await api.dataSource.query<unknown[]>(`select 1 from publishing.outbox where event = 'site.changed'`);
    return rows.length;
  };

  it('can be edited up to a hundred at once', async () => {
    const many = Array.from({ length: 101 }, (_, number) => ({ key: 'title', value: `Title ${number}` }));
    const response = await edit(...many);
    expect([response.status, response.error.context]).toEqual([422, 'At most 100 settings can be changed at once.']);
  });

  describe('the sender of mails to members', () => {
    const KEY = 'members_subscription_settings';
    const setSender = (fromAddress: unknown, caller = api.owner): Promise<ApiResponse> =>
      caller.put('settings/', { settings: [{ key: KEY, value: JSON.stringify({ isPaid: false, fromAddress }) }] });
    const storedSender = async (): Promise<unknown> => {
      const { value } = await api.dataSource.manager.findOneByOrFail(Setting, { key: KEY });
      return JSON.parse(String(value)).fromAddress;
    };

    it.each(['news@site.example', 'news@other.example', 'noreply', 'No Reply', '', null])(
      'can be %j in every version',
      async (sender) => {
        for (const version of ['v2', 'v3', 'v5', 'canary'] as const) {
          await setSender('earlier@site.example');
          expect((await setSender(sender, api.owner.in(version))).status).toBe(200);
          expect(await storedSender()).toBe(sender);
        }
      },
    );

    it.each([
      'News <news@site.example>',
      'news@site.example\r\nBcc: all@site.example',
      'noreply\nBcc: all',
      'news@site.example, other@site.example',
      'news@',
      7,
      { address: 'news@site.example' },
    ])('cannot be %j', async (sender) => {
      await setSender('earlier@site.example');
      for (const version of ['v2', 'v3', 'v5', 'canary'] as const) {
        const { status, error } = await setSender(sender, api.owner.in(version));
        expect([status, error.type, error.property]).toEqual([422, 'ValidationError', 'fromAddress']);
      }
      expect(await storedSender()).toBe('earlier@site.example');
    });

    it('leaves the tiers and posts readable, also beside text that PostgreSQL cannot store as jsonb', async () => {
      for (const escape of ['\\ud83d', '\\u0000']) {
        const value = `{"isPaid":true,"paymentProcessors":[{"config":{"product":{"name":"Club ${escape}"}}}]}`;
        expect((await set(KEY, value)).status).toBe(200);
        expect((await api.owner.in('v5').get('tiers/')).list('tiers')).toMatchObject([{ slug: 'free' }]);
        expect((await api.owner.in('v5').get('posts/')).status).toBe(200);
      }
    });

    it('stays as an earlier version of Almanac stored it, also when a client sends all settings back', async () => {
      const value = JSON.stringify({ isPaid: false, fromAddress: 'News <news@site.example>' });
      await api.dataSource.manager.update(Setting, { key: KEY }, { value });
      const sent = JSON.stringify({ isPaid: true, fromAddress: 'News <news@site.example>' });
      const response = await edit({ key: 'title', value: 'Almanac' }, { key: KEY, value: sent });
      expect(response.status).toBe(200);
      expect(await storedSender()).toBe('News <news@site.example>');
    });
  });

  describe('reading', () => {
    it('lists all settings but core settings and secrets (D33)', async () => {
      const response = await api.owner.get('settings/');
      expect(response.body.meta).toEqual({});
      expect(response.one('settings')).toEqual({
        id: expect.stringMatching(/^[\da-f]{24}$/),
        key: 'title',
        value: 'Almanac',
        type: 'blog',
        created_at: expect.any(String),
        updated_at: expect.any(String),
      });
      const types = new Set(response.list('settings').map(({ type }) => type));
      expect([...types].sort()).toEqual(['blog', 'members', 'private', 'theme']);
      const never = [
        'db_hash',
        'password',
        'members_private_key',
        'members_session_secret',
        'members_email_auth_secret',
      ];
      expect(keysOf(response).filter((key) => never.includes(String(key)))).toEqual([]);
      expect(keysOf(response)).not.toContain('members_public_key');
      expect(keysOf(response)).not.toContain('force_i18n');
    });

    it('includes the secondary navigation from v3 on, empty at first (seed: Settings)', async () => {
      for (const version of ['v3', 'canary'] as const) {
        const response = await api.owner.in(version).get('settings/secondary_navigation/');
        expect(response.one('settings').value).toBe('[]');
      }
      const v2 = api.owner.in('v2');
      expect(keysOf(await v2.get('settings/'))).not.toContain('secondary_navigation');
      expect((await v2.get('settings/secondary_navigation/')).status).toBe(404);
      const response = await v2.put('settings/', { settings: [{ key: 'secondary_navigation', value: '[]' }] });
      expect(response.error.context).toBe('Problem finding setting: secondary_navigation');
    });

    it('lists only the requested types', async () => {
      const response = await api.owner.get('settings/?type=theme,private');
      expect(keysOf(response)).toEqual(['active_theme', 'is_private', 'public_hash']);
      expect(response.body.meta).toEqual({ filters: { type: 'theme,private' } });
      expect((await api.owner.get('settings/?type=core')).list('settings')).toEqual([]);
    });

    it.each(['title', 'active_theme', 'members_public_key', 'slack', 'unsplash'])('reads %s by name', async (key) => {
      expect(keysOf(await api.owner.get(`settings/${key}/`))).toEqual([key]);
    });

    it('gives switches as booleans', async () => {
      expect((await api.owner.get('settings/is_private/')).one('settings').value).toBe(false);
      expect((await api.owner.get('settings/amp/')).one('settings').value).toBe(true);
    });

    it.each(['force_i18n', 'password'])('responds with an empty list for %s', async (key) => {
      expect((await api.owner.get(`settings/${key}/`)).body).toEqual({ settings: [], meta: {} });
    });

    it.each(['db_hash', 'session_secret'])('responds 404 for %s', async (key) => {
      const response = await api.owner.get(`settings/${key}/`);
      expect(response.status).toBe(403);
      expect(response.error).toMatchObject({
        message: 'Permission error, cannot read setting.',
        context: 'Attempted to access core setting from external request',
      });
    });

    it.each([
      'permalinks',
      'site_head',
      'site_foot',
      'ghost_head',
      'ghost_foot',
      'members_private_key',
      'members_session_secret',
      'members_email_auth_secret',
    ])('responds 404 for %s, in any version (seed: Settings; B10, D6, D33)', async (key) => {
      for (const version of ['v2', 'v3', 'v5', 'canary'] as const) {
        const owner = api.owner.in(version);
        const read = await owner.get(`settings/${key}/`);
        const isRetired = version === 'v2' && key === 'permalinks';
        const context = isRetired ? 'Resource not found' : `Problem finding setting: ${key}`;
        expect([read.status, read.error.context]).toEqual([404, context]);
        const edited = await owner.put('settings/', { settings: [{ key, value: 'x' }] });
        expect([edited.status, edited.error.message]).toEqual([404, 'Resource not found error, cannot edit setting.']);
        expect(keysOf(await owner.get('settings/'))).not.toContain(key);
      }
    });

    it('never returns a secret', async () => {
      const rows = await api.dataSource.manager.find(Setting);
      const secrets = rows.filter(({ key, type }) => type === 'core' || /secret|private_key/.test(key));
      const responses = [await api.owner.get('settings/'), await set('title', 'Almanac')];
      for (const { value } of secrets) {
        for (const { text } of responses) expect(text).not.toContain(JSON.stringify(value).slice(1, -1));
      }
    });
  });

  describe('editing', () => {
    it('responds with the edited settings, in the order of the request', async () => {
      const response = await edit({ key: 'description', value: 'D' }, { key: 'title', value: 'T' });
      expect(response.status).toBe(200);
      expect(response.headers['x-cache-invalidate']).toBe('/*');
      expect(response.list('settings').map(({ key, value }) => [key, value])).toEqual([
        ['description', 'D'],
        ['title', 'T'],
      ]);
      expect((await api.anonymous.get('site/')).body).toMatchObject({ site: { title: 'T' } });
    });

    it('records one event per change, and none without one (D29)', async () => {
      const before = await siteChanges();
      await edit({ key: 'title', value: 'New title' }, { key: 'meta_title', value: 'M' });
      expect(await siteChanges()).toBe(before + 1);
      await set('title', 'New title');
      expect(await siteChanges()).toBe(before + 1);
    });

    it('accepts the navigation as a string or as a list', async () => {
      const items = [{ label: 'Home', url: '/' }];
      for (const key of ['navigation', 'secondary_navigation']) {
        expect((await set(key, items)).one('settings').value).toBe(JSON.stringify(items));
        const text = JSON.stringify([...items, { label: 'Away', url: 'https://example.com/' }]);
        expect((await set(key, text)).one('settings').value).toBe(text);
      }
    });

    it('stores image URLs of the site relative', async () => {
      await set('logo', `${SITE_URL}/content/images/logo.png`);
      const row = await api.dataSource.manager.findOneByOrFail(Setting, { key: 'logo' });
      expect(row.value).toBe('/content/images/logo.png');
      expect((await set('logo', null)).one('settings').value).toBeNull();
    });

    it('accepts switches as booleans and as strings', async () => {
      expect((await set('is_private', 'false')).one('settings').value).toBe(false);
      expect((await set('amp', false)).one('settings').value).toBe(false);
    });

    it('switches the members lab immediately', async () => {
      const labs = async (): Promise<unknown> => Object((await api.owner.get('config/')).body.config).labs;
      expect(await labs()).toEqual({ members: true });
      await set('labs', '{"members":false}');
      expect(await labs()).toEqual({ members: false });
      await set('labs', { members: true });
      expect(await labs()).toEqual({ members: true });
    });

    it('ignores the `group` field that some clients send', async () => {
      expect(keysOf(await edit({ key: 'type', value: 'blog' }, { key: 'title', value: 'T' }))).toEqual(['title']);
    });

    it('sets the password of a private site and never returns it', async () => {
      const response = await set('password', 'open-sesame');
      expect([response.status, response.list('settings')]).toEqual([200, []]);
      const row = await api.dataSource.manager.findOneByOrFail(Setting, { key: 'password' });
      expect(row.value).toBe('open-sesame');
    });

    it.each([
      ['labs', 'not json', 'Validation (isJSON) failed for labs settings.labs'],
      ['navigation', '{}', 'Validation (isJSON) failed for navigation settings.navigation'],
      ['navigation', [{ label: 1 }], 'Validation (isJSON) failed for navigation settings.navigation'],
      ['active_timezone', 'Mars/Phobos', 'Validation (isTimezone) failed for active_timezone settings.active_timezone'],
      ['active_timezone', '+01:00', 'Validation (isTimezone) failed for active_timezone settings.active_timezone'],
      ['title', 't'.repeat(151), 'Value in [settings.title] exceeds maximum length of 150 characters. settings.title'],
      ['default_locale', '', 'Value in [settings.default_locale] cannot be blank. settings.default_locale'],
      ['is_private', 'perhaps', 'Validation (isIn) failed for is_private settings.is_private'],
    ])('rejects %s: %j (D32)', async (key, value, context) => {
      const response = await set(key, value);
      expect(response.status).toBe(422);
      expect(response.error).toMatchObject({ message: 'Validation error, cannot edit setting.', context });
    });

    it('changes all settings or none', async () => {
      await set('title', 'Before');
      expect((await edit({ key: 'title', value: 'After' }, { key: 'labs', value: 'broken' })).status).toBe(422);
      expect((await api.owner.get('settings/title/')).one('settings').value).toBe('Before');
    });

    it('accepts settings of Ghost 3 that do not exist here, as its admin sends them, without a value only', async () => {
      const response = await edit({ key: 'title', value: 'Kept' }, { key: 'brand', value: null });
      expect(response.status).toBe(200);
      expect(response.list('settings')).toEqual([expect.objectContaining({ key: 'title', value: 'Kept' })]);
      const refused = await set('brand', '{"primaryColor":"#ff0000"}');
      expect([refused.status, refused.error.context]).toEqual([404, 'Problem finding setting: brand']);
    });

    it.each([
      [[{ key: 'bogus', value: 'x' }], 404, 'Problem finding setting: bogus'],
      [[{ value: 'x' }], 404, 'Problem finding setting: '],
      [[{ key: 'db_hash', value: 'x' }], 403, 'Attempted to access core setting from external request'],
      [[{ key: 'active_theme', value: 'x' }], 400, 'Attempted to change active_theme via settings API'],
      [[], 400, `No root key ('settings') provided.`],
      [undefined, 400, `No root key ('settings') provided.`],
    ])('rejects %j', async (settings, status, context) => {
      const response = await api.owner.put('settings/', { settings });
      expect([response.status, response.error.context]).toEqual([status, context]);
    });
  });
});

describe('the audit log', () => {
  let api: AdminApiUnderTest;
  let author: Caller & { user: { id: string } };
  beforeAll(async () => {
    api = await startAdminApi();
    author = await api.as('Author');
    await author.put('users/me/', { users: [{ bio: 'One.' }] });
    await api.integration.post('tags/', { tags: [{ name: 'Tagged' }] });
  });
  afterAll(() => api.close());

  it('is listed newest first, with bare ids', async () => {
    const actions = (await api.owner.get('actions/')).list('actions');
    expect(actions.find((action) => action.resource_type === 'tag')).toEqual({
      id: expect.any(String),
      resource_id: expect.any(String),
      resource_type: 'tag',
      actor_id: api.integrationId,
      actor_type: 'integration',
      event: 'added',
      created_at: expect.any(String),
    });
    expect(actions.find((action) => action.resource_type === 'user')).toMatchObject({
      resource_id: author.user.id,
      actor_id: author.user.id,
      actor_type: 'user',
    });
    const instants = actions.map((action) => String(action.created_at));
    expect(instants).toEqual([...instants].sort().reverse());
  });

  it('can be filtered, and includes actors and resources on request', async () => {
    const response = await api.owner.get('actions/?filter=resource_type:user&include=actor');
    expect(response.list('actions')).toHaveLength(1);
    expect(response.one('actions').actor).toMatchObject({
      id: author.user.id,
      slug: author.user.id && expect.any(String),
    });
    expect(response.one('actions')).not.toHaveProperty('actor_id');
  });

  it('includes the resource of each type, and none of an unknown type', async () => {
    const post = await addPost(api.dataSource.manager);
    const label = (await api.owner.in('canary').post('labels/', { labels: [{ name: 'Guests' }] })).one('labels');
    await api.dataSource.query(
      `insert into publishing.emails (id, post_id, subject, created_at) values ('mailed', $1, 'Our news', now())`,
      [post.id],
    );
    await api.dataSource.query(
      `insert into publishing.actions (id, resource_id, resource_type, actor_id, actor_type, event, created_at)
       values ('a', $1, 'post', '1', 'user', 'edited', now()), ('b', 'mailed', 'email', '1', 'user', 'edited', now()),
         ('c', $1, 'webhook', '1', 'user', 'edited', now())`,
      [post.id],
    );
    const resourceOf = async (filter: string): Promise<unknown> =>
      (await api.owner.get(`actions/?include=resource&filter=${filter}`)).one('actions').resource;
    expect(await resourceOf('resource_type:label')).toEqual({ id: label.id, name: 'Guests', slug: 'guests' });
    expect(await resourceOf('id:a')).toMatchObject({ id: post.id, title: post.title });
    expect(await resourceOf('id:b')).toEqual({ id: 'mailed', title: 'Our news' });
    expect(await resourceOf('id:c')).toBeUndefined();
  });

  it('accepts keys from v3 on', async () => {
    expect((await api.integration.get('actions/')).status).toBe(200);
    expect((await api.integration.in('v2').get(`actions/actor/${author.user.id}/`)).status).toBe(501);
    expect((await api.owner.get(`actions/actor/${author.user.id}/`)).status).toBe(404);
    expect((await api.owner.in('v2').get('actions/')).status).toBe(404);
  });

  it('is requested in v2 by resource or actor, and includes the other party', async () => {
    const v2 = api.owner.in('v2');
    const byActor = (await v2.get(`actions/actor/${author.user.id}/`)).one('actions');
    expect(byActor.resource).toMatchObject({ id: author.user.id });
    expect(byActor).not.toHaveProperty('actor_id');
    const ofResource = (await v2.get(`actions/resource/${author.user.id}/`)).one('actions');
    expect(ofResource.actor).toMatchObject({ id: author.user.id });
    expect((await v2.get(`actions/bogus/${author.user.id}/`)).list('actions')).toHaveLength(1);
    expect((await v2.get(`actions/actor/${author.user.id.toUpperCase()}/`)).list('actions')).toHaveLength(1);
  });

  it('is requested in v2 by `me` for the signed-in user, and by no other string that is not an id', async () => {
    const v2 = (await api.as('Administrator')).in('v2');
    await v2.put('users/me/', { users: [{ bio: 'Mine.' }] });
    for (const path of ['actor/me', 'actor/ME', 'resource/me']) {
      expect([path, (await v2.get(`actions/${path}/`)).list('actions').length]).toEqual([path, 1]);
    }
    for (const id of ['some', "me'", 'zzz']) {
      const response = await v2.get(`actions/actor/${encodeURIComponent(id)}/`);
      expect([id, response.status]).toEqual([id, 422]);
    }
  });
});

describe("other routes of Ghost's admin client", () => {
  it.each(['http://127.0.0.1:1/', 'http://169.254.169.254/latest/', 'file:///etc/passwd', 'x', ''])(
    'rejects the oEmbed URL %j',
    async (url) => {
      const api = await startAdminApi({ environment: { webhookAllowedCidrs: ['127.0.0.0/8'] } });
      for (const query of [`url=${encodeURIComponent(url)}`, `url=${encodeURIComponent(url)}&type=bookmark`]) {
        const response = await api.owner.get(`oembed/?${query}`);
        expect(response.status).toBe(422);
        expect(response.error).toMatchObject({
          message: 'Validation error, cannot read oembed.',
          context: `No provider found for supplied URL.${url === '' ? '' : ` ${url}`}`,
        });
      }
      await api.close();
    },
  );

  it('have no notifications, and a configuration', async () => {
    const api = await startAdminApi();
    expect((await api.owner.get('notifications/')).body).toEqual({ notifications: [] });
    expect((await api.owner.delete('notifications/upgrade/')).status).toBe(204);
    expect((await api.owner.get('themes/')).body).toEqual({ themes: [] });
    expect((await api.integration.get('config/')).body).toEqual({
      config: {
        version: '3.0.3',
        environment: 'test',
        database: 'postgres',
        mail: 'SMTP',
        useGravatar: false,
        labs: { members: true },
        clientExtensions: { unavailable: ['themes', 'redirects', 'routes', 'slack'] },
        enableDeveloperExperiments: false,
      },
    });
    await api.dataSource.query(`insert into publishing.mail_transport (name) values ('')`);
    expect((await api.owner.get('config/')).body).toMatchObject({ config: { mail: '' } });
    for (const path of ['redirects/json/', 'settings/routes/yaml/', 'slack/test/']) {
      const response = await api.owner.get(path);
      expect([response.status, response.error.message]).toEqual([404, 'Resource not found']);
    }
    await api.close();
  });
});
