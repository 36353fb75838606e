import { PublishingOutboxEvent } from '@almanac/entities';
import { type AdminApiUnderTest, PASSWORD, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';
import { tokenMailed } from './mailed-token';
import { postForm } from './multipart';

type Row = Record<string, unknown>;

const id = (digit: string): string => digit.repeat(24);
/** A bcrypt hash of `password`. */
const HASH = '$2b$04$MjmHJ8I1ITbM2qYj0RCySeFxz94o.n7dmlrdkbKbu6wlWntGu1SV6';

/** One row in each table that grants access. */
const file: Record<string, Row[]> = {
  posts: [
    { id: id('1'), title: 'A post', slug: 'a-post', status: 'published', author_id: id('b') },
    { id: id('2'), title: 'A page', slug: 'a-page', status: 'draft', type: 'page' },
  ],
  posts_meta: [{ id: id('3'), post_id: id('1'), meta_title: 'Meta' }],
  posts_tags: [{ id: id('4'), post_id: id('1'), tag_id: id('d'), sort_order: 0 }],
  posts_authors: [{ id: id('5'), post_id: id('1'), author_id: id('b'), sort_order: 0 }],
  tags: [{ id: id('d'), name: 'A tag', slug: 'a-tag' }],
  users: [{ id: id('b'), name: 'Mallory', slug: 'mallory', email: 'mallory@x.io', password: HASH, status: 'active' }],
  roles: [{ id: id('a'), name: 'Administrator' }],
  roles_users: [{ id: id('6'), role_id: id('a'), user_id: id('b') }],
  settings: [{ id: id('7'), key: 'title', value: 'Taken over' }],
  members: [{ id: id('8'), email: 'reader@x.io', name: 'Reader' }],
  member_subscriptions: [
    { id: id('9'), member_id: id('8'), provider: 'stripe', status: 'active', started_at: '2020-01-01T00:00:00Z' },
  ],
  api_keys: [{ id: id('c'), type: 'admin', secret: 'c'.repeat(64), role_id: id('a') }],
  integrations: [{ id: id('e'), name: 'Backdoor', slug: 'backdoor', type: 'custom' }],
  webhooks: [{ id: id('f'), event: 'post.published', target_url: 'https://x.io/', integration_id: id('e') }],
  invites: [{ id: id('0'), role_id: id('a'), email: 'mallory@x.io', status: 'sent', token: 'known', expires: 4e12 }],
  sessions: [{ id: '00'.repeat(12), user_id: '1', session_data: '{}' }],
  members_stripe_customers: [{ id: 'ab'.repeat(12), member_id: id('8'), customer_id: 'cus_1' }],
};

/** For each table of the file: whether its row is on the site. */
const probes: Record<string, string> = {
  posts: `select 1 from publishing.posts where id = '${id('1')}'`,
  pages: `select 1 from publishing.posts where id = '${id('2')}' and type = 'page'`,
  posts_meta: `select 1 from publishing.posts_meta where meta_title = 'Meta'`,
  posts_tags: `select 1 from publishing.posts_tags where tag_id = '${id('d')}'`,
  tags: `select 1 from publishing.tags where id = '${id('d')}'`,
  users: `select 1 from publishing.users where email = 'mallory@x.io'`,
  'users who are not suspended': `select 1 from publishing.users where email = 'mallory@x.io' and status <> 'inactive'`,
  'password hashes': `select 1 from publishing.users where password = '${HASH}'`,
  'roles above contributor': `select 1 from publishing.roles_users u join publishing.roles r on r.id = u.role_id
    where u.user_id = '${id('b')}' and r.name <> 'Contributor'`,
  'ids of roles': `select 1 from publishing.roles where id = '${id('a')}'`,
  posts_authors: `select 1 from publishing.posts_authors where author_id = '${id('b')}'`,
  settings: `select 1 from publishing.settings where key = 'title' and value = 'Taken over'`,
  members: `select 1 from publishing.members where email = 'reader@x.io'`,
  member_subscriptions: `select 1 from publishing.member_subscriptions where member_id = '${id('8')}'`,
  api_keys: `select 1 from publishing.api_keys where secret = '${'c'.repeat(64)}'`,
  integrations: `select 1 from publishing.integrations where slug = 'backdoor'`,
  webhooks: `select 1 from publishing.webhooks where target_url = 'https://x.io/'`,
  invites: `select 1 from publishing.invites where email = 'mallory@x.io'`,
  sessions: `select 1 from publishing.sessions where id = '${'00'.repeat(12)}'`,
};

interface Importer {
  who: string;
  caller: (api: AdminApiUnderTest) => Promise<Caller> | Caller;
  query?: string;
  status: number;
}

/** The columns of the matrix. */
const importers: Importer[] = [
  { who: 'key', caller: (api) => api.integration, status: 200 },
  { who: 'administrator', caller: (api) => api.as('Administrator'), status: 200 },
  { who: 'owner', caller: (api) => api.owner, status: 200 },
  { who: 'owner, keeping access', caller: (api) => api.owner, query: '?keep_staff_access=true', status: 200 },
  { who: 'key, keeping access', caller: (api) => api.integration, query: '?keep_staff_access=true', status: 403 },
  {
    who: 'administrator, keeping access',
    caller: (api) => api.as('Administrator'),
    query: '?keep_staff_access=true',
    status: 403,
  },
  { who: 'editor', caller: (api) => api.as('Editor'), status: 403 },
  { who: 'author', caller: (api) => api.as('Author'), status: 403 },
  { who: 'contributor', caller: (api) => api.as('Contributor'), status: 403 },
  { who: 'anonymous', caller: (api) => api.anonymous, status: 403 },
];

const content = ['posts', 'pages', 'posts_meta', 'posts_tags', 'tags'];
const withPeople = [...content, 'users', 'posts_authors', 'settings', 'members', 'member_subscriptions'];

/** The tables that each importer with status 200 brings in; all others are omitted. */
const importedTables: Record<string, readonly string[]> = {
  key: content,
  administrator: withPeople,
  owner: withPeople,
  'owner, keeping access': [
    ...withPeople,
    'users who are not suspended',
    'password hashes',
    'roles above contributor',
    'ids of roles',
  ],
};

const importFile = (caller: Caller, query = ''): Promise<ApiResponse> =>
  postForm(caller, `db/${query}`, [
    {
      name: 'importfile',
      filename: 'export.json',
      content: JSON.stringify({ db: [{ meta: { version: '3.0.3' }, data: file }] }),
      type: 'application/json',
    },
  ]);

describe.each(importers)('an import by: $who', ({ who, caller, query, status }) => {
  let api: AdminApiUnderTest;
  let response: ApiResponse;
  beforeAll(async () => {
    api = await startAdminApi();
    response = await importFile(await caller(api), query);
  });
  afterAll(() => api.close());

  it('responds with the status of its rights', () => {
    expect([response.status, response.error.type]).toEqual([status, status === 403 ? 'NoPermissionError' : undefined]);
  });

  it.each(Object.keys(probes))('%s', async (table) => {
    const rows: unknown[] = await api.dataSource.query(`${probes[table] ?? ''} limit 1`);
    expect({ table, isOnTheSite: rows.length === 1 }).toEqual({
      table,
      isOnTheSite: (importedTables[who] ?? []).includes(table),
    });
  });

  it('lets users of the file sign in with their old password only if they keep their access', async () => {
    const signIn = await api.anonymous
      .with({ origin: SITE_URL })
      .post('session/', { username: 'mallory@x.io', password: PASSWORD });
    expect(signIn.status === 201).toBe((importedTables[who] ?? []).includes('password hashes'));
  });
});

describe('rows that an import omits', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  it('are reported by table to an integration', async () => {
    const problems = (await importFile(api.integration)).list('problems');
    expect(problems.filter(({ help }) => help === 'Table')).toEqual(
      ['users', 'roles', 'roles_users', 'settings', 'members', 'member_subscriptions'].map((table) => ({
        message: `An integration imports posts, pages, tags and uploaded files only. The table ${table} was left out.`,
        help: 'Table',
        context: JSON.stringify({ table, rows: 1 }),
      })),
    );
  });

  it('are reported by user to staff', async () => {
    const problems = (await importFile(api.owner)).list('problems');
    expect(problems.filter(({ help }) => help === 'User')).toEqual([
      {
        message: 'The user was added as a contributor and is suspended. Invite them to let them in.',
        help: 'User',
        context: JSON.stringify({ id: id('b'), slug: 'mallory', email: 'mallory@x.io' }),
      },
    ]);
  });
});

