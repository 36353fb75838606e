import { Post } from '@almanac/entities';
import { addPost, lexicalLink, lexicalOf, lexicalPaywall } from '@almanac/testing';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

let api: AdminApiUnderTest;
let canary: Caller;
beforeAll(async () => {
  api = await startAdminApi();
  canary = api.integration.in('canary');
});
afterAll(() => api.close());

type Fields = Record<string, unknown>;
const roots = ['posts', 'pages'] as const;

function paragraph(text: string): string {
  return JSON.stringify({
    version: '0.3.1',
    atoms: [],
    cards: [],
    markups: [],
    sections: [[1, 'p', [[0, [], 0, text]]]],
  });
}

async function add(fields: Fields, root = 'posts', caller = canary): Promise<Fields> {
  const response = await caller.post(`${root}/`, { [root]: [{ title: 'Lexical', ...fields }] });
  expect(response.error).toEqual({});
  return response.one(root);
}

async function edit({ id }: Fields, fields: Fields, { root = 'posts', caller = canary } = {}): Promise<ApiResponse> {
  const { updated_at } = (await caller.get(`${root}/${String(id)}/`)).one(root);
  return caller.put(`${root}/${String(id)}/`, { [root]: [{ updated_at, ...fields }] });
}

const stored = ({ id }: Fields): Promise<Post> =>
  api.dataSource.getRepository(Post).findOneByOrFail({ id: String(id) });

describe.each(roots)('the lexical of %s', (root) => {
  it('is given on request with absolute URLs, alone, with fields and in lists', async () => {
    const { id } = await add({ lexical: lexicalOf([lexicalLink('/about/', 'About')]) }, root);
    const absolute = lexicalOf([lexicalLink(`${SITE_URL}/about/`, 'About')]);
    const read = async (query: string, path = `${String(id)}/`): Promise<Fields> =>
      (await canary.get(`${root}/${path}${query}`)).one(root);
    expect(await read('')).not.toHaveProperty('lexical');
    expect((await read('?formats=lexical')).lexical).toBe(absolute);
    expect(await read('?formats=lexical')).not.toHaveProperty('mobiledoc');
    expect(await read('?formats=lexical&fields=lexical,title')).toEqual({ lexical: absolute, title: 'Lexical' });
    expect((await read(`?filter=id:${String(id)}&formats=lexical,mobiledoc`, '')).lexical).toBe(absolute);
    expect((await read('')).mobiledoc).toContain(`["href","${SITE_URL}/about/"`);
  });

  it('is derived where mobiledoc is the source, which stays the source when it is sent back', async () => {
    const mobiledoc = paragraph('Old');
    const post = await add({ mobiledoc }, root);
    const { lexical } = (await canary.get(`${root}/${String(post.id)}/?formats=lexical`)).one(root);
    expect(JSON.parse(String(lexical))).toMatchObject({ root: { children: [{ children: [{ text: 'Old' }] }] } });
    expect((await edit(post, { title: 'New', lexical }, { root })).status).toBe(200);
    expect(await stored(post)).toMatchObject({ title: 'New', lexical: null, mobiledoc });
  });

  it('stays byte for byte when a client of v3 changes the title of what it read', async () => {
    const lexical = lexicalOf('One', [lexicalLink('/about/', 'About')], { type: 'horizontalrule', version: 1 });
    const post = await add({ lexical }, root);
    for (const version of ['v2', 'v3'] as const) {
      const caller = api.integration.in(version);
      const read = (await caller.get(`${root}/${String(post.id)}/`)).one(root);
      expect(read).not.toHaveProperty('lexical');
      const response = await caller.put(`${root}/${String(post.id)}/`, { [root]: [{ ...read, title: version }] });
      expect(response.status).toBe(200);
      expect(await stored(post)).toMatchObject({ title: version, lexical });
    }
    const changed = await edit(post, { mobiledoc: paragraph('v3') }, { root, caller: api.integration });
    expect(changed.one(root).mobiledoc).toBe(paragraph('v3'));
    expect(await stored(post)).toMatchObject({ lexical: null, html: '<p>v3</p>' });
  });

  it.each([
    ['lexical', { lexical: lexicalOf('Before') }],
    ['mobiledoc', { mobiledoc: paragraph('Before') }],
  ])(
    'takes back all that a client of v5 read, and what it changed, where the source is %s',
    async (source, content) => {
      const v5 = api.integration.in('v5');
      const post = await add(content, root);
      const path = `${root}/${String(post.id)}/`;
      const sendBack = async (changes: Fields): Promise<ApiResponse> => {
        const read = (await v5.get(`${path}?formats=html,lexical,mobiledoc`)).one(root);
        return v5.put(path, { [root]: [{ ...read, ...changes }] });
      };
      expect((await sendBack({ title: 'After' })).status).toBe(200);
      expect(await stored(post)).toMatchObject({ title: 'After', lexical: null, ...content });
      expect((await sendBack({ [source]: content[source as keyof typeof content] })).status).toBe(200);
      const changed = await sendBack({ lexical: lexicalOf('After') });
      expect([changed.status, changed.one(root).lexical]).toEqual([200, lexicalOf('After')]);
      expect(await stored(post)).toMatchObject({ lexical: lexicalOf('After'), html: '<p>After</p>' });
    },
  );

  it('is rejected with 422 and the path of the node, and not known to v2 and v3', async () => {
    const unknown = lexicalOf('fine', { type: 'tweet', version: 1 });
    const response = await canary.post(`${root}/`, { [root]: [{ title: 'x', lexical: unknown }] });
    expect([response.status, response.error]).toMatchObject([
      422,
      { type: 'ValidationError', property: 'lexical', context: expect.stringContaining('root.children[1]') },
    ]);
    expect(String(response.error.context)).toContain(`.${root}[0].lexical`);
    for (const lexical of ['{no', 5, {}]) {
      const refused = await canary.post(`${root}/`, { [root]: [{ title: 'x', lexical }] });
      expect([refused.status, refused.error.property]).toEqual([422, 'lexical']);
    }
    for (const version of ['v2', 'v3'] as const) {
      const caller = api.integration.in(version);
      const older = await caller.post(`${root}/`, { [root]: [{ title: 'x', lexical: lexicalOf('x') }] });
      expect([older.status, older.error.property]).toEqual([422, `${root}[0]`]);
      expect((await caller.get(`${root}/?formats=lexical`)).status).toBe(422);
    }
  });

  it('is made from html by ?source=html', async () => {
    const response = await canary.post(`${root}/?source=html&formats=lexical`, {
      [root]: [{ title: 'x', html: '<p>From html</p>' }],
    });
    expect(response.status).toBe(201);
    const row = await stored(response.one(root));
    expect(row).toMatchObject({ html: '<p>From html</p>', plaintext: 'From html' });
    expect(JSON.parse(row.lexical ?? '')).toMatchObject({ root: { children: [{ type: 'paragraph' }] } });
  });

  it('cannot be sent together with a mobiledoc', async () => {
    const both = { title: 'x', lexical: lexicalOf('x'), mobiledoc: paragraph('y') };
    const response = await canary.post(`${root}/`, { [root]: [both] });
    expect([response.status, response.error.property]).toEqual([422, 'lexical']);
    const post = await add({ lexical: lexicalOf('a') }, root);
    expect((await edit(post, both, { root })).status).toBe(422);
    expect((await stored(post)).plaintext).toBe('a');
  });
});

