import { IdempotentWrites } from '@almanac/publishing';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner';
import { addPost, addTag } from '@almanac/testing';
import { Client } from 'pg';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';
import type { ApiResponse } from './caller';

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());

const versions = ['v2', 'v3', 'v5', 'canary'] as const;
const BLANK = '{"version":"0.3.1","markups":[],"atoms":[],"cards":[],"sections":[[1,"p",[[0,[],0,""]]]]}';
/** As a real Ghost 5 writes it. */
const BLANK_LEXICAL =
  '{"root":{"children":[{"children":[],"direction":null,"format":"","indent":0,"type":"paragraph","version":1}],"direction":null,"format":"","indent":0,"type":"root","version":1}}';

function paragraph(text: string): string {
  return JSON.stringify({
    version: '0.3.1',
    atoms: [],
    cards: [],
    markups: [],
    sections: [[1, 'p', [[0, [], 0, text]]]],
  });
}

type Fields = Record<string, unknown>;

async function added(fields: Fields = {}): Promise<Fields> {
  const response = await api.integration.post('posts/', { posts: [{ title: 'A post', ...fields }] });
  expect(response.error).toEqual({});
  return response.one('posts');
}

function edit({ id, updated_at }: Fields, fields: Fields, query = ''): Promise<ApiResponse> {
  return api.integration.put(`posts/${id}/${query}`, { posts: [{ updated_at, ...fields }] });
}

describe.each(versions)('POST posts in %s', (version) => {
  it('responds 201 with the complete post, and keeps caches of the site for a draft', async () => {
    const response = await api.integration.in(version).post('posts/', { posts: [{ title: `Hello ${version}` }] });
    expect(response.status).toBe(201);
    expect(response.headers['x-cache-invalidate']).toBeUndefined();
    expect(response.one('posts')).toMatchObject({
      title: `Hello ${version}`,
      slug: `hello-${version}`,
      ...(version === 'v5' ? { mobiledoc: null, lexical: BLANK_LEXICAL } : { mobiledoc: BLANK }),
      status: 'draft',
      visibility: 'public',
      featured: false,
      published_at: null,
      excerpt: null,
      tags: [],
      authors: [{ id: '1', roles: [{ name: 'Owner' }] }],
      primary_author: { id: '1' },
      primary_tag: null,
    });
    expect(response.one('posts')).not.toHaveProperty('html');
    expect(response.one('posts').url).toBe(`${SITE_URL}/p/${response.one('posts').uuid}/`);
  });

  it('invalidates all caches for a published post', async () => {
    const response = await api.integration
      .in(version)
      .post('posts/', { posts: [{ title: 'Out', status: 'published' }] });
    expect(response.headers['x-cache-invalidate']).toBe('/*');
    expect(response.one('posts').url).toBe(`${SITE_URL}/${response.one('posts').slug}/`);
  });

  it('rejects mobiledoc that is not JSON with 422 (seed: Errors, 2; D2)', async () => {
    for (const root of ['posts', 'pages']) {
      const response = await api.integration
        .in(version)
        .post(`${root}/`, { [root]: [{ title: 'x', mobiledoc: '{no' }] });
      expect(response.status).toBe(422);
      expect(response.error).toMatchObject({ type: 'ValidationError', property: 'mobiledoc' });
    }
  });

  it('ignores uuid and comment_id (seed: Errors, 3; D1)', async () => {
    const given = { uuid: '3e41aace-2e28-45e0-a105-24e427ace4c8', comment_id: '123' };
    const post = (await api.integration.in(version).post('posts/', { posts: [{ title: 'Ids', ...given }] })).one(
      'posts',
    );
    expect(post.uuid).not.toBe(given.uuid);
    expect(post.comment_id).toBe(post.id);
  });

  it('accepts the complete response of a read, for posts and pages (B3)', async () => {
    const staff = api.integration.in(version);
    for (const root of ['posts', 'pages']) {
      const input = {
        title: 'Round trip',
        mobiledoc: paragraph('round'),
        tags: ['News', '#internal'],
        og_image: `${SITE_URL}/content/images/og.png`,
        codeinjection_head: `<a href="${SITE_URL}/about/">x</a>`,
        status: 'published',
      };
      const { id } = (await staff.post(`${root}/`, { [root]: [input] })).one(root);
      const path = `${root}/${id}/`;
      const read = (await staff.get(`${path}?formats=mobiledoc,html,plaintext`)).one(root);
      const response = await staff.put(path, { [root]: [read] });
      expect(response.status).toBe(200);
      expect(response.headers['x-cache-invalidate']).toBeUndefined();
      expect(response.one(root)).toEqual((await staff.get(path)).one(root));
    }
  });
});

