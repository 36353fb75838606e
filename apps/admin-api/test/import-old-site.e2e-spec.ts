import type { ImportReport } from '@almanac/publishing';
import { lexicalLink, lexicalOf, lexicalText } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';
import { postForm } from './multipart';

type Row = Record<string, unknown>;

const OLD = 'https://old.example.com';
const post = (slug: string, columns: Row): Row => ({ id: slug, slug, title: slug, status: 'published', ...columns });
const MOBILEDOC = JSON.stringify({
  ...{ version: '0.3.1', atoms: [], markups: [['a', ['href', `${OLD}/about/`]]] },
  cards: [['image', { src: `${OLD}/content/images/a.png` }]],
  sections: [
    [1, 'p', [[0, [0], 1, `${OLD}/about/`]]],
    [10, 0],
  ],
});

const data = {
  posts: [
    post('html', {
      html: `<p><a href="${OLD}/about/">${OLD}/about/</a><a href="http://old.example.com/x/">x</a></p><p><a href="${OLD}.evil.example/">no</a></p>`,
      feature_image: `${OLD}/content/images/f.png`,
    }),
    post('lexical', { lexical: lexicalOf([lexicalLink(`${OLD}/about/`, 'About'), lexicalText(`${OLD}/about/`)]) }),
    post('lexical-object', { lexical: JSON.parse(lexicalOf([lexicalLink(`${OLD}/about/`, 'About')])) }),
    post('mobiledoc', { mobiledoc: MOBILEDOC }),
    post('markdown', { markdown: `[about](${OLD}/about/) and ${OLD}/about/` }),
  ],
  posts_meta: [{ id: 'm', post_id: 'html', feature_image_caption: `<a href="${OLD}/about/">a</a>` }],
  users: [{ id: 'u', name: 'Ann', slug: 'ann', email: 'ann@x.io', profile_image: `${OLD}/content/images/u.png` }],
  settings: [
    { id: 's1', key: 'navigation', value: JSON.stringify([{ label: 'About', url: `${OLD}/about/` }]) },
    { id: 's3', key: 'secondary_navigation', value: [{ label: 'About', url: `${OLD}/about/` }] },
    { id: 's2', key: 'codeinjection_head', value: `<style>p{background:url(${OLD}/content/images/b.png)}</style>` },
  ],
};

const importWith = (api: AdminApiUnderTest, query: string, tables: object = data): Promise<ApiResponse> =>
  postForm(api.owner, `db/${query}`, [
    {
      name: 'importfile',
      filename: 'export.json',
      content: JSON.stringify({ db: [{ meta: { version: '5.87.1' }, data: tables }] }),
      type: 'application/json',
    },
  ]);

