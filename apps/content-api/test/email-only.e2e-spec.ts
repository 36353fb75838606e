import { addPost, addTag, addUser } from '@almanac/testing';
import { startTestService, type TestService } from './service';

const SECRET = 'only-in-the-mail';

describe.each(['v2', 'v3', 'v5', 'canary'])('a published post by e-mail only in %s', (version) => {
  let service: TestService;
  let id: string;

  beforeAll(async () => {
    service = await startTestService();
    const { manager } = service.source;
    const [tag, lonelyTag] = [await addTag(manager, { slug: 'shared' }), await addTag(manager, { slug: 'lonely' })];
    const [author, lonelyAuthor] = [
      await addUser(manager, { slug: 'writes' }),
      await addUser(manager, { slug: 'mails' }),
    ];
    await addPost(manager, { slug: 'on-the-site', tags: [tag], authors: [author] });
    const hidden = { title: SECRET, emailOnly: true, tags: [tag, lonelyTag], authors: [author, lonelyAuthor] };
    ({ id } = await addPost(manager, { slug: 'by-mail', ...hidden }));
    await addPost(manager, { slug: 'page-by-mail', type: 'page', ...hidden });
  });
  afterAll(() => service.stop());

  const total = async (path: string): Promise<unknown> => {
    const { body } = await service.get(`${version}/content/${path}`);
    return (body.meta?.pagination as { total?: number } | undefined)?.total;
  };

  it('is in no list, and lists do not count it', async () => {
    const paths = ['posts/', 'posts/?filter=tag:shared', 'posts/?filter=author:writes', 'posts/?order=title%20asc'];
    for (const path of paths) {
      const { text } = await service.get(`${version}/content/${path}`);
      expect(text).not.toContain(SECRET);
      expect(text).toContain('on-the-site');
      expect([path, await total(path)]).toEqual([path, 1]);
    }
    const none = [
      'posts/?filter=tag:lonely',
      `posts/?filter=title:~'${SECRET}'`,
      'pages/',
      'posts/?filter=author:mails',
    ];
    for (const path of none) expect([path, await total(path)]).toEqual([path, 0]);
  });

  it('cannot be read by id or slug', async () => {
    for (const path of [`posts/${id}/`, 'posts/slug/by-mail/', 'pages/slug/page-by-mail/'])
      expect([path, (await service.get(`${version}/content/${path}`)).status]).toEqual([path, 404]);
  });

  it('gives its tags and authors no page and no count', async () => {
    const { body: tags } = await service.get(`${version}/content/tags/?include=count.posts`);
    expect(tags.tags).toEqual([expect.objectContaining({ slug: 'shared', count: { posts: 1 } })]);
    const { body: authors } = await service.get(`${version}/content/authors/?include=count.posts`);
    expect(authors.authors).toEqual([expect.objectContaining({ slug: 'writes', count: { posts: 1 } })]);
    expect((await service.get(`${version}/content/tags/slug/lonely/`)).status).toBe(404);
    expect((await service.get(`${version}/content/authors/slug/mails/`)).status).toBe(404);
  });
});