describe('POST posts', () => {
  it('accepts html with ?source=html', async () => {
    const send = (query: string, root = 'posts'): Promise<ApiResponse> =>
      api.integration.post(`${root}/${query}`, { [root]: [{ title: 'Html', html: '<p>From <em>html</em></p>' }] });
    expect((await send('?source=html')).one('posts').excerpt).toBe('From html');
    expect((await send('')).one('posts').mobiledoc).toBe(BLANK);
    expect((await send('?source=html', 'pages')).one('pages').mobiledoc).toBe(BLANK);
    const rejected = await send('?source=markdown');
    expect([rejected.status, rejected.error.context]).toEqual([422, 'Validation (AllowedValues) failed for source']);
  });

  it('narrows the response by include and in v3 ignores formats', async () => {
    const response = await api.integration.in('v3').post('posts/?include=tags&formats=html', {
      posts: [{ title: 'Narrow', tags: ['News'] }],
    });
    const post = response.one('posts');
    expect(post).toMatchObject({ tags: [{ name: 'News' }], primary_tag: { name: 'News' } });
    for (const absent of ['authors', 'primary_author', 'html']) expect(post).not.toHaveProperty(absent);
    expect(post).toHaveProperty('mobiledoc');
  });

  it.each(['v5', 'canary'] as const)(
    'narrows the response of %s by formats, before anything is stored',
    async (version) => {
      const caller = api.integration.in(version);
      const shown = (post: Record<string, unknown>): string[] =>
        ['html', 'plaintext', 'mobiledoc', 'lexical'].filter((format) => format in post);
      const body = { posts: [{ title: 'Narrow', html: '<p>Text</p>' }] };
      const added = (await caller.post('posts/?source=html&formats=html,plaintext', body)).one('posts');
      expect([added.html, added.plaintext, shown(added)]).toEqual(['<p>Text</p>', 'Text', ['html', 'plaintext']]);
      const change = { posts: [{ title: 'Narrower', updated_at: added.updated_at }] };
      const edited = (await caller.put(`posts/${String(added.id)}/?formats=lexical`, change)).one('posts');
      expect([edited.title, shown(edited)]).toEqual(['Narrower', ['lexical']]);
      const count = async (): Promise<number> => (await caller.get('posts/?fields=id&limit=all')).list('posts').length;
      const before = await count();
      expect((await caller.post('posts/?formats=pdf', body)).status).toBe(422);
      expect(await count()).toBe(before);
    },
  );

  it('responds with the messages of Ghost', async () => {
    const rejected = async (fields: Fields): Promise<unknown> => {
      const response = await api.integration.post('posts/', { posts: [fields] });
      return [response.status, response.error.message, response.error.context];
    };
    const opening = 'Validation error, cannot save post.';
    expect(await rejected({ title: '   ' })).toEqual([
      422,
      opening,
      'Value in [posts.title] cannot be blank. posts.title',
    ]);
    expect(await rejected({ title: 'x', tags: [',bad'] })).toEqual([
      422,
      opening,
      'Validation (matches) failed for name tags.name',
    ]);
    expect(await rejected({ title: 'x', status: 'scheduled' })).toEqual([
      422,
      opening,
      'Value in published_at cannot be blank.',
    ]);
    expect(await rejected({ title: 'x', bogus: 1 })).toEqual([422, opening, "Validation failed for 'posts[0]'"]);
    expect(await rejected({ title: 'x', mobiledoc: '{"foo":"bar"}' })).toEqual([
      422,
      opening,
      'Invalid mobiledoc structure.',
    ]);
  });

  it('has the e-mail fields from v3 on (seed: Versioning; B8)', async () => {
    const input = { posts: [{ title: 'Mail', send_email_when_published: true, email_subject: 'Subject' }] };
    const response = await api.integration.post('posts/', input);
    expect(response.one('posts')).toMatchObject({
      send_email_when_published: true,
      email_subject: 'Subject',
      email: null,
    });
    expect((await api.integration.in('v2').post('posts/', input)).status).toBe(422);
    const old = (await api.integration.in('v2').get(`posts/${response.one('posts').id}/`)).one('posts');
    for (const name of ['send_email_when_published', 'email_subject', 'email']) expect(old).not.toHaveProperty(name);
  });

  /** Makes the claim of a key older than a request can be. */
  const ageClaim = (key: string): Promise<unknown> =>
    api.dataSource.query(
      `update publishing.idempotency_keys set created_at = now() - interval '61 seconds' where key = $1`,
      [key],
    );

  it('creates one post for repeated requests with one Idempotency-Key', async () => {
    const caller = api.integration.with({ 'idempotency-key': 'once-1' });
    const body = { posts: [{ title: 'Only once', status: 'published' }] };
    const first = await caller.post('posts/', body);
    const second = await caller.post('posts/', body);
    expect([second.status, second.text, second.headers['x-cache-invalidate']]).toEqual([201, first.text, '/*']);
    expect([second.headers.etag, second.headers['idempotent-replayed']]).toEqual([first.headers.etag, 'true']);
    expect((await caller.post('posts/', { posts: [{ title: 'Another' }] })).status).toBe(422);
    expect((await api.integration.get('posts/?filter=slug:only-once&fields=id')).list('posts')).toHaveLength(1);
  });

  it('creates one post for ten concurrent requests with one Idempotency-Key', async () => {
    const caller = api.integration.with({ 'idempotency-key': 'storm' });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => caller.post('posts/', { posts: [{ title: 'Storm' }] })),
    );
    expect(responses.every(({ status }) => status === 201 || status === 409)).toBe(true);
    expect((await api.integration.get("posts/?filter=title:'Storm'&fields=id")).list('posts')).toHaveLength(1);
  });

  it('creates one post when the response to its Idempotency-Key cannot be stored', async () => {
    const caller = api.integration.with({ 'idempotency-key': 'not-stored' });
    const body = { posts: [{ title: 'Not stored' }] };
    const store = jest.spyOn(IdempotentWrites.prototype, 'store').mockRejectedValue(new Error('connection lost'));
    expect((await caller.post('posts/', body)).status).toBe(201);
    store.mockRestore();
    expect((await caller.post('posts/', body)).error).toMatchObject({
      code: 'IDEMPOTENCY_KEY_IN_USE',
      message: 'A request with this Idempotency-Key is running.',
    });
    await ageClaim('not-stored');
    expect((await caller.post('posts/', body)).error).toMatchObject({
      code: 'IDEMPOTENCY_KEY_EXECUTED',
      message: 'The first request with this Idempotency-Key was executed. Its response is not known.',
    });
    expect((await api.integration.get("posts/?filter=title:'Not stored'&fields=id")).list('posts')).toHaveLength(1);
  });

  it('creates one post when the connection breaks during the commit, so that its outcome is unknown', async () => {
    const caller = api.integration.with({ 'idempotency-key': 'unknown-outcome' });
    const body = { posts: [{ title: 'Outcome unknown' }] };
    const { commitTransaction } = PostgresQueryRunner.prototype;
    const commit = jest
      .spyOn(PostgresQueryRunner.prototype, 'commitTransaction')
      .mockImplementationOnce(async function (this: PostgresQueryRunner) {
        await commitTransaction.call(this);
        throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      });
    expect((await caller.post('posts/', body)).status).toBe(503);
    commit.mockRestore();
    expect((await caller.post('posts/', body)).error).toMatchObject({ code: 'IDEMPOTENCY_KEY_IN_USE' });
    await ageClaim('unknown-outcome');
    const repeated = await caller.post('posts/', body);
    expect([repeated.status, repeated.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_EXECUTED']);
    expect((await api.integration.get("posts/?filter=title:'Outcome unknown'&fields=id")).list('posts')).toHaveLength(
      1,
    );
  });

  it('creates the post of a repetition when the first transaction was rolled back', async () => {
    const caller = api.integration.with({ 'idempotency-key': 'rolled-back' });
    const commit = jest
      .spyOn(PostgresQueryRunner.prototype, 'commitTransaction')
      .mockRejectedValueOnce(Object.assign(new Error('terminating connection'), { code: '57P01' }));
    expect((await caller.post('posts/', { posts: [{ title: 'Rolled back' }] })).status).toBe(503);
    commit.mockRestore();
    expect((await caller.post('posts/', { posts: [{ title: 'Rolled back' }] })).status).toBe(201);
    expect((await api.integration.get("posts/?filter=title:'Rolled back'&fields=id")).list('posts')).toHaveLength(1);
  });

  it('creates one post when a repetition takes over the Idempotency-Key of a request that still runs', async () => {
    const caller = api.integration.with({ 'idempotency-key': 'slow' });
    const body = { posts: [{ title: 'Slow' }] };
    const { claim } = IdempotentWrites.prototype;
    const repeated: Awaited<ReturnType<typeof caller.post>>[] = [];
    const slowClaim = jest.spyOn(IdempotentWrites.prototype, 'claim').mockImplementationOnce(async function (
      this: IdempotentWrites,
      write,
    ) {
      const claimed = await claim.call(this, write);
      await ageClaim('slow');
      repeated.push(await caller.post('posts/', body));
      return claimed;
    });
    const slow = await caller.post('posts/', body);
    slowClaim.mockRestore();
    expect([slow.status, slow.error.code]).toEqual([409, 'IDEMPOTENCY_KEY_IN_USE']);
    expect(repeated.map(({ status }) => status)).toEqual([201]);
    expect((await caller.post('posts/', body)).text).toBe(repeated[0]?.text);
    expect((await api.integration.get("posts/?filter=title:'Slow'&fields=id")).list('posts')).toHaveLength(1);
  });

  it('responds with the error of the write, and frees its Idempotency-Key for another attempt', async () => {
    const caller = api.integration.with({ 'idempotency-key': 'failed' });
    const body = { posts: [{ title: 'x'.repeat(256) }] };
    const release = jest
      .spyOn(IdempotentWrites.prototype, 'release')
      .mockRejectedValueOnce(new Error('connection lost'));
    expect((await caller.post('posts/', body)).status).toBe(422);
    release.mockRestore();
    const other = api.integration.with({ 'idempotency-key': 'failed-again' });
    expect((await other.post('posts/', body)).status).toBe(422);
    expect((await other.post('posts/', body)).status).toBe(422);
  });
});

