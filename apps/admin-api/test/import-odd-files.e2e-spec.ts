import type { ImportReport } from '@almanac/publishing';
import { lexicalOf } from '@almanac/testing';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { encodeForm, type FormPart, postForm } from './multipart';

type Row = Record<string, unknown>;

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());
beforeEach(() => api.dataSource.query('truncate publishing.posts, publishing.tags, publishing.imported_posts cascade'));

const post = (slug: string, more: Row = {}): Row => ({ id: slug, title: slug, slug, html: '<p>x</p>', ...more });

const importInto = (content: string | Buffer, path = 'db/'): Promise<ApiResponse> =>
  postForm(api.owner, path, [{ name: 'importfile', filename: 'export.json', content, type: 'application/json' }]);
const importData = (data: object): Promise<ApiResponse> =>
  importInto(JSON.stringify({ db: [{ meta: { version: '4.48' }, data }] }));
const reportOf = ({ body }: ApiResponse): ImportReport => (body as { report: ImportReport }).report;
const changesOf = (response: ApiResponse): unknown[] =>
  reportOf(response)
    .posts.changes.filter(({ change }) => change !== 'author')
    .map(({ change, slug, detail }) => [change, slug, detail]);
const slugs = async (): Promise<unknown[]> =>
  (await api.dataSource.query<Row[]>('select slug from publishing.posts order by slug')).map(({ slug }) => slug);

