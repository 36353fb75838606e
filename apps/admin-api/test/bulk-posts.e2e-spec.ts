import { Action, type Post, PublishingOutboxEvent } from '@almanac/entities';
import { addPost, addTag, addUser, lexicalOf } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';
import type { ApiResponse, Caller } from './caller';

let api: AdminApiUnderTest;
let caller: Caller;
beforeAll(async () => {
  api = await startAdminApi();
  caller = api.integration.in('v5');
});
afterAll(() => api.close());
beforeEach(() =>
  api.dataSource.query('truncate publishing.posts, publishing.outbox, publishing.actions, publishing.tags cascade'),
);

const ONE_DAY_MS = 86_400_000;
const owner = { id: '1' };
const post = (fields: Parameters<typeof addPost>[1] = {}): Promise<Post> =>
  addPost(api.dataSource.manager, { authors: [owner], ...fields });
const edit = (filter: string, action: string, meta: object = {}): Promise<ApiResponse> =>
  caller.put(`posts/bulk/?filter=${encodeURIComponent(filter)}`, { bulk: { action, meta } });
const stats = ({ body }: ApiResponse): unknown => body.bulk;
const done = (action: string, successful: number): object => ({
  action,
  meta: { stats: { successful, unsuccessful: 0 }, errors: [], unsuccessfulData: [] },
});
const read = async (id: string): Promise<Record<string, unknown>> => (await caller.get(`posts/${id}/`)).one('posts');
const events = async (): Promise<unknown[]> =>
  (await api.dataSource.manager.find(PublishingOutboxEvent, { order: { position: 'ASC' } })).map(({ event }) => event);