describe('PUT posts', () => {
  it('responds with the changed post and invalidates its preview', async () => {
    const post = await added();
    const response = await edit(post, { title: 'Changed' });
    expect([response.status, response.headers['x-cache-invalidate']]).toEqual([200, `/p/${post.uuid}/`]);
    expect(response.one('posts').title).toBe('Changed');
  });

  it('takes seven statements: the key, and the six of the edit', async () => {
    const post = await added();
    const first = await edit(post, { title: 'One' });
    const queries = jest.spyOn(Client.prototype, 'query');
    await edit(first.one('posts'), { title: 'Two' });
    const statements = queries.mock.calls.length;
    queries.mockRestore();
    expect(statements).toBe(7);
  });

  it('requires updated_at, and rejects null (D13) and stale values', async () => {
    const post = await added();
    const put = (fields: Fields): Promise<ApiResponse> => api.integration.put(`posts/${post.id}/`, { posts: [fields] });
    expect((await put({ title: 'x' })).error).toMatchObject({ property: 'posts[0]' });
    expect((await put({ title: 'x', updated_at: null })).status).toBe(422);
    const stale = await put({ title: 'x', updated_at: '2019-01-01T00:00:00.000Z' });
    expect(stale.status).toBe(409);
    expect(stale.error).toMatchObject({
      message: 'Saving failed! Someone else is editing this post.',
      context: 'Saving failed! Someone else is editing this post.',
      type: 'UpdateCollisionError',
      code: 'UPDATE_COLLISION',
      details: { clientUpdatedAt: '2019-01-01T00:00:00.000Z', serverUpdatedAt: post.updated_at },
    });
    expect((await put({ updated_at: '2019-01-01T00:00:00.000Z' })).status).toBe(200);
  });

  it('accepts If-Match instead of updated_at', async () => {
    const { id } = await added();
    const read = await api.integration.get(`posts/${id}/`);
    const matching = api.integration.with({ 'if-match': String(read.headers.etag) });
    const put = (caller: typeof matching): Promise<ApiResponse> =>
      caller.put(`posts/${id}/`, { posts: [{ title: 'By revision' }] });
    expect((await put(matching)).status).toBe(200);
    const second = await put(matching);
    expect([second.status, second.error.code]).toEqual([409, 'UPDATE_COLLISION']);
    for (const foreign of ['"foreign"', '"foreign-1"', '"5"'])
      expect((await put(api.integration.with({ 'if-match': foreign }))).status).toBe(409);
  });

  it.each([
    ['posts/zzz/', 422, 'Validation (matches) failed for id'],
    [`posts/${'0'.repeat(24)}/`, 404, 'Post not found.'],
    [`pages/${'0'.repeat(24)}/`, 404, 'Post not found.'],
  ])('%s responds %i %s', async (path, status, context) => {
    const root = path.split('/')[0] ?? '';
    const response = await api.integration.put(path, {
      [root]: [{ title: 'x', updated_at: '2019-01-01T00:00:00.000Z' }],
    });
    expect([response.status, response.error.context]).toEqual([status, context]);
  });

  it('schedules, publishes and unpublishes', async () => {
    const draft = await added();
    const scheduled = await edit(draft, { status: 'scheduled', published_at: '2032-01-01T02:00:00.123+02:00' });
    expect(scheduled.one('posts')).toMatchObject({ status: 'scheduled', published_at: '2032-01-01T00:00:00.000Z' });
    const published = await edit(scheduled.one('posts'), { status: 'published' });
    expect(published.headers['x-cache-invalidate']).toBe('/*');
    const again = await edit(published.one('posts'), { status: 'scheduled' });
    expect(again.error.context).toBe('Your post is already published, please reload your page.');
    const offline = await edit(published.one('posts'), { status: 'draft' });
    expect(offline.one('posts')).toMatchObject({ status: 'draft', published_at: '2032-01-01T00:00:00.000Z' });
  });

  it('schedules the unpublishing, from v3 on', async () => {
    const post = await added({ status: 'scheduled', published_at: '2032-01-01T00:00:00.000Z' });
    const response = await edit(post, { unpublish_at: '2032-02-01T00:00:00.000Z' });
    expect(response.one('posts').unpublish_at).toBe('2032-02-01T00:00:00.000Z');
    const early = await edit(response.one('posts'), { unpublish_at: '2031-02-01T00:00:00.000Z' });
    expect([early.status, early.error.property]).toEqual([422, 'unpublish_at']);
    expect((await api.integration.in('v2').get(`posts/${post.id}/`)).one('posts')).not.toHaveProperty('unpublish_at');
  });
});