describe('a file in an unusual form', () => {
  const data = { posts: [post('one'), post('two')] };

  it.each([
    ['`db` is no list', { db: { meta: { version: '2.1' }, data } }],
    [
      'a table is an object of rows',
      { db: [{ meta: { version: '2.1' }, data: { posts: { 0: post('one'), 7: post('two') } } }] },
    ],
    ['both', { db: { meta: { version: '2.1' }, data: { posts: { 0: post('one'), a: post('two') } } } }],
    ['the version follows the tables', { db: [{ data, meta: { version: '2.1' } }] }],
  ])('arrives when %s', async (_, file) => {
    const response = await importInto(JSON.stringify(file));
    expect([response.status, await slugs()]).toEqual([200, ['one', 'two']]);
    const { tables, file: described } = reportOf(response);
    expect([described.version, tables]).toEqual([
      '2.1',
      [{ table: 'posts', read: 2, stored: 2, present: 0, left_out: [] }],
    ]);
  });

  it.each([
    ['in a list of databases', (data: Row) => ({ db: [{ data }] })],
    ['in a database', (data: Row) => ({ db: { data } })],
    ['without a database', (data: Row) => ({ data })],
  ])('reports tables that are not lists: %s', async (_, file) => {
    const odd = { tags: 'news', users: 7, members: true, own: 'x', settings: null, posts: [post('one')] };
    const response = await importInto(JSON.stringify(file(odd)));
    const unreadable = { read: 1, stored: 0, present: 0, left_out: [{ reason: 'The row cannot be read.', rows: 1 }] };
    const { tables, failed } = reportOf(response);
    expect([response.status, failed, tables]).toEqual([
      200,
      3,
      [
        { table: 'tags', ...unreadable },
        { table: 'users', ...unreadable },
        { table: 'members', ...unreadable },
        { table: 'own', ...unreadable, left_out: [{ reason: 'Almanac does not store this table.', rows: 1 }] },
        { table: 'posts', read: 1, stored: 1, present: 0, left_out: [] },
      ],
    ]);
  });

  it('has no name or slug if these consist of NUL characters', async () => {
    const response = await importData({
      tags: [
        { id: 1, name: '\0', slug: '\0\0' },
        { id: 2, name: 'News', slug: '\0' },
        { id: 3, name: '\0', slug: 'sea' },
      ],
    });
    expect(reportOf(response).tables).toMatchObject([
      { stored: 2, left_out: [{ reason: 'The tag has no name and no slug.', rows: 1 }] },
    ]);
    const tags = await api.dataSource.query<Row[]>('select name, slug from publishing.tags order by slug');
    expect(tags).toEqual([
      { name: 'News', slug: 'news' },
      { name: 'sea', slug: 'sea' },
    ]);
  });

  it('keeps ids apart that JavaScript rounds to the same number', async () => {
    const links =
      '"posts_tags":[{"post_id":1234567890123456781,"tag_id":1},{"post_id":1234567890123456782,"tag_id":2}]';
    const tags = '"tags":[{"id":1,"slug":"one"},{"id":2,"slug":"two"}]';
    const posts = ['781', '782'].map((end) => `{"id":1234567890123456${end},"slug":"post-${end}"}`).join();
    expect((await importInto(`{"data":{"posts":[${posts}],${tags},${links}}}`)).status).toBe(200);
    const tagged = await api.dataSource.query<Row[]>(
      `select p.slug as post, t.slug as tag from publishing.posts_tags l join publishing.posts p on p.id = l.post_id
       join publishing.tags t on t.id = l.tag_id order by 1, 2`,
    );
    expect(tagged).toEqual([
      { post: 'post-781', tag: 'one' },
      { post: 'post-782', tag: 'two' },
    ]);
  });

  it('has a primary tag and author of each post, also if the site lacks the first ones of the file', async () => {
    const links = (column: string): Row[] => [
      { post_id: 'one', [column]: 'absent', sort_order: 0 },
      { post_id: 'one', [column]: 'last', sort_order: 2 },
      { post_id: 'one', [column]: 'next', sort_order: 1 },
    ];
    const tags = ['next', 'last'].map((id) => ({ id, slug: id }));
    const users = ['next', 'last'].map((id) => ({ id, slug: id, name: id, email: `${id}@x.io` }));
    const posts_tags = links('tag_id');
    const posts_authors = links('author_id');
    const response = await importData({ posts: [post('one')], tags, users, posts_tags, posts_authors });
    expect(response.status).toBe(200);
    const primary = await api.dataSource.query<Row[]>(
      `select l.owner_type, coalesce(t.slug, u.slug) as slug from publishing.post_listings l
       left join publishing.tags t on t.id = l.owner_id left join publishing.users u on u.id = l.owner_id
       where l.is_primary order by l.owner_type`,
    );
    expect(primary).toEqual([
      { owner_type: 'author', slug: 'next' },
      { owner_type: 'tag', slug: 'next' },
    ]);
  });

  it('reports rows of members that repeat another row', async () => {
    const subscription = { member_id: 1, started_at: '2020-01-01T00:00:00.000Z', provider: 'stripe', status: 'active' };
    const response = await importData({
      members: [{ id: 1, email: 'repeated@x.io' }],
      labels: ['VIP', 'vip'].map((name) => ({ id: name, name })),
      members_labels: ['VIP', 'vip'].map((label_id) => ({ member_id: 1, label_id })),
      member_subscriptions: [1, 2].map((id) => ({ ...subscription, id, provider_subscription_id: 'sub_1' })),
    });
    const { tables } = reportOf(response);
    expect(tables.filter(({ table }) => ['members_labels', 'member_subscriptions'].includes(table))).toMatchObject([
      { stored: 1, left_out: [{ reason: 'Another row gives the member the same label.', rows: 1 }] },
      { stored: 1, left_out: [{ reason: 'The site has this subscription already.', rows: 1 }] },
    ]);
  });

  it('has posts that clients can edit, also without the dates of a row', async () => {
    const id = 'b'.repeat(24);
    expect((await importData({ posts: [post('one', { id })] })).status).toBe(200);
    const { updated_at } = (await api.owner.get(`posts/${id}/`)).one('posts');
    expect((await api.owner.put(`posts/${id}/`, { posts: [{ updated_at, title: 'Edited' }] })).status).toBe(200);
  });

  it('has events for the edits of rows that were deleted and imported again', async () => {
    const id = 'a'.repeat(24);
    const data = {
      posts: [post('one', { id, updated_at: '2020-01-01T00:00:00.000Z' })],
      tags: [{ id, slug: 'two', name: 'Two' }],
    };
    const caller = api.owner.in('v5');
    const editAfterImport = async (description: string): Promise<void> => {
      expect((await importData(data)).status).toBe(200);
      const { updated_at } = (await caller.get(`posts/${id}/`)).one('posts');
      const custom_excerpt = description;
      expect((await caller.put(`posts/${id}/`, { posts: [{ updated_at, custom_excerpt }] })).status).toBe(200);
      expect((await caller.put(`tags/${id}/`, { tags: [{ description }] })).status).toBe(200);
    };
    await editAfterImport('First');
    expect((await api.owner.delete('db/')).status).toBe(204);
    await editAfterImport('Second');
    const events = await api.dataSource.query<Row[]>(
      `select event, count(*)::int as n from publishing.outbox where subject_id = $1 and event like '%.edited'
       group by event order by event`,
      [id],
    );
    expect(events).toEqual([
      { event: 'post.edited', n: 2 },
      { event: 'tag.edited', n: 2 },
    ]);
  });

  it('is refused as a whole when it holds several exports', async () => {
    const response = await importInto(JSON.stringify({ db: [{ data }, { data: { posts: [post('three')] } }] }));
    expect([response.status, response.error.message, await slugs()]).toEqual([
      422,
      'The file contains several exports.',
      [],
    ]);
  });

  it.each(['utf16le', 'latin1'] as const)('is refused in the encoding %s, with what it must be', async (encoding) => {
    const bom = encoding === 'utf16le' ? '\uFEFF' : '';
    const json = JSON.stringify({ data: { posts: [post('one', { title: 'Straße' })] } });
    const response = await importInto(Buffer.from(bom + json, encoding));
    expect([response.status, response.error.help]).toEqual([400, expect.stringContaining('JSON in UTF-8')]);
  });
});

