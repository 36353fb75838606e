import { lexicalOf } from '@almanac/testing';
import { type AdminApiUnderTest, SITE_URL, startAdminApi } from './admin-api';

/** Characters that PostgreSQL cannot store, in every place of a request. */
describe('characters that cannot be stored', () => {
  let api: AdminApiUnderTest;
  beforeAll(async () => {
    api = await startAdminApi();
  });
  afterAll(() => api.close());

  it('are removed from bodies if they are NUL', async () => {
    const mobiledoc = JSON.stringify({ version: '0.3.1', sections: [[1, 'p', [[0, [], 0, 'x\0y']]]] });
    const post = await api.integration.post('posts/?formats=html', {
      posts: [{ title: 'a\0b', tags: ['t\0'], mobiledoc }],
    });
    expect([post.status, post.one('posts').title]).toEqual([201, 'ab']);
    const read = await api.integration.get(`posts/${String(post.one('posts').id)}/?formats=html,plaintext`);
    expect(read.one('posts')).toMatchObject({ html: '<p>xy</p>', plaintext: 'xy' });
    const member = await api.integration.post('members/', { members: [{ email: 'm@x.io', name: '\0', note: 'n\0' }] });
    expect(member.one('members')).toMatchObject({ name: null, note: 'n' });
    const tag = await api.integration.post('tags/', { tags: [{ name: 'tag\0' }] });
    expect(tag.one('tags')).toMatchObject({ name: 'tag', slug: 'tag' });
    const form = api.integration.with({ 'content-type': 'application/x-www-form-urlencoded' });
    for (const title of ['f%00orm', 'f%0%000orm', 'f\0orm']) {
      const added = await form.post('posts/', `posts[0][title]=${title}`);
      expect([added.status, String(added.one('posts').title).includes('\0')]).toEqual([201, false]);
    }
  });

  it('are removed from what is rendered from a lexical document', async () => {
    const staff = api.integration.in('canary');
    const add = (lexical: string) => staff.post('posts/', { posts: [{ title: 'x', lexical }] });
    const post = (await add(lexicalOf('x\0y'))).one('posts');
    const read = await staff.get(`posts/${String(post.id)}/?formats=html,plaintext`);
    expect(read.one('posts')).toMatchObject({ html: '<p>xy</p>', plaintext: 'xy' });
    const half = (await add(lexicalOf('half \ud83d'))).one('posts');
    const { html } = (await staff.get(`posts/${String(half.id)}/?formats=html`)).one('posts');
    expect(html).toBe('<p>half \ufffd</p>');
  });

  it('do not prevent that a post with half of a surrogate pair is edited', async () => {
    const mobiledoc = JSON.stringify({ version: '0.3.1', sections: [[1, 'p', [[0, [], 0, 'half \ud83d']]]] });
    const staff = api.integration.in('canary');
    for (const [document, format] of [
      [{ mobiledoc }, 'mobiledoc'],
      [{ lexical: lexicalOf('half \ud83d') }, 'lexical'],
    ] as const) {
      const added = (await staff.post('posts/', { posts: [{ title: format, ...document }] })).one('posts');
      const save = async (text: string, updatedAt: unknown) => {
        const changed: object = JSON.parse(JSON.stringify(document).replace('half', text));
        const edit = { ...changed, updated_at: updatedAt };
        return staff.put(`posts/${String(added.id)}/?formats=html`, { posts: [edit] });
      };
      const edited = await save('other', added.updated_at);
      expect([edited.status, edited.one('posts').html]).toEqual([200, '<p>other \ufffd</p>']);
    }
  });

  it('become U+FFFD if they are lone surrogates', async () => {
    const member = await api.integration.post('members/', {
      members: [{ email: 'h@x.io', name: 'half \ud83d', note: '😀' }],
    });
    expect([member.status, member.one('members').name, member.one('members').note]).toEqual([201, 'half \ufffd', '😀']);
  });

  it.each([
    'users/email/a%00b/',
    "members/?filter=name:'a%00b'",
    'posts/slug/a%00b/',
    'slugs/post/a%00b/',
    'settings/%00/',
  ])('are rejected in a URL: %s', async (path) => {
    expect((await api.owner.get(path)).status).toBe(400);
  });

  it('do not authenticate', async () => {
    const browser = api.anonymous.with({ origin: SITE_URL });
    expect((await browser.post('session/', { username: 'owner@example.com\0', password: 'x\0' })).status).toBe(401);
  });
});
