import type { ImportReport } from '@almanac/publishing';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { firstGhost } from './exports/first-ghost';
import { postForm } from './multipart';

type Row = Record<string, unknown>;

const importInto = (api: AdminApiUnderTest, data: object, version = '5.87.1', query = ''): Promise<ApiResponse> =>
  postForm(api.owner, `db/${query}`, [
    {
      name: 'importfile',
      filename: 'export.json',
      content: JSON.stringify({ db: [{ meta: { version }, data }] }),
      type: 'application/json',
    },
  ]);

const reportOf = (response: ApiResponse): ImportReport => (response.body as { report: ImportReport }).report;

let api: AdminApiUnderTest;
const open = async (): Promise<void> => {
  api = await startAdminApi();
};
const rowsOf = (statement: string): Promise<Row[]> => api.dataSource.query(statement);

describe('an export of the first versions of Ghost', () => {
  let report: ImportReport;
  beforeAll(async () => {
    await open();
    report = reportOf(await importInto(api, firstGhost.data, '003'));
  });
  afterAll(() => api.close());

  it('keeps markdown as markdown, and what it cannot render as html', async () => {
    const posts = await rowsOf(
      'select slug, mobiledoc, type, feature_image, published_at from publishing.posts order by slug',
    );
    const cards = posts.map(({ mobiledoc }) =>
      (JSON.parse(String(mobiledoc)) as { cards: [string][] }).cards.map(([name]) => name),
    );
    expect(cards).toEqual([['markdown'], ['html', 'markdown', 'html'], ['markdown']]);
    expect(posts.map(({ type }) => type)).toEqual(['post', 'page', 'post']);
    expect(posts[0]).toMatchObject({
      feature_image: '/content/images/2014/01/a.png',
      published_at: new Date(1_388_318_240_000),
    });
    expect(report.posts.counts).toEqual([{ change: 'content-kept-as-html', posts: 1 }]);
  });

  it('adds the owner of the file as a suspended administrator, and the others as contributors', async () => {
    const users = await rowsOf(
      `select u.slug, u.email, u.status, r.name as role, u.profile_image, u.cover_image from publishing.users u
       join publishing.roles_users l on l.user_id = u.id join publishing.roles r on r.id = l.role_id
       where u.id <> '1' order by u.slug`,
    );
    expect(users).toEqual([
      {
        slug: 'first',
        email: 'first@x.io',
        status: 'inactive',
        role: 'Administrator',
        profile_image: '/content/images/me.png',
        cover_image: null,
      },
      expect.objectContaining({ slug: 'second', role: 'Contributor', cover_image: '//x.io/cover.png' }),
      expect.objectContaining({ slug: 'third', email: 'third@imported.invalid', status: 'inactive' }),
    ]);
  });

  it('maps the ids of tags, also of their parents and posts', async () => {
    const tags = await rowsOf(
      `select t.slug, p.slug as parent, t.feature_image from publishing.tags t left join publishing.tags p on p.id = t.parent_id order by 1`,
    );
    expect(tags).toEqual([
      { slug: 'child', parent: 'parent', feature_image: '/content/images/t.png' },
      { slug: 'parent', parent: null, feature_image: null },
    ]);
    const links = await rowsOf(
      `select t.slug from publishing.posts_tags l join publishing.tags t on t.id = l.tag_id order by l.sort_order, l.id`,
    );
    expect(links.map(({ slug }) => slug)).toEqual(['child', 'parent']);
  });

  it('reads settings by their former names', async () => {
    const settings = await rowsOf('select key, value from publishing.settings');
    const value = new Map(settings.map((row) => [row.key, row.value]));
    expect(value.get('title')).toBe('The first blog');
    expect(value.get('cover_image')).toBe('/content/images/cover.png');
    expect(value.get('default_locale')).toBe('en_US');
    expect(value.get('active_timezone')).toBe('Europe/Lisbon');
    expect(value.get('active_theme')).toBe('casper-of-mine');
    expect(value.get('codeinjection_head')).toBe('<meta name="x">');
    expect(value.get('is_private')).toBe('false');
    expect(JSON.parse(String(value.get('navigation')))).toEqual([
      { label: '2014', url: '/2014/' },
      { label: 'Home', url: '/' },
    ]);
  });

  it('reports what was left out', () => {
    expect(report.file).toEqual({ version: '003', newest_known: expect.any(String) });
    expect(report.warnings).toEqual([expect.stringContaining('private')]);
    const leftOut = report.tables.flatMap(({ table, left_out: rows }) =>
      rows.map((one) => [table, one.rows, one.reason]),
    );
    expect(leftOut).toEqual(
      expect.arrayContaining([
        ['permissions', 1, 'Almanac does not store this table.'],
        ['posts_tags', 1, 'The row refers to no post of the file.'],
        ['settings', 1, 'Almanac has no such setting.'],
      ]),
    );
    expect(report.fields).toContainEqual({
      table: 'posts',
      field: 'created_by',
      reason: 'The value names a user of the installation that wrote the file.',
      values: 3,
    });
  });
});