describe('a lexical post', () => {
  it('can be written by contributors as their own draft only', async () => {
    const contributor = await api.as('Contributor');
    const caller = contributor.in('canary');
    const own = await add({ lexical: lexicalOf('Mine'), authors: [{ id: contributor.user.id }] }, 'posts', caller);
    expect((await edit(own, { lexical: lexicalOf('Mine too') }, { caller })).status).toBe(200);
    const another = await add({ lexical: lexicalOf('Not mine') });
    for (const lexical of [lexicalOf('Stolen'), '{"root":{}}']) {
      const { updated_at } = another;
      const path = `posts/${String(another.id)}/`;
      expect((await caller.put(path, { posts: [{ updated_at, lexical }] })).status).toBe(403);
      expect((await caller.post('posts/', { posts: [{ title: 'x', status: 'published', lexical }] })).status).toBe(403);
    }
    expect((await stored(another)).plaintext).toBe('Not mine');
  });

  it('is written once with an Idempotency-Key', async () => {
    const caller = canary.with({ 'idempotency-key': 'lexical-1' });
    const body = { posts: [{ title: 'Once', lexical: lexicalOf('Once') }] };
    const [first, second] = [await caller.post('posts/', body), await caller.post('posts/', body)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.text).toBe(first.text);
    expect(await api.dataSource.getRepository(Post).countBy({ title: 'Once' })).toBe(1);
  });

  it('is protected by If-Match and updated_at as with mobiledoc', async () => {
    const post = await add({ lexical: lexicalOf('First') });
    const path = `posts/${String(post.id)}/`;
    const { headers } = await canary.get(path);
    const conditional = canary.with({ 'if-match': String(headers.etag) });
    expect((await conditional.put(path, { posts: [{ lexical: lexicalOf('Second') }] })).status).toBe(200);
    expect((await conditional.put(path, { posts: [{ lexical: lexicalOf('Third') }] })).status).toBe(409);
    const stale = { updated_at: '2001-01-01T00:00:00.000Z', lexical: lexicalOf('Third') };
    expect((await canary.put(path, { posts: [stale] })).status).toBe(409);
    expect((await stored(post)).plaintext).toBe('Second');
  });

  it('is exported with its source in canary, and with its mobiledoc alone in v2 and v3', async () => {
    const post = await add({ lexical: lexicalOf('Exported') });
    const rowIn = async (version: 'v2' | 'v3' | 'canary'): Promise<Fields> => {
      const { body } = await api.owner.in(version).get('db/');
      const [{ data }] = body.db as [{ data: { posts: Fields[] } }];
      return data.posts.find(({ id }) => id === post.id) ?? {};
    };
    expect(await rowIn('canary')).toMatchObject({ lexical: lexicalOf('Exported') });
    for (const version of ['v2', 'v3'] as const) {
      const row = await rowIn(version);
      expect(row).not.toHaveProperty('lexical');
      expect(row.mobiledoc).toContain('"Exported"');
    }
  });

  it('has a comment in its html where its paywall is', async () => {
    const post = await add({ lexical: lexicalOf('For all', lexicalPaywall, 'For some'), visibility: 'members' });
    expect((await stored(post)).html).toBe('<p>For all</p><!--members-only--><p>For some</p>');
  });

  it('that was stored with unknown nodes can be read, and sent back with another title', async () => {
    const lexical = lexicalOf('a', { type: 'tweet', version: 1 });
    const { id } = await addPost(api.dataSource.manager, {
      lexical,
      html: '<p>a</p>',
      mobiledoc: paragraph('a'),
      authors: [{ id: '1' }],
    });
    const read = (await canary.get(`posts/${id}/?formats=lexical`)).one('posts');
    expect(read.lexical).toBe(lexical);
    const response = await canary.put(`posts/${id}/`, { posts: [{ ...read, title: 'Kept' }] });
    expect([response.status, response.error]).toEqual([200, {}]);
    expect(await stored({ id })).toMatchObject({ title: 'Kept', lexical, html: '<p>a</p>' });
  });
});