describe('a post with absolute URLs of this site', () => {
  const html = `<p><a href="${SITE_URL}/about/">About</a></p>`;
  const markups = [['a', ['href', `${SITE_URL}/about/`]]];
  const sections = [[1, 'p', [[0, [0], 1, 'About']]]];
  const mobiledoc = JSON.stringify({ version: '0.3.1', atoms: [], cards: [], markups, sections });

  it('stays what it was, because its html and its source get relative URLs before they are compared', async () => {
    const markdown = `[About](${SITE_URL}/about/)`;
    const response = await importData({
      posts: [post('mobiledoc', { html, mobiledoc }), post('markdown', { html, markdown, mobiledoc: null })],
    });
    expect([response.status, changesOf(response)]).toEqual([200, []]);
    const stored = await api.dataSource.query<Row[]>('select html, mobiledoc from publishing.posts order by slug');
    expect(stored.map((row) => row['html'])).toEqual(Array(2).fill('<p><a href="/about/">About</a></p>'));
    expect(stored.map((row) => String(row['mobiledoc']).includes('"html"'))).toEqual([false, false]);
  });
});

describe('a post without html', () => {
  const mobiledoc = (...cards: [string, Row][]): string =>
    JSON.stringify({
      ...{ version: '0.3.1', ghostVersion: '4.0', atoms: [], markups: [], cards },
      sections: [
        [1, 'p', [[0, [], 0, 'Before']]],
        ...cards.map((_, index) => [10, index]),
        [1, 'p', [[0, [], 0, 'After']]],
      ],
    });
  const row = (slug: string, ...cards: [string, Row][]): Row =>
    post(slug, { html: null, mobiledoc: mobiledoc(...cards) });

  it('shows the cards of Ghost 4, which mobiledoc of Ghost 3 does not have', async () => {
    const response = await importData({
      posts: [
        row('toggle', ['toggle', { heading: 'Heading', content: '<p>Text</p>' }], ['hr', {}]),
        row('audio', ['audio', { src: '__GHOST_URL__/content/media/a.mp3', title: 'Song', duration: 3 }]),
        row('paywall', ['paywall', {}]),
      ],
    });
    expect([response.status, reportOf(response).failed]).toEqual([200, 0]);
    const stored = await api.dataSource.query<Row[]>(
      'select slug, html, mobiledoc from publishing.posts order by slug',
    );
    const [audio, paywall, toggle] = stored.map(({ html }) => String(html));
    expect(audio).toContain('<audio src="/content/media/a.mp3"');
    expect(paywall).toMatch(/^<p>Before<\/p>.*<!--members-only-->.*<p>After<\/p>$/s);
    expect(toggle).toMatch(/^<p>Before<\/p>.*Heading.*Text.*<hr><p>After<\/p>$/s);
    expect(
      stored.map((one) => (JSON.parse(String(one.mobiledoc)) as { cards: [string][] }).cards.map(([name]) => name)),
    ).toEqual([['html'], ['html'], ['html', 'hr']]);
    const detail = 'One part of the post is kept as an html card.';
    const expected = ['audio', 'paywall', 'toggle'].map((slug) => ['content-kept-as-html', slug, detail]);
    expect(changesOf(response).sort()).toEqual(expected);
  });

  it('keeps a card that no version renders, and says so', async () => {
    const response = await importData({ posts: [row('own', ['my-card', { text: 'payload' }])] });
    expect(changesOf(response)).toEqual([
      ['card-not-shown', 'own', 'The card "my-card" is unknown. It stays in the post and is not shown.'],
    ]);
    const [stored] = await api.dataSource.query<Row[]>('select html, mobiledoc from publishing.posts');
    expect(stored).toEqual({ html: '<p>Before</p><p>After</p>', mobiledoc: expect.stringContaining('payload') });
    expect(reportOf(response).failed).toBe(0);
  });
});

