import { User } from '@almanac/entities';
import { addPost, addTag } from '@almanac/testing';
import { type AdminApiUnderTest, startAdminApi } from './admin-api';

const ABSENT = '0123456789abcdef01234567';
const weak = /^W\/"[^"]+"$/;
// The SHA-1 of an empty body, as in Ghost's responses with status 204.
const EMPTY_ETAG = 'W/"0-2jmj7l5rSw0yVb/vlWAYkK/YBwk"';

describe('details of Ghost 3 (B16)', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  it.each(['v2', 'v3', 'canary'] as const)(
    'the session is the row of the user, without a URL, in %s',
    async (version) => {
      const { body } = await api.owner.in(version).get('session/');
      const networks = version === 'canary' ? ' bluesky instagram linkedin mastodon threads tiktok youtube' : '';
      expect(Object.keys(body).sort()).toEqual(
        (
          'accessibility bio cover_image created_at created_by email facebook id last_seen locale location ' +
          'meta_description meta_title name profile_image slug status tour twitter updated_at updated_by visibility website' +
          networks
        )
          .split(' ')
          .sort(),
      );
    },
  );

  it('an actor and a resource have an image, null if there is none', async () => {
    await api.owner.post('posts/', { posts: [{ title: 'By a person' }] });
    await api.integration.post('posts/', { posts: [{ title: 'By a program' }] });
    const actors = async (): Promise<unknown[]> =>
      (await api.owner.get('actions/?include=actor&limit=2')).list('actions').map(({ actor }) => actor);
    const keys = ['id', 'image', 'name', 'slug'];
    for (const actor of await actors()) expect(Object.keys(Object(actor)).sort()).toEqual(keys);
    expect(await actors()).toEqual([
      expect.objectContaining({ image: null }),
      expect.objectContaining({ image: null }),
    ]);
    await api.dataSource.manager.update(User, { id: '1' }, { profileImage: '/content/images/me.png' });
    expect(await actors()).toContainEqual(expect.objectContaining({ image: '/content/images/me.png' }));
    const actions = (await api.owner.get('actions/?include=resource&limit=2')).list('actions');
    expect(actions.map(({ resource }) => resource)).toContainEqual(
      expect.objectContaining({ title: 'By a program', image: null }),
    );
  });

  it('a response to a DELETE has the weak validator of an empty body', async () => {
    const post = await addPost(api.dataSource.manager);
    const tag = await addTag(api.dataSource.manager);
    const paths = [`posts/${post.id}/`, `tags/${tag.id}/`, `members/${ABSENT}/`];
    for (const path of paths) {
      const response = await api.integration.delete(path);
      expect([response.status, response.headers.etag, response.text]).toEqual([204, EMPTY_ETAG, '']);
    }
    const signedOut = await (await api.signIn('1')).delete('session/');
    expect([signedOut.status, signedOut.headers.etag]).toEqual([204, EMPTY_ETAG]);
    expect((await api.integration.delete(`posts/${ABSENT}/`)).headers.etag).toMatch(weak);
  });

  it.each(['db/', 'members/csv/'])('the export %s has a weak validator', async (path) => {
    const [first, second] = [await api.owner.get(path), await api.owner.get(path)];
    expect([first.status, first.headers.etag]).toEqual([200, expect.stringMatching(weak)]);
    expect(second.headers.etag).not.toBe(first.headers.etag);
  });

  it.each([
    [{}, 'No email provided.'],
    [{ invitation: [{}] }, 'No email provided.'],
    [{ invitation: [{ email: 'a@x.io' }] }, 'No token provided.'],
    [{ invitation: [{ email: 'a@x.io', token: 't' }] }, 'No password provided.'],
    [{ invitation: [{ email: 'a@x.io', token: 't', password: 'Sup3rS3cret!42' }] }, 'No name provided.'],
  ])('an invitation accepted with %j is rejected for a missing field', async (body, message) => {
    const response = await api.anonymous.post('authentication/invitation/', body);
    expect([response.status, response.error.message, response.error.type]).toEqual([422, message, 'ValidationError']);
  });

  it.each([
    ['GET', 'tags', 'Resource not found error, cannot read tag.', 'Tag not found.'],
    ['PUT', 'tags', 'Resource not found error, cannot edit tag.', 'Resource could not be found.'],
    ['DELETE', 'tags', 'Resource not found error, cannot delete tag.', 'Tag not found.'],
    ['GET', 'members', 'Resource not found error, cannot read member.', 'Member not found.'],
    ['PUT', 'members', 'Resource not found error, cannot edit member.', 'Resource could not be found.'],
    ['GET', 'pages', 'Resource not found error, cannot read page.', 'Page not found.'],
    ['PUT', 'pages', 'Resource not found error, cannot edit page.', 'Post not found.'],
    ['DELETE', 'pages', 'Resource not found error, cannot delete page.', 'Post not found.'],
  ] as const)('%s %s/:id of an unknown id', async (method, resource, message, context) => {
    const fields = resource === 'pages' ? { title: 'x', updated_at: new Date().toISOString() } : { name: 'x' };
    const sent = method === 'PUT' ? { [resource]: [fields] } : undefined;
    const response = await api.integration.send(method, `${resource}/${ABSENT}/`, sent);
    expect([response.status, response.error.message, response.error.context]).toEqual([404, message, context]);
  });

  it('related resources have a URL with `fields` only if `fields` includes `url`', async () => {
    const tag = await addTag(api.dataSource.manager);
    const { id } = await addPost(api.dataSource.manager, { tags: [tag], authors: [{ id: '1' }] });
    const related = async (query: string): Promise<boolean[]> => {
      const post = (await api.owner.get(`posts/${id}/?include=tags,authors${query}`)).one('posts');
      const parts = [post.tags, post.authors].map((list) => (list as object[])[0]);
      return [...parts, post.primary_tag, post.primary_author].map((part) => 'url' in Object(part));
    };
    expect(await related('&fields=title')).toEqual([false, false, false, false]);
    expect(await related('&fields=title,url')).toEqual([true, true, true, true]);
    expect(await related('')).toEqual([true, true, true, true]);
  });
});
