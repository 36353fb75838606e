import { Tag } from '@almanac/entities';
import { addPost, addTag } from '@almanac/testing';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';

let api: AdminApiUnderTest;
beforeAll(async () => {
  api = await startAdminApi();
});
afterAll(() => api.close());

describe.each(['v2', 'v3', 'v5', 'canary'] as const)('tags in %s', (version) => {
  it('can be added, read, edited and deleted', async () => {
    const staff = api.integration.in(version);
    const created = await staff.post('tags/', { tags: [{ name: `Tag ${version}`, description: 'd' }] });
    expect([created.status, created.headers['x-cache-invalidate']]).toEqual([201, '/*']);
    const tag = created.one('tags');
    expect(tag).toMatchObject({
      name: `Tag ${version}`,
      slug: `tag-${version}`,
      description: 'd',
      visibility: 'public',
      feature_image: null,
      meta_title: null,
      url: `${SITE_URL}/404/`,
    });
    const read = await staff.get(`tags/slug/tag-${version}/?include=count.posts`);
    expect(read.one('tags')).toMatchObject({ id: tag.id, count: { posts: 0 } });
    const back = await staff.put(`tags/${tag.id}/`, { tags: [read.one('tags')] });
    expect([back.status, back.headers['x-cache-invalidate']]).toEqual([200, undefined]);
    const edited = await staff.put(`tags/${tag.id}/`, { tags: [{ description: 'new' }] });
    expect([edited.one('tags').description, edited.headers['x-cache-invalidate']]).toEqual(['new', '/*']);
    expect((await staff.delete(`tags/${tag.id}/`)).status).toBe(204);
    const again = await staff.delete(`tags/${tag.id}/`);
    expect([again.status, again.error.context]).toEqual([404, 'Tag not found.']);
  });
});

describe('tags', () => {
  it('are listed in the order of their ids, with internal ones', async () => {
    await addTag(api.dataSource.manager, { name: 'Zebra', slug: 'zebra' });
    await addTag(api.dataSource.manager, { name: '#apple', slug: 'hash-apple', visibility: 'internal' });
    const response = await api.integration.get('tags/?filter=slug:[zebra,hash-apple]');
    expect(response.list('tags').map(({ slug }) => slug)).toEqual(['zebra', 'hash-apple']);
    expect((await api.integration.get('tags/?filter=visibility:internal')).list('tags')).toMatchObject([
      { name: '#apple', url: `${SITE_URL}/404/` },
    ]);
  });

  it('have a URL once they have a published post', async () => {
    const tag = await addTag(api.dataSource.manager, { slug: 'used' });
    const url = async (): Promise<unknown> => (await api.integration.get('tags/slug/used/')).one('tags').url;
    expect(await url()).toBe(`${SITE_URL}/404/`);
    const post = await addPost(api.dataSource.manager, { tags: [tag], authors: [{ id: '1' }] });
    expect(await url()).toBe(`${SITE_URL}/tag/used/`);
    expect((await api.integration.get(`posts/${post.id}/`)).one('posts')).toMatchObject({
      primary_tag: { url: `${SITE_URL}/tag/used/` },
    });
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ name: ',x' }, 'name'],
    [{ name: 'n'.repeat(192) }, 'name'],
    [{ name: 'x', bogus: 1 }, 'tags[0]'],
    [{}, 'tags[0]'],
  ])('cannot be created from %j', async (tag, property) => {
    const response = await api.integration.post('tags/', { tags: [tag] });
    expect([response.status, response.error.property]).toEqual([422, property]);
  });

  it.each([
    ['description', 'd'.repeat(501), 'Value in [tags.description] exceeds maximum length of 500 characters.'],
    ['codeinjection_head', 'h'.repeat(65_536), 'Value in [tags.codeinjection_head] exceeds maximum length'],
    ['accent_color', 'red', 'Validation (matches) failed for accent_color'],
    ['feature_image', 'not a URL', 'Validation (isURL) failed for feature_image'],
  ])('cannot be created with a post from an invalid %s', async (column, value, message) => {
    const author = await api.as('Author');
    const tag = { name: 'In a post', [column]: value };
    const post = { title: 'Tagged', authors: [{ id: author.user.id }], tags: [tag] };
    const { status, error } = await author.post('posts/', { posts: [post] });
    expect([status, `${String(error.message)} ${String(error.context)}`]).toEqual([
      422,
      expect.stringContaining(message),
    ]);
    expect((await api.integration.in('v5').post('tags/', { tags: [tag] })).status).toBe(422);
    expect((await api.integration.get("tags/?filter=name:'In a post'")).list('tags')).toEqual([]);
  });

  it('can be created with a post, and sent back with it whatever is stored', async () => {
    const sent = {
      name: 'Created with a post',
      slug: null,
      description: '',
      accent_color: '#15171a',
      feature_image: `${SITE_URL}/content/images/t.png`,
      og_image: '',
      canonical_url: null,
    };
    const post = (await api.integration.in('v5').post('posts/', { posts: [{ title: 'Tagged', tags: [sent] }] })).one(
      'posts',
    );
    const [tag] = post.tags as { id: string }[];
    expect(tag).toMatchObject({ slug: 'created-with-a-post', description: null, accent_color: '#15171a' });
    await api.dataSource.manager.update(Tag, { id: tag?.id }, { description: 'd'.repeat(501) });
    const back = (await api.integration.in('v5').get(`posts/${String(post.id)}/`)).one('posts');
    expect((await api.integration.in('v5').put(`posts/${String(post.id)}/`, { posts: [back] })).status).toBe(200);
  });

  it('respond 422 to a malformed id', async () => {
    const response = await api.integration.delete('tags/zzz/');
    expect([response.status, response.error.context]).toEqual([422, 'Validation (matches) failed for id']);
  });
});

describe('slugs', () => {
  it('are those that a new post, tag or user with this name would get', async () => {
    await addTag(api.dataSource.manager, { slug: 'news' });
    const slug = async (path: string): Promise<unknown> => (await api.owner.get(`slugs/${path}/`)).one('slugs').slug;
    expect(await slug('tag/News')).toBe('news-2');
    expect(await slug('post/Ghost')).toBe('ghost-post');
    expect(await slug('user/Owner')).toBe('owner-2');
    expect(await slug(`post/${'word-'.repeat(60)}`)).toHaveLength(185);
    expect(await slug(`post/${encodeURIComponent('a/b c')}`)).toBe('a-b-c');
  });

  it('can be the current slug of a stored resource from v5 on', async () => {
    const { id } = await addTag(api.dataSource.manager, { slug: 'tides' });
    const slug = async (path: string): Promise<unknown> =>
      (await api.owner.in('v5').get(`slugs/${path}/`)).one('slugs').slug;
    expect(await slug(`tag/Tides/${id}`)).toBe('tides');
    expect(await slug(`tag/Tides/${'0'.repeat(24)}`)).toBe('tides-2');
    expect((await api.owner.in('v5').get('slugs/tag/Tides/x/')).status).toBe(422);
    expect((await api.owner.in('v3').get(`slugs/tag/Tides/${id}/`)).status).toBe(404);
  });

  it('exist for no other type, and only for staff', async () => {
    const page = await api.owner.get('slugs/page/x/');
    expect([page.status, page.error.message, page.error.context]).toEqual([
      422,
      'Validation (AllowedValues) failed for type',
      null,
    ]);
    expect((await api.integration.get('slugs/post/x/')).status).toBe(501);
  });
});