const id = (digit: string): string => digit.repeat(24);
const LEXICAL = JSON.stringify({
  root: {
    type: 'root',
    children: [
      {
        type: 'paragraph',
        children: [
          { type: 'extended-text', text: 'Read ' },
          { type: 'link', url: '__GHOST_URL__', children: [] },
        ],
      },
    ],
  },
});
const post = (digit: string, more: Row): Row => ({
  id: id(digit),
  title: digit,
  slug: `p-${digit}`,
  status: 'published',
  ...more,
});

describe('values of newer versions of Ghost', () => {
  let report: ImportReport;
  let posts: Map<unknown, Row>;
  beforeAll(async () => {
    await open();
    const shared =
      '<p><a href="https://t.example/?u=__GHOST_URL__/x/&amp;v=1">share</a> <a href="__GHOST_URL__">home</a></p>';
    const response = await importInto(
      api,
      {
        posts: [
          post('1', { visibility: 'tiers', lexical: LEXICAL, html: '<p>Read <a href="__GHOST_URL__"></a></p>' }),
          post('2', { visibility: 'label:vip' }),
          post('3', { status: 'sent', visibility: 'public' }),
          post('4', { status: 'archived' }),
          post('5', { html: shared }),
          post('6', { html: '<p>x</p>', mobiledoc: { version: '0.3.1', sections: [[1, 'p', [[0, [], 0, 'x']]]] } }),
          post('7', {
            created_at: '2020-05-05 05:05:05',
            published_at: '0000-02-03T04:05:06.000Z',
            email_segment: 'all',
          }),
          { title: 'Without an id', slug: 'without-id', status: 'draft' },
          { title: 'The same slug', slug: 'without-id', status: 'draft' },
          null,
        ],
        posts_meta: [
          { post_id: id('1'), feature_image_alt: 'Alt', feature_image_caption: '<b>Caption</b>', frontmatter: 'x' },
          { post_id: id('5'), email_only: 1, email_subject: 'Subject' },
        ],
        members: [
          { id: 'm1', email: 'comped@x.io', status: 'comped', created_at: '2020-01-01T00:00:00Z' },
          { id: 'm2', email: 'silent@x.io', note: 'x'.repeat(2_500) },
          { id: 'm3', email: 'year-zero@x.io', subscribed: true, created_at: '0000-01-01T00:00:00Z' },
          { id: 'm4', email: 'unreadable@x.io', subscribed: '?' },
        ],
        labels: [{ id: 'l1', name: 'VIP', slug: 'vip' }],
        members_labels: [{ id: 1, member_id: 'm1', label_id: 'l1' }],
        newsletters: [{ id: 'n1', name: 'News' }],
        members_newsletters: [{ id: 1, member_id: 'm1', newsletter_id: 'n1' }],
        settings: [
          { key: 'default_content_visibility', value: 'tiers' },
          { key: 'locale', value: 'de' },
          { key: 'icon', value: '__GHOST_URL__/content/images/icon.png' },
        ],
      },
      '6.99.0',
    );
    report = reportOf(response);
    const rows = await rowsOf(
      `select p.*, m.feature_image_alt, m.feature_image_caption from publishing.posts p left join publishing.posts_meta m on m.post_id = p.id`,
    );
    posts = new Map(rows.map((row) => [row.slug, row]));
  });
  afterAll(() => api.close());

  it('never make a post more public', () => {
    expect(posts.get('p-1')).toMatchObject({ visibility: 'paid', status: 'published' });
    expect(posts.get('p-2')).toMatchObject({ visibility: 'paid' });
    expect(posts.get('p-3')).toMatchObject({ status: 'published', email_only: true });
    expect(posts.get('p-4')).toMatchObject({ status: 'draft' });
    expect(posts.get('p-5')).toMatchObject({ email_only: true, email_subject: 'Subject' });
    expect(report.posts.counts).toEqual(
      expect.arrayContaining([
        { change: 'visibility', posts: 2 },
        { change: 'email-only', posts: 1 },
        { change: 'status', posts: 1 },
      ]),
    );
  });

  it('keep a lexical document as the source, and captions of images', () => {
    expect(posts.get('p-1')).toMatchObject({
      lexical: LEXICAL.replace('__GHOST_URL__', '/'),
      feature_image_alt: 'Alt',
      feature_image_caption: '<b>Caption</b>',
    });
  });

  it('are read from documents that are objects', () => {
    expect(posts.get('p-6')?.html).toBe('<p>x</p>');
  });

  it('have URLs in place of the placeholder, absolute in queries', () => {
    expect(posts.get('p-5')?.html).toContain(`?u=${SITE_URL}/x/&amp;v=1`);
    expect(posts.get('p-5')?.html).toContain('<a href="/">home</a>');
  });

  it('have dates in UTC, also in the year 0', () => {
    expect(posts.get('p-7')?.created_at).toEqual(new Date('2020-05-05T05:05:05Z'));
    expect(posts.get('p-7')?.published_at).toEqual(new Date('0000-02-03T04:05:06Z'));
  });

  it('are imported from rows without an id', () => {
    expect(posts.get('without-id')?.title).toBe('Without an id');
    expect(posts.get('without-id-2')?.title).toBe('The same slug');
  });

  it('of members are plans, labels and the choice of mail', async () => {
    const members = await rowsOf(
      `select m.email, m.subscribed, length(m.note) as note, m.created_at, l.name as label, s.provider from publishing.members m
       left join publishing.members_labels k on k.member_id = m.id left join publishing.labels l on l.id = k.label_id
       left join publishing.member_subscriptions s on s.member_id = m.id order by m.email`,
    );
    expect(members).toEqual([
      expect.objectContaining({ email: 'comped@x.io', subscribed: true, label: 'VIP', provider: 'complimentary' }),
      expect.objectContaining({ email: 'silent@x.io', subscribed: false, label: null, note: 2_000 }),
      expect.objectContaining({ email: 'unreadable@x.io', subscribed: false }),
      expect.objectContaining({
        email: 'year-zero@x.io',
        subscribed: true,
        created_at: new Date('0000-01-01T00:00:00Z'),
      }),
    ]);
  });

  it('of settings are those of today', async () => {
    const settings = await rowsOf(
      `select key, value from publishing.settings where key in ('default_content_visibility', 'default_locale', 'icon') order by key`,
    );
    expect(settings.map(({ value }) => value)).toEqual(['paid', 'de', '/content/images/icon.png']);
  });

  it('are in the report where they are not stored', () => {
    expect(report.warnings).toEqual([
      expect.stringMatching(/^The file was written by Ghost 6\.99\.0\. The newest known version/),
    ]);
    expect(report.failed).toBe(1);
    expect(report.fields).toEqual(
      expect.arrayContaining([
        { table: 'posts', field: 'email_segment', reason: 'Almanac has no such column.', values: 1 },
        { table: 'posts_meta', field: 'frontmatter', reason: 'Almanac has no such column.', values: 1 },
        { table: 'members', field: 'note', reason: 'The text is longer than the column and was cut.', values: 1 },
        {
          table: 'members',
          field: 'subscribed',
          reason: 'The value cannot be read; the member gets no newsletters.',
          values: 1,
        },
      ]),
    );
    expect(report.tables.find(({ table }) => table === 'posts')).toMatchObject({
      read: 10,
      stored: 9,
      left_out: [{ reason: 'The row cannot be read.', rows: 1 }],
    });
  });
});