describe('PUT posts/bulk/', () => {
  it('publishes drafts and scheduled posts, with the events and actions of each', async () => {
    const draft = await post({ status: 'draft', publishedAt: null });
    const soon = await post({ status: 'scheduled', publishedAt: new Date(Date.now() + ONE_DAY_MS) });
    const formerlyScheduled = await post({ status: 'draft', publishedAt: new Date(Date.now() + ONE_DAY_MS) });
    const old = await post();
    const ids = [draft, soon, formerlyScheduled, old].map(({ id }) => id);
    const response = await edit(`id:[${ids.join()}]`, 'publish');
    expect([response.status, stats(response)]).toEqual([200, done('publish', 3)]);
    expect(response.headers['x-cache-invalidate']).toBe('/*');
    for (const { id } of [draft, soon, formerlyScheduled]) {
      expect(await read(id)).toMatchObject({ status: 'published' });
      const { published_at: publishedAt } = await read(id);
      expect(publishedAt).toMatch(/\.000/);
      expect(new Date(String(publishedAt)).getTime()).toBeLessThanOrEqual(Date.now());
    }
    expect((await events()).filter((event) => event === 'post.published')).toHaveLength(3);
    expect(await api.dataSource.manager.countBy(Action, { event: 'edited' })).toBe(3);
  });

  it('schedules, unschedules and unpublishes the posts whose status allows it', async () => {
    const draft = await post({ status: 'draft', publishedAt: null });
    const published = await post();
    const at = new Date(Date.now() + ONE_DAY_MS).toISOString().replace(/\.\d+/, '.000');
    expect(stats(await edit('featured:false', 'schedule', { published_at: at }))).toEqual(done('schedule', 1));
    expect(await read(draft.id)).toMatchObject({ status: 'scheduled', published_at: at });
    expect(stats(await edit('featured:false', 'unschedule'))).toEqual(done('unschedule', 1));
    expect(await read(draft.id)).toMatchObject({ status: 'draft', published_at: null });
    expect(stats(await edit('featured:false', 'unpublish'))).toEqual(done('unpublish', 1));
    expect(await read(published.id)).toMatchObject({ status: 'draft' });
  });

  it('features, sets the access and adds tags, which it creates once', async () => {
    const tag = await addTag(api.dataSource.manager, { name: 'Old' });
    const posts = [await post({ tags: [tag] }), await post()];
    expect(stats(await edit('status:published', 'feature'))).toEqual(done('feature', 2));
    expect(stats(await edit('status:published', 'access', { visibility: 'tiers' }))).toEqual(done('access', 2));
    const tags = [{ id: tag.id }, { id: null, name: 'New' }];
    expect(stats(await edit('status:published', 'addTag', { tags }))).toEqual(done('addTag', 2));
    for (const { id } of posts) {
      expect(await read(id)).toMatchObject({
        featured: true,
        visibility: 'paid',
        tags: [{ name: 'Old' }, { name: 'New' }],
      });
    }
    expect(stats(await edit('featured:true', 'unfeature'))).toEqual(done('unfeature', 2));
    const added = (await events()).filter((event) => event === 'tag.added');
    expect(added).toHaveLength(1);
  });

  it('removes tags by id, slug and name, and leaves the others', async () => {
    const { manager } = api.dataSource;
    const names = ['Kept', 'By id', 'By slug', 'By name'];
    const tags = await Promise.all(names.map((name) => addTag(manager, { name, slug: name.replace(' ', '-') })));
    const tagged = await post({ tags });
    const without = await post();
    const removed = [
      { id: tags[1]?.id },
      { slug: 'By-slug' },
      { id: '', slug: '', name: ' by NAME ' },
      { name: 'Never there' },
    ];
    expect(stats(await edit('status:published', 'removeTag', { tags: removed }))).toEqual(done('removeTag', 2));
    expect((await read(tagged.id)).tags).toMatchObject([{ name: 'Kept' }]);
    expect((await read(without.id)).tags).toEqual([]);
  });

  it('reports the posts that cannot change so, and changes the others', async () => {
    const good = await post({ status: 'draft', publishedAt: null });
    const bad = await post({
      status: 'draft',
      publishedAt: null,
      unpublishAt: new Date(Date.now() + 2 * ONE_DAY_MS),
    });
    const at = new Date(Date.now() + 3 * ONE_DAY_MS).toISOString();
    const response = await edit('status:draft', 'schedule', { published_at: at });
    expect(stats(response)).toMatchObject({
      meta: {
        stats: { successful: 1, unsuccessful: 1 },
        errors: [{ id: bad.id, message: 'Value in [posts.unpublish_at] must lie after published_at.' }],
        unsuccessfulData: [{ id: bad.id }],
      },
    });
    expect([(await read(good.id)).status, (await read(bad.id)).status]).toEqual(['scheduled', 'draft']);
  });

  it('changes only what the actor may change', async () => {
    const author = await api.as('Author');
    const own = await post({ authors: [author.user], status: 'draft', publishedAt: null });
    const another = await post({ status: 'draft', publishedAt: null });
    const body = { bulk: { action: 'publish' } };
    const response = await author.in('v5').put('posts/bulk/?filter=status:draft', body);
    expect(stats(response)).toMatchObject({
      meta: {
        stats: { successful: 1, unsuccessful: 1 },
        errors: [{ id: another.id, message: 'You do not have permission to edit posts' }],
      },
    });
    expect([(await read(own.id)).status, (await read(another.id)).status]).toEqual(['published', 'draft']);
    const contributor = (await api.as('Contributor')).in('v5');
    const refused = await contributor.delete(`posts/bulk/?filter=id:${own.id}`);
    expect(stats(refused)).toMatchObject({ meta: { stats: { successful: 0, unsuccessful: 1 } } });
    expect((await read(own.id)).status).toBe('published');
  });

  it.each([
    ['', { bulk: { action: 'feature' } }, 422],
    ['?filter=%20', { bulk: { action: 'feature' } }, 422],
    ['?filter=bogus:1', { bulk: { action: 'feature' } }, 400],
    ['?filter=status:draft)%2Cid:-x%2B(status:draft', { bulk: { action: 'feature' } }, 400],
    ['?filter=status:draft', {}, 422],
    ['?filter=status:draft', { bulk: { action: 'explode' } }, 422],
    ['?filter=status:draft', { bulk: { action: 'access', meta: { visibility: 'all' } } }, 422],
    ['?filter=status:draft', { bulk: { action: 'addTag', meta: { tags: [] } } }, 422],
    ['?filter=status:draft', { bulk: { action: 'addTag', meta: { tags: Array(11).fill({ name: 'x' }) } } }, 422],
    ['?filter=status:draft', { bulk: { action: 'removeTag', meta: {} } }, 422],
    ['?filter=status:draft', { bulk: { action: 'schedule', meta: { published_at: 'soon' } } }, 422],
  ])('rejects %p with %j', async (query, body, status) => {
    expect((await caller.put(`posts/bulk/${query}`, body)).status).toBe(status);
  });

  describe('of named posts', () => {
    const editNamed = (ids: string, action: string, meta: object = {}, as = caller): Promise<ApiResponse> =>
      as.put(`posts/bulk/?ids=${ids}`, { bulk: { action, meta } });

    it('has a result for each of them', async () => {
      const [draft, live] = [await post({ status: 'draft', publishedAt: null }), await post()];
      const page = await post({ type: 'page', status: 'draft', publishedAt: null });
      const absent = '5ddc9141c35e7700383b2937';
      const response = await editNamed([draft.id, live.id, page.id, absent, draft.id].join(','), 'publish');
      expect(response.status).toBe(200);
      expect(response.body).toMatchObject({ bulk: { meta: { stats: { successful: 1, unsuccessful: 3 } } } });
      const { errors } = Object(Object(response.body.bulk).meta) as { errors: { id: string; message: string }[] };
      expect(Object.fromEntries(errors.map(({ id, message }) => [id, message]))).toEqual({
        [live.id]: 'The status is "published", so the action "publish" does not apply.',
        [page.id]: 'Post not found.',
        [absent]: 'Post not found.',
      });
      expect(await read(draft.id)).toMatchObject({ status: 'published' });
      expect((await events()).filter((event) => event === 'post.published')).toHaveLength(1);
    });

    it('never unpublishes a published post when it is unscheduled', async () => {
      const live = await post();
      expect((await editNamed(live.id, 'unschedule')).body).toMatchObject({
        bulk: { meta: { stats: { successful: 0 } } },
      });
      expect(await read(live.id)).toMatchObject({ status: 'published' });
    });

    it('asks for the permission on each', async () => {
      const author = await api.as('Author');
      const own = await post({ status: 'draft', publishedAt: null, authors: [author.user] });
      const others = await post({ status: 'draft', publishedAt: null });
      const response = await editNamed(`${own.id},${others.id}`, 'feature', {}, author.in('canary'));
      expect(response.body).toMatchObject({
        bulk: { meta: { stats: { successful: 1, unsuccessful: 1 }, errors: [{ id: others.id }] } },
      });
    });

    it('deletes them', async () => {
      const [one, two] = [await post(), await post()];
      const response = await caller.delete(`posts/bulk/?ids=${one.id},5ddc9141c35e7700383b2937`);
      expect(response.body).toMatchObject({ bulk: { meta: { stats: { successful: 1, unsuccessful: 1 } } } });
      expect((await caller.get(`posts/${one.id}/`)).status).toBe(404);
      expect((await caller.get(`posts/${two.id}/`)).status).toBe(200);
    });

    it.each([
      ['an id that is none', 'x'],
      ['no id', ''],
      ['more than 100', Array.from({ length: 101 }, (_, n) => n.toString(16).padStart(24, '0')).join(',')],
      ['a filter beside them', '5ddc9141c35e7700383b2937&filter=status:draft'],
    ])('refuses %s', async (_name, ids) => {
      expect((await editNamed(ids, 'feature')).status).toBe(422);
    });
  });

  it('refuses more than 500 posts, and changes none of them', async () => {
    await api.dataSource.query(
      `insert into publishing.posts (id, uuid, title, slug, comment_id, type, status, visibility, created_at, created_by, updated_at)
       select lpad(to_hex(n), 24, '0'), gen_random_uuid(), 'T', 's-' || n, 'c', 'post', 'draft', 'public', now(), '1', now()
       from generate_series(1, 501) n`,
    );
    const response = await edit('status:draft', 'feature');
    expect([response.status, response.error.property]).toEqual([422, 'filter']);
    expect(JSON.stringify(response.body)).toContain('501 posts');
    expect(await events()).toEqual([]);
    const some = await edit("id:<='000000000000000000000078'", 'feature');
    expect(stats(some)).toEqual(done('feature', 120));
  });
});