describe('a post with a source that cannot be read', () => {
  const readable = JSON.stringify({
    ...{ version: '0.3.1', atoms: [], cards: [], markups: [] },
    sections: [[1, 'p', [[0, [], 0, 'Mobiledoc']]]],
  });
  const tooLarge = JSON.stringify({
    ...{ version: '0.3.1', atoms: [], cards: [], markups: [] },
    sections: Array.from({ length: 10_001 }, () => [1, 'p', []]),
  });

  it('has the content of another source or of its html, and is reported', async () => {
    const response = await importData({
      posts: [
        post('html', { mobiledoc: '{"version":' }),
        post('markdown', { html: null, mobiledoc: '{"version":', markdown: '**Markdown**' }),
        post('markdown-and-html', { html: '<p><strong>B</strong></p>', mobiledoc: '{}', markdown: '**B**' }),
        post('markdown-of-large', { html: null, mobiledoc: tooLarge, markdown: '**Markdown**' }),
        post('mobiledoc', { html: null, lexical: '{', mobiledoc: readable }),
        post('nothing', { html: null, lexical: '{', mobiledoc: '{' }),
      ],
    });
    const stored = await api.dataSource.query<Row[]>(
      'select slug, html, mobiledoc from publishing.posts order by slug',
    );
    const shown = new Map(stored.map(({ slug, html }) => [slug, String(html)]));
    expect(shown.get('html')).toBe('<p>x</p>');
    for (const slug of ['markdown', 'markdown-of-large']) {
      expect(shown.get(slug)).toContain('<p><strong>Markdown</strong></p>');
    }
    expect(shown.get('mobiledoc')).toBe('<p>Mobiledoc</p>');
    expect(shown.get('nothing')).toBe('null');
    expect(stored.find(({ slug }) => slug === 'markdown-and-html')?.mobiledoc).toContain('"markdown"');
    const markdownUsed = 'Its mobiledoc cannot be read. The post has the content of its markdown.';
    expect(changesOf(response)).toEqual([
      ['content-kept-as-html', 'html', 'Its mobiledoc cannot be read. Its html is kept as one html card.'],
      ['content-unreadable', 'markdown', markdownUsed],
      ['content-unreadable', 'markdown-and-html', markdownUsed],
      ['content-unreadable', 'markdown-of-large', markdownUsed],
      [
        'content-unreadable',
        'mobiledoc',
        'Its lexical document cannot be read. The post has the content of its mobiledoc.',
      ],
      ['content-unreadable', 'nothing', 'The content cannot be read. The post is empty.'],
    ]);
  });
});