describe('subscribers of Ghost 1 and 2', () => {
  beforeAll(open);
  afterAll(() => api.close());

  it('become members, of whom only confirmed ones get mail', async () => {
    const data = {
      newsletters: [{ id: 1, name: 'Default' }],
      subscribers: [
        { id: 1, email: 'a@x.io', name: 'Ada', status: 'subscribed', created_at: '2017-05-05T10:00:00.000Z' },
        { id: 2, email: 'b@x.io', status: 'unsubscribed' },
        { id: 3, email: 'c@x.io', status: 'pending' },
        { id: 4, email: 'd@x.io' },
        { id: 5, email: 'A@x.io' },
        { id: 6, email: 'no address' },
      ],
    };
    const { tables } = reportOf(await importInto(api, data, '1.20'));
    expect(tables).toContainEqual(expect.objectContaining({ table: 'subscribers', read: 6, stored: 4, present: 1 }));
    const members = await rowsOf('select email, name, subscribed, created_at from publishing.members order by email');
    expect(members).toMatchObject([
      { email: 'a@x.io', name: 'Ada', subscribed: true, created_at: new Date('2017-05-05T10:00:00Z') },
      { email: 'b@x.io', subscribed: false },
      { email: 'c@x.io', subscribed: false },
      { email: 'd@x.io', subscribed: true },
    ]);
    const again = reportOf(await importInto(api, data, '1.20'));
    expect(again.tables).toContainEqual(expect.objectContaining({ table: 'subscribers', stored: 0, present: 5 }));
  });
});