describe.each(['', 'bulk/'])('DELETE posts/%s', (path) => {
  it('deletes what the filter matches, of its own kind only', async () => {
    const gone = [await post(), await post({ status: 'draft', publishedAt: null })];
    const kept = await post({ featured: true });
    const page = await post({ type: 'page' });
    const response = await caller.delete(`posts/${path}?filter=featured:false`);
    expect([response.status, stats(response)]).toMatchObject([200, { meta: { stats: { successful: 2 } } }]);
    for (const { id } of gone) expect((await caller.get(`posts/${id}/`)).status).toBe(404);
    expect((await caller.get(`posts/${kept.id}/`)).status).toBe(200);
    expect((await caller.get(`pages/${page.id}/`)).status).toBe(200);
    expect((await events()).filter((event) => event === 'post.deleted')).toHaveLength(2);
    expect(stats(await caller.delete(`pages/${path}?filter=featured:false`))).toMatchObject({
      meta: { stats: { successful: 1 } },
    });
  });

  it.each(['', '?all=true', '?filter='])(
    'deletes nothing for the query "%s", which selects no posts',
    async (query) => {
      const kept = await post();
      expect((await caller.delete(`posts/${path}${query}`)).status).toBe(422);
      expect((await caller.get(`posts/${kept.id}/`)).status).toBe(200);
    },
  );

  it('is not in v3', async () => {
    const kept = await post();
    expect((await caller.in('v3').delete(`posts/${path}?filter=id:${kept.id}`)).status).toBe(path === '' ? 404 : 422);
    expect((await caller.get(`posts/${kept.id}/`)).status).toBe(200);
  });
});

