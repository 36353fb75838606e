import { Post, PostMeta, PublishingOutboxEvent, Setting, Tag, User } from '@almanac/entities';
import { addMember, addPost, addTag, addUser, zipOf } from '@almanac/testing';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { In } from 'typeorm';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Version } from './caller';
import { postForm } from './multipart';

type Row = Record<string, unknown>;
type Tables = Record<string, Row[]>;

const MOBILEDOC = JSON.stringify({
  version: '0.3.1',
  markups: [['a', ['href', '/other/']]],
  atoms: [],
  cards: [['image', { src: '/content/images/a.png' }]],
  sections: [
    [1, 'p', [[0, [0], 1, 'link']]],
    [10, 0],
  ],
});

async function fill({ dataSource: { manager } }: AdminApiUnderTest): Promise<void> {
  const author = await addUser(manager, { name: 'Alice', slug: 'alice', email: 'alice@x.io', bio: 'Writes.' });
  const tags = [
    await addTag(manager, { name: 'News' }),
    await addTag(manager, { name: '#hidden', visibility: 'internal' }),
  ];
  const text = {
    mobiledoc: MOBILEDOC,
    html: '<p><a href="/other/">link</a></p><figure class="kg-card kg-image-card"><img src="/content/images/a.png" class="kg-image"></figure>',
    plaintext: 'link [/other/]',
  };
  await addPost(manager, {
    ...text,
    tags,
    authors: [author, { id: '1' }],
    meta: { metaTitle: 'MT', ogImage: '/content/images/og.png' },
  });
  await addPost(manager, { ...text, type: 'page', status: 'draft', publishedAt: null, authors: [author] });
  await addPost(manager, {
    ...text,
    status: 'scheduled',
    publishedAt: new Date('2099-01-01T00:00:00Z'),
    authors: [{ id: '1' }],
  });
  await addMember(manager, { note: 'a, "note"' });
  await addMember(manager, { isPaid: true });
  await manager.update(Setting, { key: 'title' }, { value: 'The Exported' });
  await manager.update(User, { id: '1' }, { bio: 'Owns.' });
}

async function exportOf(api: AdminApiUnderTest, version: Version = 'v3', query = ''): Promise<Tables> {
  const response = await api.owner.in(version).get(`db/${query}`);
  expect(response.status).toBe(200);
  return (response.one('db').data ?? {}) as Tables;
}

function importInto(
  api: AdminApiUnderTest,
  content: string | Buffer,
  filename = 'export.json',
  name = 'importfile',
): Promise<ApiResponse> {
  return postForm(api.owner, 'db/?keep_staff_access=true', [{ name, filename, content, type: 'application/json' }]);
}

const wrapped = (data: unknown, version = '2.38.0'): string => JSON.stringify({ db: [{ meta: { version }, data }] });

/** The tables that an import reads; the rest of an export belongs to the installation. */
const contents = [
  ...['posts', 'posts_meta', 'posts_tags', 'posts_authors', 'tags', 'users', 'roles', 'roles_users'],
  ...['members', 'member_subscriptions', 'settings'],
];
const ofContents = (tables: Tables): Tables => Object.fromEntries(contents.map((name) => [name, tables[name] ?? []]));

let source: AdminApiUnderTest;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almanac-db-'));
  source = await startAdminApi({ environment: { storagePath: folder } });
  await fill(source);
});
afterAll(async () => {
  await source.close();
  await rm(folder, { recursive: true });
});