describe('an imported user', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
    await importFile(api.owner);
  });
  afterAll(() => api.close());

  const email = 'mallory@x.io';
  const invite = async (caller: Caller, role: string): Promise<ApiResponse> => {
    const roles = (await api.owner.get('roles/')).list('roles');
    return caller.post('invites/', { invites: [{ email, role_id: roles.find(({ name }) => name === role)?.id }] });
  };
  const signIn = (): Promise<ApiResponse> =>
    api.anonymous.with({ origin: SITE_URL }).post('session/', { username: email, password: PASSWORD });

  it('is activated by an invitation, with its role, and keeps their posts', async () => {
    expect((await signIn()).status).toBe(401);
    expect((await invite(api.owner, 'Author')).status).toBe(201);
    expect((await signIn()).status).toBe(401);
    const token = await tokenMailed(api, 'staff-invitation', email);
    const invitation = [{ token, email, name: 'Mallory Again', password: PASSWORD }];
    const siteChanges = (): Promise<number> =>
      api.dataSource.manager.countBy(PublishingOutboxEvent, { event: 'site.changed' });
    const before = await siteChanges();
    const accepted = await api.anonymous.post('authentication/invitation/', { invitation });
    expect([accepted.status, accepted.headers['x-cache-invalidate']]).toEqual([200, '/*']);
    expect(await siteChanges()).toBe(before + 1);
    expect((await signIn()).status).toBe(201);
    // The order of actions of the same second is not defined.
    const actions = (await api.owner.get('actions/?limit=100')).list('actions');
    const edited = {
      resource_type: 'user',
      resource_id: id('b'),
      actor_type: 'user',
      actor_id: id('b'),
      event: 'edited',
    };
    expect(actions).toContainEqual(expect.objectContaining(edited));
    const user = (await api.owner.get(`users/email/${email}/?include=roles,count.posts`)).one('users');
    expect(user).toMatchObject({
      id: id('b'),
      name: 'Mallory Again',
      status: 'active',
      roles: [{ name: 'Author' }],
      count: { posts: 1 },
    });
  });

  it('cannot be invited while active', async () => {
    expect((await invite(api.owner, 'Editor')).error.context).toBe('User is already registered.');
  });

  it('cannot be activated by an editor if suspended with a senior role', async () => {
    await api.dataSource.query(`update publishing.users set status = 'inactive' where email = '${email}'`);
    await api.dataSource.query(
      `update publishing.roles_users set role_id = (select id from publishing.roles where name = 'Administrator')
       where user_id = '${id('b')}'`,
    );
    expect((await invite(await api.as('Editor'), 'Contributor')).status).toBe(403);
    expect((await invite(api.owner, 'Contributor')).status).toBe(201);
  });
});