describe('POST posts/:id/copy/', () => {
  it('adds a draft with the same content, tags, authors and meta fields', async () => {
    const { manager } = api.dataSource;
    const writer = await addUser(manager);
    const source = await post({
      title: 'T'.repeat(255),
      tags: [await addTag(manager, { name: 'One' })],
      authors: [writer, owner],
      visibility: 'paid',
      featureImage: '/content/images/a.png',
      mobiledoc: JSON.stringify({
        version: '0.3.1',
        markups: [],
        atoms: [],
        cards: [],
        sections: [[1, 'p', [[0, [], 0, 'Low water']]]],
      }),
      meta: { metaTitle: 'Meta' },
    });
    const response = await caller.post(`posts/${source.id}/copy/`);
    expect(response.status).toBe(201);
    const copy = (await caller.get(`posts/${String(response.one('posts').id)}/?formats=html`)).one('posts');
    expect(copy).toMatchObject({
      title: `${'T'.repeat(248)} (Copy)`,
      status: 'draft',
      visibility: 'paid',
      html: '<p>Low water</p>',
      meta_title: 'Meta',
      tags: [{ name: 'One' }],
      authors: [{ id: writer.id }, owner],
      published_at: null,
    });
    expect([copy.uuid, copy.slug]).not.toEqual([source.uuid, source.slug]);
  });

  it('shows the source, the tiers and the requested formats, like other writes', async () => {
    const source = (await caller.post('posts/', { posts: [{ title: 'x', lexical: lexicalOf('Tide') }] })).one('posts');
    const copy = (await caller.post(`posts/${String(source.id)}/copy/`)).one('posts');
    expect(copy).toMatchObject({ lexical: source.lexical, mobiledoc: null, tiers: source.tiers, email: null });
    const formatted = await caller.post(`posts/${String(source.id)}/copy/?formats=html`);
    expect(formatted.one('posts')).toMatchObject({ html: '<p>Tide</p>' });
    expect(formatted.one('posts')).not.toHaveProperty('mobiledoc');
  });

  it('adds a draft for the site, also of a post that was only mailed', async () => {
    const source = await post({ title: 'Mailed', emailOnly: true });
    const copy = (await caller.post(`posts/${source.id}/copy/`)).one('posts');
    expect(copy).toMatchObject({ email_only: false });
  });

  it('shortens a long title between two characters', async () => {
    const source = await post({ title: `${'T'.repeat(247)}🌊${'T'.repeat(6)}` });
    const copy = (await caller.post(`posts/${source.id}/copy/`)).one('posts');
    expect(copy.title).toBe(`${'T'.repeat(247)} (Copy)`);
  });

  it('makes an Author the author of their copy, and is not more public than its source', async () => {
    const as = await api.as('Author');
    const author = as.in('v5');
    const open = await post();
    const copy = (await author.post(`posts/${open.id}/copy/`)).one('posts');
    expect(copy).toMatchObject({ status: 'draft', authors: [{ id: as.user.id }] });
    const paid = await post({ visibility: 'paid' });
    expect((await author.post(`posts/${paid.id}/copy/`)).status).toBe(403);
  });

  it('goes to the default recipients, so that an Author can copy a post whose filter they may not set', async () => {
    const source = await post({ emailRecipientFilter: "email:'jane@example.com'" });
    for (const staff of [(await api.as('Author')).in('v5'), caller]) {
      const response = await staff.post(`posts/${source.id}/copy/`);
      expect(response.status).toBe(201);
      const [copy] = await api.dataSource.query(
        'select email_recipient_filter as filter from publishing.posts where id = $1',
        [response.one('posts').id],
      );
      expect(copy.filter).toBe('all');
    }
  });

  it('does not find a page among the posts', async () => {
    const page = await post({ type: 'page' });
    expect((await caller.post(`posts/${page.id}/copy/`)).status).toBe(404);
    expect((await caller.post(`pages/${page.id}/copy/`)).status).toBe(201);
    expect((await caller.post('posts/zzz/copy/')).status).toBe(422);
  });
});