describe('GET /db/', () => {
  it('exports every table of the format, in a file named after the site', async () => {
    const response = await source.owner.get('db/');
    expect(response.headers['content-disposition']).toMatch(
      /^Attachment; filename="the-exported\.ghost\.\d{4}(-\d\d){5}\.json"$/,
    );
    const { meta, data } = response.one('db') as { meta: Row; data: Tables };
    expect(meta).toEqual({ exported_on: expect.any(Number), version: '3.0.3' });
    expect(Object.keys(data)).toEqual(
      expect.arrayContaining(
        (
          'actions api_keys app_fields app_settings apps brute integrations invites members members_stripe_customers ' +
          'members_stripe_customers_subscriptions migrations migrations_lock permissions permissions_apps ' +
          'permissions_roles permissions_users posts posts_authors posts_meta posts_tags roles roles_users settings tags users webhooks'
        ).split(' '),
      ),
    );
    const published = data.posts?.find(({ status }) => status === 'published');
    expect(published).toMatchObject({
      mobiledoc: MOBILEDOC,
      featured: 0,
      type: 'post',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(data.posts_meta).toMatchObject([
      { post_id: published?.id, meta_title: 'MT', og_image: '/content/images/og.png' },
    ]);
  });

  it('puts the meta fields into the posts in v2 (B7)', async () => {
    const { posts, posts_meta: apart } = await exportOf(source, 'v2');
    expect(apart).toBeUndefined();
    expect(posts?.find(({ status }) => status === 'published')).toMatchObject({ meta_title: 'MT', og_title: null });
    expect(posts?.[0]).not.toHaveProperty('lexical');
  });

  it('contains no hash, key, secret or session (D34)', async () => {
    const { text } = await source.owner.get('db/?include=sessions,webhooks,mobiledoc_revisions');
    const [user] = await source.dataSource.getRepository(User).findBy({ id: '1' });
    const rows: { value: string }[] = await source.dataSource.query(
      `select value from publishing.settings where key ~ 'secret|private_key|hash|password' and value <> ''
       union all select secret from publishing.api_keys union all select secret_digest from publishing.sessions`,
    );
    const secrets = [...rows.map(({ value }) => JSON.stringify(value).slice(1, -1)), user?.password ?? '-'];
    expect(secrets.length).toBeGreaterThan(8);
    for (const secret of secrets) expect(text).not.toContain(secret);
    expect(Object.keys((JSON.parse(text) as { db: { data: Tables }[] }).db[0]?.data ?? {})).not.toContain('sessions');
  });

  it('contains password hashes only for the owner, and only when requested', async () => {
    const { users } = await exportOf(source, 'v3', '?password_hashes=true');
    expect(users?.find(({ id }) => id === '1')?.password).toMatch(/^\$2[ab]\$/);
    const administrator = await source.as('Administrator');
    expect((await administrator.get('db/?password_hashes=true')).status).toBe(403);
    expect((await administrator.get('db/')).status).toBe(200);
    expect((await (await source.as('Editor')).get('db/')).status).toBe(403);
    expect((await source.integration.get('db/')).status).toBe(501);
    expect((await source.anonymous.get('db/')).error.message).toBe('Authorization failed');
  });

  it('can be stored next to the uploaded files', async () => {
    const response = await source.owner.post('db/backup/', {});
    const { filename } = response.one('db');
    expect(filename).toMatch(/^data\/the-exported\.ghost\..*\.json$/);
    const backup = JSON.parse(await readFile(join(folder, String(filename)), 'utf8')) as { db: { data: Tables }[] };
    expect(ofContents(backup.db[0]?.data ?? {})).toEqual(ofContents(await exportOf(source)));
    expect((await source.anonymous.get(`/content/${String(filename)}`)).status).toBe(404);
  });
});

describe('an export of Almanac', () => {
  let target: AdminApiUnderTest;
  beforeAll(async () => {
    target = await startAdminApi();
  });
  afterAll(() => target.close());

  it('is imported by an empty site and exported again without a difference; a second import changes nothing', async () => {
    const file = (await source.owner.get('db/')).text;
    const first = await importInto(target, file);
    expect([first.status, first.body]).toMatchObject([200, { db: [], problems: [], report: { failed: 0 } }]);
    expect(first.headers['x-cache-invalidate']).toBe('/*');
    const before = ofContents(await exportOf(source));
    expect(ofContents(await exportOf(target))).toEqual(before);

    const second = await importInto(target, file);
    expect(second.status).toBe(200);
    const problems = second.list('problems');
    expect(new Set(problems.map(({ message }) => String(message).replace(/\w+\.$/, '')))).toEqual(
      new Set(['The site already has the ']),
    );
    expect(problems.length).toBe(
      ['posts', 'tags', 'users', 'members'].reduce((sum, name) => sum + (before[name]?.length ?? 0), 0),
    );
    expect(ofContents(await exportOf(target))).toEqual(before);
  });

  it('has absolute URLs after the import', async () => {
    const response = await target.owner.get('posts/?formats=html&filter=status:published');
    expect(response.one('posts').html).toContain(`<a href="${SITE_URL}/other/">`);
    expect(response.one('posts').authors).toMatchObject([{ slug: 'alice' }, { slug: 'owner' }]);
  });
});

describe('an export of Ghost', () => {
  let target: AdminApiUnderTest;
  beforeAll(async () => {
    target = await startAdminApi();
  });
  afterAll(() => target.close());

  const id = (digit: string): string => digit.repeat(24);
  const post = (digit: string, more: Row): Row => ({
    id: id(digit),
    title: `Post ${digit}`,
    slug: `p-${digit}`,
    status: 'published',
    ...more,
  });
  const data: Tables = {
    roles: [
      { id: id('a'), name: 'Author' },
      { id: id('0'), name: 'Owner' },
    ],
    roles_users: [
      { id: id('1'), role_id: id('a'), user_id: id('b') },
      { id: id('2'), role_id: id('0'), user_id: id('c') },
    ],
    users: [
      { id: '1', name: 'Their owner', slug: 'theirs', email: 'OWNER@example.com' },
      { id: id('b'), name: 'Bob', slug: 'bob', email: 'bob@x.io', password: `$2a$10$${'x'.repeat(53)}` },
      { id: id('c'), name: 'Second owner', slug: 'owner', email: 'second@x.io' },
      { id: 'weird', name: 'No id', email: 'no@x.io' },
    ],
    tags: [{ id: id('d'), name: 'Old', slug: 'old', feature_image: `${SITE_URL}/content/images/t.png` }],
    posts: [
      post('1', {
        mobiledoc: MOBILEDOC.replace('/other/', `${SITE_URL}/other/`),
        meta_title: 'From 2.x',
        og_image: `${SITE_URL}/content/images/og.png`,
        page: 0,
        author_id: id('b'),
        published_at: '2018-05-05T10:00:00.000Z',
        created_at: '2018-05-04 10:00:00',
        feature_image: `${SITE_URL}/content/images/f.png`,
      }),
      post('2', { page: 1, html: '<p>only <b>html</b></p>', mobiledoc: null, author_id: id('9') }),
      post('3', { mobiledoc: '{"not": "a mobiledoc"}' }),
      post('4', {
        mobiledoc:
          '{"version":"0.3.1","markups":[],"atoms":[],"cards":[["hr",{"_config":{"url":"x"}}]],"sections":[[10,0]]}',
      }),
      post('5', { status: 'scheduled', published_at: '2019-01-01T00:00:00.000Z' }),
      post('6', { slug: 'p-1', title: 'nul\0l' }),
      { title: 'No id' },
    ],
    posts_tags: [{ id: id('e'), post_id: id('1'), tag_id: id('d'), sort_order: 0 }],
    posts_authors: [{ id: id('f'), post_id: id('1'), author_id: id('b'), sort_order: 0 }],
    members: [
      { id: id('7'), email: 'm@x.io', name: 'M', created_at: '2019-01-01T00:00:00.000Z' },
      { id: id('8'), email: 'not an address' },
    ],
    settings: [
      { id: id('5'), key: 'title', value: 'Old blog' },
      { id: id('6'), key: 'ghost_head', value: '<meta name="x">' },
      { id: id('7'), key: 'active_timezone', value: 'Nowhere/Else' },
      { id: id('8'), key: 'members_private_key', value: 'stolen' },
      { id: id('9'), key: 'labs', value: '{"members":false}' },
      { id: id('a'), key: 'logo', value: `${SITE_URL}/content/images/logo.png` },
      { id: id('b'), key: 'permalinks', value: '/:slug/' },
    ],
    subscribers: [{ id: id('1'), email: 's@x.io' }],
  };

  it('is imported with its ids and relative URLs, and a report of the omitted rows', async () => {
    const response = await importInto(target, wrapped(data));
    expect(response.status).toBe(200);
    const problems = response
      .list('problems')
      .map(({ help, message, context }) => `${String(help)}: ${String(message)} ${String(context)}`);
    expect(problems).toEqual([
      expect.stringMatching(/^Post: The content cannot be read\. The post is empty\..*p-3/),
      expect.stringMatching(/^Post: The post was scheduled without a time in the future\. It is a draft\..*p-5/),
      expect.stringMatching(/^Post: Another post or page has its slug\..*p-1-2/),
      ...['p-2', 'p-3', 'p-4', 'p-5', 'p-1-2', 'no-id'].map((slug) =>
        expect.stringMatching(new RegExp(`^Post: The file names no author for the post, or.*${slug}"`)),
      ),
      expect.stringMatching(/^Member: Validation \(isEmail\) failed.*not an address/),
      expect.stringMatching(/^Setting: Validation \(isTimezone\) failed.*active_timezone/),
    ]);
    const { manager } = target.dataSource;
    const posts = new Map((await manager.find(Post)).map((one) => [one.slug, one]));
    expect([...posts.keys()].sort()).toEqual(['no-id', 'p-1', 'p-1-2', 'p-2', 'p-3', 'p-4', 'p-5']);
    expect(posts.get('p-1')).toMatchObject({
      id: id('1'),
      type: 'post',
      featureImage: '/content/images/f.png',
      html: expect.stringContaining('<a href="/other/">'),
      publishedAt: new Date('2018-05-05T10:00:00Z'),
    });
    expect(posts.get('p-2')).toMatchObject({ type: 'page', html: '<p>only <b>html</b></p>' });
    expect(posts.get('p-4')?.mobiledoc).toContain('["hr",{}]');
    expect(posts.get('p-5')?.status).toBe('draft');
    expect(posts.get('p-1-2')?.title).toBe('null');
    expect(await manager.find(PostMeta)).toMatchObject([
      { postId: id('1'), metaTitle: 'From 2.x', ogImage: '/content/images/og.png' },
    ]);
    expect(await manager.find(Tag)).toMatchObject([{ id: id('d'), featureImage: '/content/images/t.png' }]);
  });

  it('creates no owner, and keeps the authors of posts', async () => {
    const users = await target.dataSource.manager.find(User, { relations: { roles: true }, order: { id: 'ASC' } });
    expect(users.map(({ slug, roles }) => [slug, roles?.map(({ name }) => name).join()])).toEqual([
      ['theirs', 'Owner'],
      ['no-id', 'Contributor'],
      ['bob', 'Author'],
      ['owner', 'Administrator'],
    ]);
    const authors: { slug: string; author: string }[] = await target.dataSource.query(
      `select p.slug, u.slug as author from publishing.posts_authors a
       join publishing.posts p on p.id = a.post_id join publishing.users u on u.id = a.author_id order by p.slug`,
    );
    expect(authors.map(({ slug, author }) => `${slug} ${author}`)).toEqual([
      'no-id theirs',
      'p-1 bob',
      'p-1-2 theirs',
      'p-2 theirs',
      'p-3 theirs',
      'p-4 theirs',
      'p-5 theirs',
    ]);
  });

  it('changes the appearance of the site, not its keys and switches', async () => {
    const rows = await target.dataSource.getRepository(Setting).find();
    const value = new Map(rows.map((row) => [row.key, row.value]));
    expect(value.get('title')).toBe('Old blog');
    expect(value.get('codeinjection_head')).toBe('<meta name="x">');
    expect(value.get('logo')).toBe('/content/images/logo.png');
    expect(value.get('active_timezone')).toBe('Etc/UTC');
    expect(value.get('labs')).toContain('true');
    expect(value.get('members_private_key')).toContain('RSA PRIVATE KEY');
    const outboxEvents = await target.dataSource.getRepository(PublishingOutboxEvent).find();
    expect(outboxEvents.map(({ event }) => event)).toEqual(['site.changed']);
  });

  it('keeps the id of a setting when another setting has the id of the file', async () => {
    const { manager } = target.dataSource;
    const [title, description] = await Promise.all(
      ['title', 'description'].map((key) => manager.findOneByOrFail(Setting, { key })),
    );
    const rows = [
      { id: title?.id, key: 'description', value: 'New description' },
      { id: id('c'), key: 'cover_image', value: '/a.png' },
      { id: id('c'), key: 'icon', value: '/b.png' },
    ];
    expect((await importInto(target, wrapped({ settings: rows }))).status).toBe(200);
    const stored = await manager.findBy(Setting, { key: In(['description', 'cover_image', 'icon']) });
    const byKey = new Map(stored.map((setting) => [setting.key, setting]));
    expect(byKey.get('description')).toMatchObject({ id: description?.id, value: 'New description' });
    expect(byKey.get('cover_image')).toMatchObject({ id: id('c'), value: '/a.png' });
    expect(byKey.get('icon')?.id).not.toBe(id('c'));
    expect(byKey.get('icon')?.value).toBe('/b.png');
  });

  it('may be in an archive, and from older versions without the outer list', async () => {
    const archive = zipOf([
      { name: 'content/images/a.png', content: 'x' },
      { name: 'blog.ghost.json', content: wrapped({ tags: [{ id: id('3'), name: 'Zipped', slug: 'zipped' }] }) },
    ]);
    expect((await importInto(target, archive, 'export.zip')).status).toBe(200);
    const bare = JSON.stringify({ meta: {}, data: { tags: [{ id: id('4'), name: 'Bare', slug: 'bare' }] } });
    expect((await importInto(target, bare)).status).toBe(200);
    expect(await target.dataSource.getRepository(Tag).countBy([{ slug: 'zipped' }, { slug: 'bare' }])).toBe(2);
  });
});

describe('the images of an archive', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('the rest of an image')]);
  const archive = zipOf([
    { name: 'blog/content/images/2019/05/a.png', content: png },
    {
      name: 'blog/images/b.svg',
      content: '<svg xmlns="http://www.w3.org/2000/svg"><script>x()</script><path d="M0 0"/></svg>',
    },
    { name: 'blog/content/images/page.png', content: '<html><script>alert(1)</script>' },
    { name: 'blog/content/images/run.js', content: 'alert(1)' },
    { name: 'blog/content/images/.hidden/a.png', content: png },
    { name: '__MACOSX/images/a.png', content: png },
  ]);
  const problem = (path: string, message: string): object => ({
    message,
    help: 'Image',
    context: JSON.stringify({ path }),
  });
  const rejected = [
    problem('page.png', 'The file is not an image in a supported format.'),
    problem('run.js', 'The file is not an image in a supported format.'),
    problem('.hidden/a.png', 'The name of the file is not supported.'),
  ];

  it('are served under the paths in the posts if their bytes match their extension', async () => {
    const response = await importInto(source, archive, 'content.zip');
    expect([response.status, response.list('problems')]).toEqual([200, rejected]);
    const png = await source.anonymous.get('/content/images/2019/05/a.png');
    expect([png.status, png.headers['content-type']]).toEqual([200, 'image/png']);
    const svg = await source.anonymous.get('/content/images/b.svg');
    expect(svg.status).toBe(200);
    expect(svg.text).not.toContain('script');
    expect((await source.anonymous.get('/content/images/page.png')).status).toBe(404);
  });

  it('are not overwritten by a second import', async () => {
    const response = await importInto(source, archive, 'content.zip');
    expect(response.list('problems')).toEqual(rejected);
    expect(response.body).toMatchObject({ report: { tables: [{ table: 'content/images', stored: 0, present: 2 }] } });
  });
});

