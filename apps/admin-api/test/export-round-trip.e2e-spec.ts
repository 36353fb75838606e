import { Setting, Tag, User } from '@almanac/entities';
import {
  addLabel,
  addMember,
  addPost,
  addTag,
  addUser,
  lexicalLink,
  lexicalOf,
  lexicalPaywall,
} from '@almanac/testing';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import { postForm } from './multipart';

type Tables = Record<string, unknown[]>;

const CONTENT = (
  'posts posts_meta posts_tags posts_authors tags users roles roles_users members member_subscriptions labels ' +
  'members_labels settings'
).split(' ');
const LEXICAL = lexicalOf('Free.', [lexicalLink(`${SITE_URL}/other/`, 'link')], lexicalPaywall, 'Paid.', {
  type: 'html',
  version: 1,
  html: '<script>x()</script>',
});

async function contentOf(api: AdminApiUnderTest): Promise<Tables> {
  const response = await api.owner.in('canary').get('db/');
  const { data } = response.one('db') as { data: Tables };
  return Object.fromEntries(CONTENT.map((name) => [name, data[name] ?? []]));
}

async function fill(api: AdminApiUnderTest): Promise<void> {
  const { manager } = api.dataSource;
  const author = await addUser(manager, { name: 'Alice', slug: 'alice', email: 'alice@x.io', bio: 'Writes.' });
  const parent = await addTag(manager, { name: 'Parent' });
  const child = await addTag(manager, { name: 'Child' });
  await manager.update(
    Tag,
    { id: child.id },
    { parentId: parent.id, accentColor: '#15171a', ogTitle: 'Og', canonicalUrl: '/c/' },
  );
  const posts = [
    { title: 'Lexical', lexical: LEXICAL, status: 'published', visibility: 'paid', tags: [{ id: child.id }] },
    { title: 'E-mail only', email_only: true, status: 'published', authors: [{ id: author.id }, { id: '1' }] },
    {
      title: 'Image',
      feature_image: `${SITE_URL}/content/images/a.png`,
      feature_image_alt: 'Alt',
      feature_image_caption: `<a href="${SITE_URL}/x/">Caption</a>`,
      codeinjection_head: '<style>b{}</style>',
      canonical_url: `${SITE_URL}/canonical/`,
    },
    { title: 'Year 0', published_at: '0000-02-03T04:05:06.000Z' },
    { title: 'Last year', published_at: '9999-12-31T23:59:59.000Z', status: 'scheduled' },
  ];
  for (const post of posts) {
    const response = await api.owner.in('canary').post('posts/', { posts: [post] });
    expect([post.title, response.status]).toEqual([post.title, 201]);
  }
  const members = [
    { email: 'vip@x.io', name: 'Vip', note: 'n', labels: [{ name: 'VIP' }, { name: 'New' }], comped: true },
    { email: 'silent@x.io', subscribed: false },
  ];
  for (const member of members) {
    const { status } = await api.owner.in('canary').post('members/', { members: [member] });
    expect(status).toBe(201);
  }
  await addMember(manager, { isPaid: true });
  await manager.update(Setting, { key: 'title' }, { value: 'The Exported' });
  await manager.update(Setting, { key: 'default_content_visibility' }, { value: 'members' });
  await manager.update(User, { id: '1' }, { bio: 'Owns.' });
}

describe('an export with every field', () => {
  let source: AdminApiUnderTest;
  let target: AdminApiUnderTest;
  beforeAll(async () => {
    source = await startAdminApi();
    target = await startAdminApi();
    await fill(source);
  });
  afterAll(async () => {
    await source.close();
    await target.close();
  });

  it.each(['v2', 'v3', 'v5', 'canary'] as const)('says in %s which members get no mail', async (version) => {
    const { data } = (await source.owner.in(version).get('db/')).one('db') as { data: Tables };
    expect(data.members).toContainEqual(expect.objectContaining({ email: 'silent@x.io', subscribed: 0 }));
  });

  it('is imported by an empty site and exported again without a difference', async () => {
    const content = (await source.owner.in('canary').get('db/')).text;
    const file = { name: 'importfile', filename: 'export.json', content, type: 'application/json' };
    const response = await postForm(target.owner, 'db/?keep_staff_access=true', [file]);
    expect([response.status, response.list('problems')]).toEqual([200, []]);
    const [exported, imported] = [await contentOf(source), await contentOf(target)];
    for (const table of CONTENT) expect([table, imported[table]]).toEqual([table, exported[table]]);
    expect(exported.posts).toContainEqual(expect.objectContaining({ published_at: '0000-02-03T04:05:06.000Z' }));
    expect(exported.posts).toContainEqual(
      expect.objectContaining({ title: 'Lexical', lexical: expect.stringContaining('"/other/"') }),
    );
  });
});

describe('an export of a site with restricted posts', () => {
  const ACCESS =
    'slug, status, visibility, email_only, published_at, unpublish_at, send_email_when_published, email_recipient_filter, email_subject';
  const accessOf = (api: AdminApiUnderTest): Promise<unknown[]> =>
    api.dataSource.query(`select ${ACCESS} from publishing.posts order by slug`);
  const subscribersOf = (api: AdminApiUnderTest): Promise<unknown[]> =>
    api.dataSource.query(
      `select m.email, m.subscribed, l.slug as label from publishing.members m
       left join publishing.members_labels k on k.member_id = m.id left join publishing.labels l on l.id = k.label_id
       order by m.email`,
    );

  let source: AdminApiUnderTest;
  beforeAll(async () => {
    source = await startAdminApi();
    const { manager } = source.dataSource;
    const members = [await addMember(manager), await addMember(manager)];
    await addMember(manager, { subscribed: false });
    await addLabel(manager, { name: 'Partners', slug: 'partners', members });
    const scheduled = { status: 'scheduled', publishedAt: new Date('2099-01-01T00:00:00Z') } as const;
    await addPost(manager, { visibility: 'members' });
    await addPost(manager, { visibility: 'paid', unpublishAt: new Date('2098-01-01T00:00:00Z') });
    await addPost(manager, { emailOnly: true });
    await addPost(manager, { ...scheduled, emailOnly: true, sendEmailWhenPublished: true, emailSubject: 'Subject' });
    await addPost(manager, { ...scheduled, sendEmailWhenPublished: true, emailRecipientFilter: 'label:-partners' });
  });
  afterAll(() => source.close());

  it.each(['v2', 'v3', 'v5', 'canary'] as const)(
    'in %s shows and mails no post to others after its import',
    async (version) => {
      const target = await startAdminApi();
      const content = (await source.owner.in(version).get('db/')).text;
      const file = { name: 'importfile', filename: 'export.json', content, type: 'application/json' };
      expect((await postForm(target.owner, 'db/', [file])).status).toBe(200);
      expect(await accessOf(target)).toEqual(await accessOf(source));
      expect(await subscribersOf(target)).toEqual(await subscribersOf(source));
      await target.close();
    },
  );
});