describe('an import that names the old site', () => {
  let api: AdminApiUnderTest;
  let response: ApiResponse;
  beforeAll(async () => {
    api = await startAdminApi();
    response = await importWith(api, `?site_url=${encodeURIComponent(`${OLD}/`)}`);
  });
  afterAll(() => api.close());

  const one = async (statement: string): Promise<Row> => {
    const rows: Row[] = await api.dataSource.query(statement);
    return rows[0] ?? {};
  };
  const stored = (slug: string): Promise<Row> => one(`select * from publishing.posts where slug = '${slug}'`);

  it('has relative addresses in content, and keeps text that names the site', async () => {
    expect(response.status).toBe(200);
    expect(await stored('html')).toMatchObject({
      html: `<p><a href="/about/">${OLD}/about/</a><a href="/x/">x</a></p><p><a href="${OLD}.evil.example/">no</a></p>`,
      feature_image: '/content/images/f.png',
    });
    const lexical = String((await stored('lexical')).lexical);
    expect(lexical).toBe(lexicalOf([lexicalLink('/about/', 'About'), lexicalText(`${OLD}/about/`)]));
    expect((await stored('lexical-object')).lexical).toBe(lexicalOf([lexicalLink('/about/', 'About')]));
    const source = JSON.parse(String((await stored('mobiledoc')).mobiledoc)) as { markups: unknown; cards: unknown };
    expect(source.markups).toEqual([['a', ['href', '/about/']]]);
    expect(source.cards).toEqual([['image', { src: '/content/images/a.png' }]]);
    expect((await stored('markdown')).mobiledoc).toContain(`[about](/about/) and ${OLD}/about/`);
  });

  it('has relative addresses in meta data, users and settings', async () => {
    const caption = await one('select feature_image_caption as value from publishing.posts_meta');
    expect(caption.value).toBe('<a href="/about/">a</a>');
    const user = await one(`select profile_image from publishing.users where slug = 'ann'`);
    expect(user.profile_image).toBe('/content/images/u.png');
    const settings: { key: string; value: string }[] = await api.dataSource.query(
      `select key, value from publishing.settings where key in ('navigation', 'secondary_navigation', 'codeinjection_head')`,
    );
    const values = new Map(settings.map(({ key, value }) => [key, value]));
    for (const key of ['navigation', 'secondary_navigation']) {
      expect(JSON.parse(values.get(key) ?? '')).toEqual([{ label: 'About', url: '/about/' }]);
    }
    expect(values.get('codeinjection_head')).toBe('<style>p{background:url(/content/images/b.png)}</style>');
  });

  it('reports the values by column, also those that still name the old site', () => {
    const { fields } = (response.body as { report: ImportReport }).report;
    const relative = fields.filter(({ reason }) => reason === 'Addresses of the old site are relative now.');
    const counts = relative.map(({ table, field, values }) => [`${table}.${field}`, values]);
    expect(Object.fromEntries(counts)).toEqual({
      ...{ 'posts.html': 1, 'posts.feature_image': 1, 'posts.lexical': 2, 'posts.mobiledoc': 1, 'posts.markdown': 1 },
      ...{ 'posts_meta.feature_image_caption': 1, 'users.profile_image': 1, 'settings.value': 3 },
    });
    const named = fields.filter(({ reason }) => reason.startsWith('The value names the old site'));
    expect(named.map(({ field }) => field).sort()).toEqual(['html', 'lexical', 'markdown', 'mobiledoc']);
  });

  it('changes nothing when it is imported again', async () => {
    const again = await importWith(api, `?site_url=${encodeURIComponent(OLD)}`);
    const { tables } = (again.body as { report: ImportReport }).report;
    expect(tables.filter(({ stored: rows }) => rows > 0)).toEqual([]);
  });

  it.each(['nonsense', 'ftp://old.example.com', 'https://u:p@old.example.com', 'https://old.example.com/?a=b'])(
    'rejects the URL %s before it reads the file',
    async (url) => {
      const rejected = await importWith(api, `?site_url=${encodeURIComponent(url)}`);
      expect([rejected.status, rejected.error.property]).toEqual([422, 'site_url']);
    },
  );
});

describe('an import that names an old site in a subdirectory', () => {
  it('has addresses below the root of the site, also in place of relative ones that Ghost 3 stored', async () => {
    const api = await startAdminApi();
    const url = `${OLD}/blog`;
    const html = (image: string, link: string) => `<p><img src="${image}"><a href="${link}">About</a></p>`;
    const posts = [
      post('absolute', {
        html: html(`${url}/content/images/a.png`, `${url}/about/`),
        feature_image: `${url}/content/images/a.png`,
      }),
      post('relative', {
        html: html('/blog/content/images/a.png', '/blog/about/'),
        feature_image: '/blog/content/images/a.png',
      }),
      post('placeholder', {
        html: html('__GHOST_URL__/content/images/a.png', `${url}/about/`),
        feature_image: '__GHOST_URL__/content/images/a.png',
      }),
    ];
    await importWith(api, `?site_url=${encodeURIComponent(url)}`, { posts });
    const rows: Row[] = await api.dataSource.query(
      `select html, feature_image from publishing.posts where slug in ('absolute', 'relative', 'placeholder')`,
    );
    expect(rows).toEqual(
      posts.map(() => ({
        html: html('/content/images/a.png', '/about/'),
        feature_image: '/content/images/a.png',
      })),
    );
    await api.close();
  });
});

describe('an old site whose host has letters outside ASCII', () => {
  it.each(['https://müller.example', 'https://xn--mller-kva.example'])(
    'is found in both forms when %s is named',
    async (url) => {
      const api = await startAdminApi();
      const hosts = ['https://müller.example', 'https://xn--mller-kva.example', 'https://MÜLLER.example'];
      const link = (href: string) => `<p><a href="${href}/about/">About</a></p>`;
      const posts = hosts.map((host, index) =>
        post(`host-${index}`, { html: link(host), feature_image: `${host}/content/images/f.png` }),
      );
      await importWith(api, `?site_url=${encodeURIComponent(url)}`, { posts });
      const rows: Row[] = await api.dataSource.query(
        `select html, feature_image from publishing.posts where slug like 'host-%'`,
      );
      expect(rows).toEqual(hosts.map(() => ({ html: link(''), feature_image: '/content/images/f.png' })));
      await api.close();
    },
  );
});

describe('an import that does not name the old site', () => {
  it('keeps its addresses', async () => {
    const api = await startAdminApi();
    expect((await importWith(api, '')).status).toBe(200);
    const [row]: Row[] = await api.dataSource.query(`select feature_image from publishing.posts where slug = 'html'`);
    expect(row?.feature_image).toBe(`${OLD}/content/images/f.png`);
    await api.close();
  });
});