describe('names of members that begin with a comma', () => {
  beforeAll(open);
  afterAll(() => api.close());

  it('lose it, so that clients can send the members back', async () => {
    const names = [',, Ann', ' , Bob', ',', 'Carol, Dr.'];
    const members = names.map((name, index) => ({ id: id(String(index)), email: `m${index}@x.io`, name }));
    const report = reportOf(await importInto(api, { members }));
    expect(report).toMatchObject({
      failed: 0,
      fields: [
        {
          table: 'members',
          field: 'name',
          reason: 'A name must not begin with a comma; the comma was removed.',
          values: 2,
        },
      ],
    });
    const stored = (await api.owner.get('members/?order=email%20asc')).list('members');
    expect(stored.map(({ name }) => name)).toEqual(['Ann', ' , Bob', null, 'Carol, Dr.']);
    for (const member of stored) {
      expect((await api.owner.put(`members/${member.id}/`, { members: [member] })).status).toBe(200);
    }
  });
});

describe('a setting that was changed after an import', () => {
  beforeAll(open);
  afterAll(() => api.close());

  it('stays when the file is imported again, and follows a file with another value', async () => {
    const title = async (): Promise<unknown> =>
      (await rowsOf(`select value from publishing.settings where key = 'title'`))[0]?.value;
    const file = (value: string): object => ({ settings: [{ key: 'title', value }] });
    await importInto(api, file('Imported'));
    await api.dataSource.query(`update publishing.settings set value = 'Changed' where key = 'title'`);
    await importInto(api, file('Imported'));
    expect(await title()).toBe('Changed');
    await importInto(api, file('Imported later'));
    expect(await title()).toBe('Imported later');
  });
});

describe('rows without a date of creation', () => {
  beforeAll(open);
  afterAll(() => api.close());

  it('have that of their last change, or that of the import', async () => {
    const startedAt = Date.now();
    const changed = { updated_at: '2020-01-02T03:04:05.000Z' };
    const data = {
      tags: [
        { id: id('1'), name: 'Undated' },
        { id: id('2'), name: 'Changed', ...changed },
      ],
      users: [{ id: id('3'), name: 'Ann', slug: 'ann', email: 'ann@x.io' }],
      members: [{ id: id('4'), email: 'm@x.io', created_at: changed.updated_at }],
      labels: [{ id: id('5'), name: 'Undated', slug: 'undated' }],
    };
    expect((await importInto(api, data)).status).toBe(200);
    const dates = (table: string, name: string): Promise<Row[]> =>
      rowsOf(`select created_at from publishing.${table} where name = '${name}'`);
    for (const [table, name] of [
      ['tags', 'Undated'],
      ['users', 'Ann'],
      ['labels', 'Undated'],
    ] as const) {
      const [row] = await dates(table, name);
      expect(Number(row?.created_at)).toBeGreaterThan(startedAt - 60_000);
    }
    expect(await dates('tags', 'Changed')).toEqual([{ created_at: new Date(changed.updated_at) }]);
  });
});