describe('POST /db/ rejects', () => {
  it.each([
    ['what is no JSON', '{"db": [', 'x.json', 400, 'The JSON is incomplete.'],
    ['JSON that is no export', '{"hello": 1}', 'x.json', 422, null],
    ['another ending', 'x', 'x.txt', 415, null],
    ['what is no archive', 'PK', 'x.zip', 422, expect.stringContaining('not a zip file')],
    ['an archive without an export', zipOf([{ name: 'a.txt', content: 'x' }]), 'x.zip', 422, null],
    [
      'a link in an archive',
      zipOf([{ name: 'a.json', content: '/etc/passwd', mode: 0o120777 }]),
      'x.zip',
      422,
      'a.json',
    ],
    [
      'a path out of an archive',
      zipOf([{ name: '../a.json', content: '{}' }]),
      'x.zip',
      422,
      expect.stringContaining('../a.json'),
    ],
    [
      'an absolute path',
      zipOf([{ name: '/etc/a.json', content: '{}' }]),
      'x.zip',
      422,
      expect.stringContaining('/etc'),
    ],
    [
      'a file with a huge declared size',
      zipOf([{ name: 'a.json', content: '{}', claimedSize: 0x7fffffff }]),
      'x.zip',
      422,
      'a.json',
    ],
    [
      'a file that is longer than its declared size',
      zipOf([{ name: 'a.json', content: '{}  ', claimedSize: 1 }]),
      'x.zip',
      422,
      'a.json',
    ],
  ])('%s', async (_, content, filename, status, context) => {
    const response = await importInto(source, content, filename);
    expect([response.status, response.error.context]).toEqual([status, context]);
  });

  it('a form without a file, or with the file in another field', async () => {
    const none = await source.owner.post('db/', {});
    expect([none.status, none.error.message]).toEqual([422, 'Please select a database file to import.']);
    expect((await importInto(source, '{}', 'x.json', 'file')).status).toBe(422);
    const wrong = await importInto(source, 'x', 'x.txt');
    expect(wrong.error.message).toBe('Unsupported file. Please try any of the following formats: .json,.zip');
  });
});

describe('DELETE /db/', () => {
  it('deletes posts, pages and tags, and nothing else', async () => {
    const administrator = await source.as('Administrator');
    expect((await (await source.as('Author')).delete('db/')).status).toBe(403);
    const response = await administrator.delete('db/');
    expect([response.status, response.headers['x-cache-invalidate']]).toEqual([204, '/*']);
    const { posts, tags, users, members } = await exportOf(source);
    expect([posts, tags]).toEqual([[], []]);
    expect([users?.length, members?.length]).toEqual([expect.any(Number), 2]);
  });
});