describe('a value that is not stored as it is', () => {
  it('is reported for dates and types of posts', async () => {
    const response = await importData({
      posts: [
        post('dates', { status: 'published', created_at: { $date: '2015' }, published_at: '0000-00-00 00:00:00' }),
        post('type', { type: 'event' }),
        post('days', { created_at: '2021-02-29 10:00:00', published_at: '2021-02-31T10:00:00.000Z' }),
        post('known', { type: 'page', created_at: '2015-01-01 00:00:00', published_at: null }),
      ],
    });
    expect(changesOf(response)).toEqual([
      ['date', 'dates', 'The date in created_at cannot be read. It was left out.'],
      ['date', 'dates', 'The date in published_at cannot be read. It was left out.'],
      ['type', 'type', 'Its type is unknown. It is a post.'],
      ['date', 'days', 'The date in created_at cannot be read. It was left out.'],
      ['date', 'days', 'The date in published_at cannot be read. It was left out.'],
    ]);
  });

  it('does not make a post public if its visibility or status cannot be read, and is reported', async () => {
    const published = { status: 'published' };
    const posts = [
      post('absent', { ...published, visibility: '', email_only: null }),
      post('list', { ...published, visibility: ['members'] }),
      post('mail', { ...published, email_only: 'yes' }),
      post('meta', published),
      post('number', { ...published, visibility: 0, email_only: 1 }),
      post('object', { ...published, visibility: { tiers: ['gold'] }, email_only: {} }),
      post('status', { status: ['published'] }),
    ];
    const response = await importData({ posts, posts_meta: [{ post_id: 'meta', email_only: 'yes' }] });
    const stored = await api.dataSource.query<Row[]>(
      'select slug, status, visibility, email_only from publishing.posts order by slug',
    );
    expect(stored.map((row) => Object.values(row).join(' '))).toEqual([
      'absent published public false',
      'list published paid false',
      'mail published public true',
      'meta published public true',
      'number published paid true',
      'object published paid true',
      'status draft public false',
    ]);
    const unreadable = 'The value of email_only cannot be read. The post is not on the site.';
    const noEquivalent = (text: string): string =>
      `The visibility "${text}" has no equivalent. The post is for paying members.`;
    expect(changesOf(response)).toEqual([
      ['visibility', 'list', noEquivalent('["members"]')],
      ['email-only', 'mail', unreadable],
      ['visibility', 'number', noEquivalent('0')],
      ['visibility', 'object', noEquivalent('{"tiers":["gold"]}')],
      ['email-only', 'object', unreadable],
      ['status', 'status', 'The status "["published"]" is unknown. The post is a draft.'],
    ]);
    expect(reportOf(response).fields).toEqual([
      { table: 'posts_meta', field: 'email_only', reason: expect.stringContaining('not on the site'), values: 1 },
    ]);
  });

  it('is reported for a scheduled post whose newsletter is not sent', async () => {
    const scheduled = { status: 'scheduled', published_at: '2999-01-01 00:00:00', newsletter_id: 'newsletter' };
    const response = await importData({ posts: [post('planned', scheduled), post('written', { newsletter_id: 'n' })] });
    const detail = 'It was scheduled with a newsletter. It is not sent by e-mail.';
    expect(changesOf(response)).toEqual([['recipients', 'planned', detail]]);
  });

  it('is reported for a post without an author, with its id in the file', async () => {
    const { changes } = reportOf(await importData({ posts: [post('anonymous')] })).posts;
    expect(changes).toMatchObject([{ change: 'author', id: 'anonymous', slug: 'anonymous' }]);
  });

  it('is reported for tags that a post has twice', async () => {
    const response = await importData({
      posts: [post('one')],
      tags: [{ id: 't', name: 'News', slug: 'news' }],
      posts_tags: [
        { post_id: 'one', tag_id: 't' },
        { post_id: 'one', tag_id: 't' },
      ],
    });
    expect(reportOf(response).tables.find(({ table }) => table === 'posts_tags')).toMatchObject({
      read: 2,
      stored: 1,
      left_out: [{ reason: 'Another row gives the post the same tag.', rows: 1 }],
    });
  });

  it('is reported for recipients of mails, and no mail goes to other members than the file names', async () => {
    const longFilter = Array.from({ length: 200 }, () => 'label:customers').join(',');
    const scheduled = { status: 'scheduled', published_at: '2999-01-01 00:00:00', send_email_when_published: 1 };
    const response = await importData({
      posts: [
        post('tier', { ...scheduled, email_recipient_filter: 'tier:gold' }),
        post('broken', { ...scheduled, email_recipient_filter: 'label:vip+(' }),
        post('long', { ...scheduled, email_recipient_filter: longFilter }),
        post('vip', { ...scheduled, email_recipient_filter: 'label:vip' }),
        post('sent', { status: 'published', published_at: '2020-01-01 00:00:00', send_email_when_published: 1 }),
        post('unsent', { email_recipient_filter: 'none' }),
        post('without', { email_recipient_filter: null }),
      ],
    });
    const detail = 'Its recipient filter is not valid. It has the default recipients, and is not sent by e-mail.';
    expect(changesOf(response)).toEqual(['tier', 'broken', 'long'].map((slug) => ['recipients', slug, detail]));
    const stored = await api.dataSource.query<Row[]>(
      `select slug, email_recipient_filter as filter, send_email_when_published as "isMailed" from publishing.posts`,
    );
    expect(new Map(stored.map(({ slug, filter, isMailed }) => [slug, [filter, isMailed]]))).toEqual(
      new Map([
        ['tier', ['all', false]],
        ['broken', ['all', false]],
        ['long', ['all', false]],
        ['vip', ['label:vip', true]],
        ['sent', ['all', false]],
        ['unsent', ['none', false]],
        ['without', ['all', false]],
      ]),
    );
  });

  it('is absolute for a page of the site as the website of a user', async () => {
    await importData({
      users: [{ id: 1, name: 'Webb', slug: 'webb', email: 'webb@x.io', website: '__GHOST_URL__/webb/' }],
    });
    const [webb] = await api.dataSource.query<Row[]>(`select website from publishing.users where slug = 'webb'`);
    expect(webb).toEqual({ website: `${SITE_URL}/webb/` });
  });

  it('keeps the date of a user whose row has none', async () => {
    const file = JSON.stringify({ data: { users: [{ id: 1, name: 'Old', slug: 'old', email: 'old@x.io' }] } });
    await importInto(file, 'db/?keep_staff_access=true');
    await api.dataSource.query(`update publishing.users set created_at = '2020-02-02' where slug = 'old'`);
    const response = await importInto(file, 'db/?keep_staff_access=true');
    expect(reportOf(response).tables).toEqual([{ table: 'users', read: 1, stored: 0, present: 1, left_out: [] }]);
  });

  it('becomes the time of the import if it is a date of creation in the future', async () => {
    const created_at = '2099-01-02T03:04:05.000Z';
    await importData({ members: [{ id: 1, email: 'future@x.io', created_at }] });
    const [member] = await api.dataSource.query<Row[]>(
      `select created_at <= now() as "isPast" from publishing.members where email = 'future@x.io'`,
    );
    expect(member).toEqual({ isPast: true });
  });

  it('is reported for slugs of users and uuids of members', async () => {
    const response = await importData({
      users: [
        { id: 1, name: 'Second', slug: 'owner', email: 'second@x.io' },
        { id: 2, name: 'Third', slug: 'third', email: 'third@x.io' },
      ],
      members: [{ id: 1, email: 'member@x.io', uuid: '00000000-0000-4000-8000-000000000000' }],
    });
    expect(reportOf(response).fields).toEqual([
      {
        table: 'users',
        field: 'slug',
        reason: 'The slug is not valid, or a stored user has it. The imported user got a different slug.',
        values: 1,
      },
      { table: 'members', field: 'uuid', reason: 'Almanac has no such column.', values: 1 },
    ]);
  });
});