describe('DELETE posts', () => {
  it('responds 204 without a body, once', async () => {
    const { id } = await added();
    const first = await api.integration.delete(`posts/${id}/`);
    expect([first.status, first.text, first.headers['x-cache-invalidate']]).toEqual([204, '', '/*']);
    const second = await api.integration.delete(`posts/${id}/`);
    expect([second.status, second.error.message, second.error.context]).toEqual([
      404,
      'Resource not found error, cannot delete post.',
      'Post not found.',
    ]);
  });

  it('responds 404 for the id of a page', async () => {
    const page = await addPost(api.dataSource.manager, { type: 'page', authors: [{ id: '1' }] });
    expect((await api.integration.delete(`posts/${page.id}/`)).status).toBe(404);
    expect((await api.integration.delete(`pages/${page.id}/`)).status).toBe(204);
  });
});

describe('GET posts', () => {
  it('lists scheduled posts first, then drafts, then published ones, with tags, authors and their roles', async () => {
    const tag = await addTag(api.dataSource.manager, { name: 'Listed', slug: 'listed' });
    const at = new Date('2031-01-01T00:00:00Z');
    await addPost(api.dataSource.manager, { title: 'P', tags: [tag], authors: [{ id: '1' }] });
    await addPost(api.dataSource.manager, { title: 'D', status: 'draft', tags: [tag], authors: [{ id: '1' }] });
    await addPost(api.dataSource.manager, { title: 'S', status: 'scheduled', publishedAt: at, tags: [tag] });
    const response = await api.integration.get('posts/?filter=tag:listed&limit=2');
    expect(response.list('posts').map(({ title }) => title)).toEqual(['S', 'D']);
    expect(response.body.meta).toEqual({
      pagination: { page: 1, limit: 2, pages: 2, total: 3, next: 2, prev: null },
    });
    expect(response.list('posts')[1]).toMatchObject({
      tags: [{ slug: 'listed' }],
      authors: [{ id: '1', email: 'owner@example.com', roles: [{ name: 'Owner' }] }],
    });
  });

  it('selects fields, formats and relations', async () => {
    const post = await added({ slug: 'selected', mobiledoc: paragraph('selected') });
    const fields = await api.integration.get(`posts/${post.id}/?fields=id,title,status`);
    expect(fields.one('posts')).toEqual({ id: post.id, title: 'A post', status: 'draft' });
    const both = await api.integration.get(`posts/${post.id}/?fields=id&include=tags`);
    expect(both.one('posts')).toEqual({ id: post.id, tags: [], primary_tag: null });
    const formats = await api.integration.get('posts/slug/selected/?formats=html,plaintext');
    expect(formats.one('posts')).toMatchObject({ html: '<p>selected</p>', plaintext: 'selected' });
    expect(formats.one('posts')).not.toHaveProperty('mobiledoc');
    const neither = (await api.integration.get(`posts/${post.id}/?include=bogus`)).one('posts');
    expect(neither).not.toHaveProperty('tags');
    expect(neither).not.toHaveProperty('authors');
    expect((await api.integration.get(`posts/${post.id}/?include=`)).one('posts')).toHaveProperty('authors');
  });

  it.each([
    ['posts/?filter=bogus:1', 400, 'Could not understand request.', null],
    ['posts/?filter=type:page', 400, 'Could not understand request.', null],
    ['posts/?limit=-1', 422, 'Validation (matches) failed for limit', null],
    [`posts/${'0'.repeat(24)}/`, 404, 'Post not found.', null],
    ['posts/slug/nope/', 404, 'Post not found.', null],
    [`pages/${'0'.repeat(24)}/`, 404, 'Page not found.', null],
  ])('%s responds %i %s', async (path, status, context, code) => {
    const response = await api.integration.get(path);
    expect([response.status, response.error.context, response.error.code]).toEqual([status, context, code]);
  });
});
