import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { Caller } from './caller';

const LEXICAL =
  '{"root":{"children":[{"children":[{"detail":0,"format":0,"mode":"normal","style":"","text":"Hello","type":"extended-text","version":1}],"direction":"ltr","format":"","indent":0,"type":"paragraph","version":1}],"direction":"ltr","format":"","indent":0,"type":"root","version":1}}';

type Fields = Record<string, unknown>;

describe('the Admin API for clients of Ghost 4 to 6', () => {
  let api: AdminApiUnderTest;
  let staff: Caller;
  beforeAll(async () => {
    api = await startAdminApi();
    staff = api.integration.in('v5');
  });
  afterAll(() => api.close());

  const add = async (fields: Fields, query = ''): Promise<Fields> => {
    const response = await staff.post(`posts/${query}`, { posts: [{ title: 'A post', ...fields }] });
    expect(response.error).toEqual({});
    return response.one('posts');
  };
  const edit = ({ id, updated_at }: Fields, fields: Fields, query = '') =>
    staff.put(`posts/${String(id)}/${query}`, { posts: [{ updated_at, ...fields }] });

  it('stores lexical, and gives the source without the other format', async () => {
    const post = await add({ lexical: LEXICAL, mobiledoc: null });
    expect([post.mobiledoc, JSON.parse(String(post.lexical)).root.children.length]).toEqual([null, 1]);
    const read = (await staff.get(`posts/${String(post.id)}/?formats=mobiledoc,lexical,html`)).one('posts');
    expect(read).toMatchObject({ mobiledoc: null, lexical: post.lexical, html: '<p>Hello</p>' });
    const fromHtml = await add({ html: '<p>From html</p>' }, '?source=html');
    expect(String(fromHtml.lexical)).toContain('From html');
  });

  it.each(['posts', 'pages'] as const)('makes %s without content from an empty lexical document', async (kind) => {
    for (const fields of [{}, { lexical: null, mobiledoc: null }, { html: '<p>Not asked for</p>' }]) {
      const { id, mobiledoc, lexical } = (
        await staff.post(`${kind}/`, { [kind]: [{ title: 'Empty', ...fields }] })
      ).one(kind);
      const { html, plaintext } = (await staff.get(`${kind}/${String(id)}/?formats=html,plaintext`)).one(kind);
      expect([mobiledoc, html, plaintext]).toEqual([null, null, null]);
      expect(JSON.parse(String(lexical)).root.children).toEqual([
        expect.objectContaining({ children: [], type: 'paragraph' }),
      ]);
    }
    const former = await api.integration.in('v3').post(`${kind}/`, { [kind]: [{ title: 'Empty' }] });
    expect(JSON.parse(String(former.one(kind).mobiledoc))).toMatchObject({ cards: [], version: '0.3.1' });
  });

  it('stores the networks of staff, and shows them to readers of v5 only', async () => {
    const owner = api.owner.in('v5');
    const networks = { threads: '@ada', bluesky: 'ada.example', mastodon: '@ada@example.social', tiktok: '@ada' };
    const others = { youtube: '@ada', instagram: 'ada', linkedin: 'in/ada' };
    const response = await owner.put('users/1/?include=networks', { users: [{ ...networks, ...others }] });
    expect(response.one('users')).toMatchObject({ ...networks, ...others });
    expect((await owner.put('users/1/?include=networks', { users: [{ tiktok: null }] })).one('users')).toMatchObject({
      ...networks,
      ...others,
      tiktok: null,
    });
    // Strict clients reject these keys.
    expect((await owner.get('users/1/')).one('users')).not.toHaveProperty('threads');
    expect((await owner.get('users/1/?fields=threads')).one('users')).toEqual({ threads: '@ada' });
    const tooLong = await owner.put('users/1/', { users: [{ linkedin: 'x'.repeat(192) }] });
    expect(tooLong.status).toBe(422);
    for (const version of ['v2', 'v3'] as const)
      expect((await api.owner.in(version).get('users/1/')).one('users')).not.toHaveProperty('threads');
  });

  it('shows the settings to integrations, which may not change them; in older versions to staff only', async () => {
    const settings = (await staff.get('settings/')).list('settings');
    expect(settings).toContainEqual(expect.objectContaining({ key: 'title', value: 'Almanac' }));
    const keys = settings.map(({ key }) => key);
    for (const key of [
      'password',
      'slack',
      'members_private_key',
      'members_email_auth_secret',
      'members_subscription_settings',
    ])
      expect(keys).not.toContain(key);
    expect((await staff.get('settings/slack/')).status).toBe(404);
    expect((await staff.put('settings/', { settings: [{ key: 'title', value: 'x' }] })).status).toBe(501);
    for (const version of ['v2', 'v3'] as const)
      expect((await api.integration.in(version).get('settings/')).status).toBe(501);
    expect((await api.integration.in('canary').get('settings/title/')).status).toBe(200);
  });

  it('accepts everything that was read, without a change', async () => {
    const fields = { lexical: LEXICAL, feature_image_alt: 'Alt', feature_image_caption: '<b>c</b>', tags: ['News'] };
    const { id } = await add({ ...fields, status: 'published' });
    const path = `posts/${String(id)}/`;
    const read = (await staff.get(`${path}?formats=mobiledoc,lexical,html,plaintext`)).one('posts');
    const response = await staff.put(path, { posts: [read] });
    expect(response.status).toBe(200);
    expect(response.headers['x-cache-invalidate']).toBeUndefined();
    expect(response.one('posts')).toEqual((await staff.get(path)).one('posts'));
    expect(response.one('posts')).toMatchObject({ feature_image_alt: 'Alt', feature_image_caption: '<b>c</b>' });
  });

  it('keeps a post by e-mail only apart in filters, and links to its mail', async () => {
    const post = await add({ title: 'Mail', email_only: true, status: 'published' });
    expect(post).toMatchObject({
      status: 'published',
      email_only: true,
      url: `${SITE_URL}/email/${String(post.uuid)}/`,
    });
    const titles = async (filter: string): Promise<unknown[]> =>
      (await staff.get(`posts/?filter=${filter}`)).list('posts').map(({ title }) => title);
    expect(await titles('status:sent')).toEqual(['Mail']);
    expect(await titles('email_only:true')).toEqual(['Mail']);
    expect(await titles('status:[published,sent]%2Btitle:Mail')).toEqual(['Mail']);
    // The filter of the editor's suggestions of links.
    await add({ title: 'Site', status: 'published' });
    await staff.post('pages/', { pages: [{ title: 'Page', status: 'published' }] });
    const canary = api.integration.in('canary');
    for (const [kind, expected] of [
      ['posts', 'Site'],
      ['pages', 'Page'],
    ] as const) {
      const response = await canary.get(`${kind}/?filter=status:published%2Bstatus:-sent&fields=title&limit=all`);
      const found = response.list(kind).map(({ title }) => title);
      expect(found).toContain(expected);
      expect(found).not.toContain('Mail');
    }
  });

  it('sends the post to members when the query names a newsletter', async () => {
    const post = await add({});
    const named = await edit(post, { status: 'scheduled', published_at: '2040-01-01T00:00:00Z' }, '?newsletter=weekly');
    expect(named.status).toBe(200);
    const path = `posts/${String(post.id)}/?include=almanac`;
    expect((await staff.get(path)).one('posts')).toMatchObject({ send_email_when_published: true, unpublish_at: null });
    const narrowed = await edit(named.one('posts'), {}, '?newsletter=weekly&email_segment=status:free');
    expect([narrowed.status, narrowed.one('posts').email_segment]).toEqual([200, 'status:free']);
  });

  it('shows a post for tiers to paying members only', async () => {
    const post = await add({ visibility: 'tiers', tiers: [{ slug: 'gold' }] });
    expect(post).toMatchObject({ visibility: 'paid', tiers: [] });
    const open = await add({});
    expect(open.tiers).toEqual([expect.objectContaining({ slug: 'free' })]);
    const path = `posts/${String(open.id)}/`;
    expect((await staff.get(path)).one('posts').tiers).toEqual(open.tiers);
    expect((await staff.get(`${path}?include=tags`)).one('posts')).not.toHaveProperty('tiers');
  });

  it('stores whether a page shows its title', async () => {
    const pages = [{ title: 'Page', show_title_and_feature_image: false }];
    const { id } = (await staff.post('pages/', { pages })).one('pages');
    expect((await staff.get(`pages/${String(id)}/?include=almanac`)).one('pages')).toMatchObject({
      show_title_and_feature_image: false,
    });
  });

  it('stores the texts of tags for cards, and rejects a colour that is none', async () => {
    const texts = {
      og_title: 'Og',
      twitter_description: 'X',
      canonical_url: `${SITE_URL}/t/`,
      codeinjection_foot: '<i>',
    };
    const tags = [{ name: 'Carded', accent_color: '#15171a', og_image: `${SITE_URL}/content/images/a.png`, ...texts }];
    const { id } = (await staff.post('tags/', { tags })).one('tags');
    expect((await staff.get(`tags/${String(id)}/`)).one('tags')).toMatchObject(tags[0] ?? {});
    const refused = await staff.put(`tags/${String(id)}/`, { tags: [{ accent_color: 'javascript:alert(1)' }] });
    expect([refused.status, refused.error.property]).toEqual([422, 'accent_color']);
  });

  it('has settings by the names of Ghost 5, and says which are read-only', async () => {
    const owner = api.owner.in('v5');
    const list = (await owner.get('settings/')).list('settings');
    const byKey = new Map(list.map((setting) => [setting.key, setting]));
    expect(byKey.get('timezone')).toEqual({ key: 'timezone', value: 'Etc/UTC', is_read_only: false });
    expect(byKey.get('comments_enabled')).toEqual({ key: 'comments_enabled', value: 'off', is_read_only: true });
    expect(byKey.get('portal_plans')).toEqual({ key: 'portal_plans', value: '["free"]', is_read_only: true });
    expect(byKey.has('active_timezone')).toBe(false);
    expect(list).toHaveLength(byKey.size);
    const settings = [{ key: 'timezone', value: 'Europe/Paris' }];
    expect((await owner.put('settings/', { settings })).one('settings')).toMatchObject(settings[0] ?? {});
    expect((await owner.get('settings/timezone/')).one('settings')).toMatchObject(settings[0] ?? {});
    const refused = await owner.put('settings/', { settings: [{ key: 'portal_button', value: true }] });
    expect([refused.status, refused.error.property]).toEqual([422, 'portal_button']);
  });

  it.each(['v2', 'v3', 'v5', 'canary'] as const)(
    'reads every setting of the list of %s by its key',
    async (version) => {
      for (const caller of [api.owner.in(version), (await api.as('Author')).in(version)]) {
        const list = (await caller.get('settings/')).list('settings');
        const read = await Promise.all(list.map(({ key }) => caller.get(`settings/${String(key)}/`)));
        expect(read.map(({ body }) => body)).toEqual(list.map((setting) => ({ settings: [setting], meta: {} })));
      }
    },
  );

  it('has switches of notifications on users, which cannot be switched on', async () => {
    const user = (await api.owner.in('v5').get('users/me/')).one('users');
    expect(user).toMatchObject({ comment_notifications: false, mention_notifications: false });
    expect(user).not.toHaveProperty('tour');
    expect((await api.owner.in('v5').put('users/1/', { users: [user] })).status).toBe(200);
    const users = [{ ...user, comment_notifications: true }];
    expect((await api.owner.in('v5').put('users/1/', { users })).status).toBe(422);
  });

  it('makes webhooks of version v5', async () => {
    const webhooks = [{ event: 'post.published', target_url: 'https://receiver.example/', api_version: 'v5.130' }];
    expect((await staff.post('webhooks/', { webhooks })).one('webhooks').api_version).toBe('v5');
  });

  it('gives details of members on request', async () => {
    const members = [{ email: 'details@readers.example' }];
    const member = (await staff.post('members/', { members })).one('members');
    for (const name of ['uuid', 'tiers', 'attribution', 'payment']) expect(member).not.toHaveProperty(name);
    const path = `members/${String(member.id)}/?include=uuid,tiers,attribution`;
    expect((await staff.get(path)).one('members')).toMatchObject({ tiers: [], attribution: null });
  });

  it('describes errors with the keys of Ghost 5', async () => {
    const { error } = await staff.get(`posts/${'f'.repeat(24)}/`);
    expect(error).toMatchObject({
      message: 'Resource not found error, cannot read post.',
      context: 'Post not found.',
      type: 'NotFoundError',
      ghostErrorCode: null,
    });
  });
});