describe('a form that is invalid after its file', () => {
  const content = JSON.stringify({ db: [{ meta: { version: '4.48' }, data: { posts: [post('one')] } }] });
  const file: FormPart = { name: 'importfile', filename: 'export.json', content, type: 'application/json' };

  it('imports nothing when it has a second file', async () => {
    const response = await postForm(api.owner, 'db/', [file, file]);
    expect([response.status, await slugs()]).toEqual([422, []]);
  });

  it.each(['title', 'note"', '--\r\n'])('imports nothing when it ends before %j', async (end) => {
    const { body, headers } = await encodeForm([file, { name: 'note', content: 'x' }]);
    const response = await api.owner.with(headers).post('db/', body.subarray(0, body.lastIndexOf(end)));
    expect([response.status, await slugs()]).toEqual([400, []]);
  });

  it('does not prevent the next import', async () => {
    const response = await postForm(api.owner, 'db/', [file]);
    expect([response.status, await slugs()]).toEqual([200, ['one']]);
  });
});

describe('a post with a card for paying members', () => {
  const segment = 'status:-free';
  const visibility = { web: { nonMember: false, memberSegment: segment }, email: { memberSegment: segment } };
  const card = { type: 'html', version: 1, html: '<p>PAID</p>', visibility };
  const gated = (html: string): string =>
    `<!--kg-gated-block:begin nonMember:false memberSegment:"${segment}" -->${html}<!--kg-gated-block:end-->`;

  it.each([
    [
      'the card',
      lexicalOf('a', card, 'b'),
      `<p>a</p>${gated('<p>OTHER</p>')}<p>b</p>`,
      ['a', gated('<p>OTHER</p>'), 'b'],
    ],
    [
      'the block before it',
      lexicalOf('a', card, 'b'),
      `<p>x</p>${gated(card.html)}<p>b</p>`,
      ['<p>x</p>', card.html, 'b'],
    ],
  ])('keeps it whole where readers saw another content of %s', async (_, lexical, html, expected) => {
    await importData({ posts: [post('gated', { lexical, html })] });
    const [row] = await api.dataSource.query<{ lexical: string }[]>('select lexical from publishing.posts');
    const { root } = JSON.parse(row?.lexical ?? '') as {
      root: { children: { html?: string; children?: { text: string }[] }[] };
    };
    expect(root.children.map(({ html: cardHtml, children }) => cardHtml ?? children?.[0]?.text)).toEqual(expected);
  });
});
