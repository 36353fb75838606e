import { Action, Post, Setting, Tag } from '@almanac/entities';
import { NoPermissionError, ValidationError } from '@almanac/errors';
import { addTag, statementsOf } from '@almanac/testing';
import type { PostInput } from '@almanac/validation';
import { Like } from 'typeorm';
import { inMinutes, createTestSite, paragraph, type TestSite } from '../../test/test-site';
import type { Actor } from '../permissions/actor';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.database.drop());
beforeEach(() => site.takeOutboxEvents());

describe('a new post', () => {
  it('is a public draft of the acting user with a blank document', async () => {
    const { post, invalidates } = await site.posts.create(site.editor, 'post', { title: 'First' });
    expect(post).toMatchObject({
      title: 'First',
      slug: 'first',
      status: 'draft',
      visibility: 'public',
      featured: false,
      type: 'post',
      commentId: post.id,
      publishedAt: null,
      html: null,
      plaintext: null,
      revision: 1,
      tags: [],
      authors: [{ id: site.editor.id, roles: [{ name: 'Editor' }] }],
    });
    expect(JSON.parse(post.mobiledoc ?? '')).toMatchObject({
      version: '0.3.1',
      sections: [[1, 'p', [[0, [], 0, '']]]],
    });
    expect(invalidates).toBeNull();
    expect(post.authors[0]).not.toHaveProperty('password');
  });

  it('has the default visibility of the site, unless it sets another one', async () => {
    const ofSite = { key: 'default_content_visibility' };
    const visibilityOf = async (actor: Actor, input: PostInput): Promise<string> =>
      (await site.posts.create(actor, 'post', { title: 'Visible', ...input })).post.visibility;
    await site.dataSource.manager.update(Setting, ofSite, { value: 'members' });
    expect(await visibilityOf(site.editor, {})).toBe('members');
    expect(await visibilityOf(site.author, { authors: [{ id: site.author.id }] })).toBe('members');
    expect(await visibilityOf(site.editor, { visibility: 'public' })).toBe('public');
    await site.dataSource.manager.update(Setting, ofSite, { value: 'public' });
  });

  it('has the owner as author when an integration creates it', async () => {
    const { post } = await site.posts.create(site.integration, 'post', { title: 'By a machine' });
    expect(post.authors.map(({ id }) => id)).toEqual([site.owner.id]);
  });

  it('is stored with its html and plaintext', async () => {
    const { post } = await site.posts.create(site.editor, 'post', { title: 'Text', mobiledoc: paragraph('A & B') });
    expect(post).toMatchObject({ html: '<p>A &amp; B</p>', plaintext: 'A & B' });
  });

  it('is made from html only with the source html, which then wins over the mobiledoc', async () => {
    const input = { title: 'Html', html: '<p>From html</p>', mobiledoc: paragraph('from mobiledoc') };
    const plain = await site.posts.create(site.editor, 'post', input);
    const sourced = await site.posts.create(site.editor, 'post', input, { formatForHtml: 'mobiledoc' });
    expect(plain.post.plaintext).toBe('from mobiledoc');
    expect(sourced.post.plaintext).toBe('From html');
  });

  it('stores URLs of the site relative and other URLs unchanged', async () => {
    const { post } = await site.posts.create(site.editor, 'post', {
      title: 'Links',
      featureImage: 'https://site.example/content/images/a.png',
      canonicalUrl: 'https://other.example/post/',
      ogImage: 'https://site.example/content/images/og.png',
      twitterImage: '/content/images/twitter.png',
      codeinjectionHead: '<a href="https://site.example/about/">About</a>',
      mobiledoc: JSON.stringify({
        version: '0.3.1',
        atoms: [],
        cards: [],
        markups: [['a', ['href', 'https://site.example/post-1/']]],
        sections: [[1, 'p', [[0, [0], 1, 'link']]]],
      }),
    });
    expect(post).toMatchObject({
      featureImage: '/content/images/a.png',
      canonicalUrl: 'https://other.example/post/',
      codeinjectionHead: '<a href="/about/">About</a>',
      html: '<p><a href="/post-1/">link</a></p>',
      meta: { ogImage: '/content/images/og.png', twitterImage: '/content/images/twitter.png', metaTitle: null },
    });
  });

  it.each([
    ['   ', 'Value in [posts.title] cannot be blank.'],
    ['x'.repeat(256), 'Value in [posts.title] exceeds maximum length of 255 characters.'],
  ])('rejects the title %j', async (title, message) => {
    const adding = site.posts.create(site.editor, 'post', { title });
    await expect(adding).rejects.toThrow(new ValidationError(message));
    await expect(adding).rejects.toMatchObject({ context: 'posts.title' });
  });

  it('has the title (Untitled) when the title is empty', async () => {
    const { post } = await site.posts.create(site.editor, 'post', { title: '' });
    expect(post).toMatchObject({ title: '(Untitled)', slug: 'untitled' });
  });

  it('rejects JSON that is no mobiledoc', async () => {
    await expect(site.posts.create(site.editor, 'post', { title: 'x', mobiledoc: '{"foo":1}' })).rejects.toThrow(
      'Invalid mobiledoc structure.',
    );
    expect(await site.dataSource.manager.countBy(Post, { title: 'x' })).toBe(0);
  });
});

describe('the slug of a post', () => {
  it('gets a number when a post or page already has it', async () => {
    const slugs: string[] = [];
    for (const type of ['post', 'page', 'post'] as const) {
      slugs.push((await site.posts.create(site.editor, type, { title: 'Same' })).post.slug);
    }
    expect(slugs).toEqual(['same', 'same-2', 'same-3']);
  });

  it('is never a path that the site uses itself', async () => {
    expect((await site.posts.create(site.editor, 'page', { title: 'Ghost' })).post.slug).toBe('ghost-post');
  });

  it('differs for many posts of one title that are created concurrently', async () => {
    const created = await Promise.all(
      Array.from({ length: 40 }, () => site.posts.create(site.editor, 'post', { title: 'Same title' })),
    );
    expect(new Set(created.map(({ post }) => post.slug)).size).toBe(40);
  });
});

describe('tags of a post', () => {
  it('are found by id, slug and name ignoring case, in the order of the input and without duplicates', async () => {
    const [news, tech, music] = await Promise.all([
      addTag(site.dataSource.manager, { name: 'News', slug: 'news' }),
      addTag(site.dataSource.manager, { name: 'Tech', slug: 'tech' }),
      addTag(site.dataSource.manager, { name: 'Music', slug: 'music' }),
    ]);
    const { post } = await site.posts.create(site.editor, 'post', {
      title: 'Tagged',
      tags: [{ slug: 'music' }, { name: 'nEWS' }, { id: tech.id }, { name: 'News' }],
    });
    expect(post.tags.map(({ id }) => id)).toEqual([music.id, news.id, tech.id]);
  });

  it.each(['ÄRZTE', 'ΕΙΔΗΣΕΙΣ', 'İstanbul'])('are created once for the name %s', async (name) => {
    const tagIds = async (): Promise<string[]> => {
      const { post } = await site.posts.create(site.editor, 'post', { title: 'Tagged', tags: [{ name }] });
      return post.tags.map(({ id }) => id);
    };
    expect(await tagIds()).toEqual(await tagIds());
    await site.takeEvents();
  });

  it('are created when no tag has the name', async () => {
    const { post } = await site.posts.create(site.editor, 'post', {
      title: 'Fresh',
      tags: [{ name: 'Brand new' }, { name: '#inside' }, { name: 'brand NEW' }],
    });
    expect(post.tags).toMatchObject([
      { name: 'Brand new', slug: 'brand-new', visibility: 'public' },
      { name: '#inside', slug: 'hash-inside', visibility: 'internal' },
    ]);
    expect(await site.takeEvents()).toEqual([
      'post.added',
      'post.tag.attached',
      'post.tag.attached',
      'tag.added',
      'tag.added',
    ]);
  });

  it('are rejected with an unknown id or slug and no name, or a name that begins with a comma', async () => {
    const add = (tag: object): Promise<unknown> => site.posts.create(site.editor, 'post', { title: 'x', tags: [tag] });
    await expect(add({ id: 'f'.repeat(24) })).rejects.toThrow('Value in [tags.name] cannot be blank.');
    await expect(add({ slug: 'unknown' })).rejects.toThrow('Value in [tags.name] cannot be blank.');
    await expect(add({ name: ',bad' })).rejects.toThrow('Validation (matches) failed for name');
  });

  it('are limited to 100, as are authors', async () => {
    const tags = Array.from({ length: 101 }, (_, number) => ({ name: `Tag ${number}` }));
    const authors = tags.map(({ name }) => ({ slug: name }));
    for (const input of [{ tags }, { authors }]) {
      await expect(site.posts.create(site.editor, 'post', { title: 'x', ...input })).rejects.toThrow(ValidationError);
    }
  });

  it('are created with as many statements for a hundred tags as for one', async () => {
    const create = (names: string[]): Promise<string[]> =>
      statementsOf(() =>
        site.posts.create(site.editor, 'post', { title: 'Many', tags: names.map((name) => ({ name })) }),
      );
    const one = await create(['Alone']);
    const hundred = await create(Array.from({ length: 100 }, (_, number) => `Crowd ${number}`));
    expect(hundred.length).toBe(one.length);
    expect(await site.dataSource.manager.countBy(Tag, { name: Like('Crowd %') })).toBe(100);
  });

  it('get distinct free slugs when many are created in one request', async () => {
    const { manager } = site.dataSource;
    await addTag(manager, { name: 'Taken', slug: 'same' });
    await addTag(manager, { name: 'Taken too', slug: 'same-3' });
    const names = ['Same', 'same!', 'SAME?', 'same-2', 'same-4'];
    const { post } = await site.posts.create(site.editor, 'post', {
      title: 'x',
      tags: names.map((name) => ({ name })),
    });
    expect(post.tags.map(({ name }) => name)).toEqual(names);
    const slugs = post.tags.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(names.length);
    expect(slugs.every((slug) => /^same-\d+(-\d+)?$/.test(slug) && slug !== 'same-3')).toBe(true);
  });

  it('are created once when the input names them twice, by name or by slug', async () => {
    const tags = [
      { name: 'Twin' },
      { name: ' TWIN ' },
      { slug: 'twin-slug', name: 'A' },
      { slug: 'twin-slug', name: 'B' },
      { slug: 'To Be Normalized', name: 'C' },
      { slug: 'To Be Normalized', name: 'D' },
    ];
    const { post } = await site.posts.create(site.editor, 'post', { title: 'x', tags });
    expect(post.tags.map(({ name }) => name)).toEqual(['Twin', 'A', 'C']);
  });

  it('are created once when ten concurrent requests name the same new tag', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        site.posts.create(site.editor, 'post', { title: `Race ${number}`, tags: [{ name: 'Contended' }] }),
      ),
    );
    expect(await site.dataSource.manager.countBy(Tag, { name: 'Contended' })).toBe(1);
  });
});

describe('authors of a post', () => {
  it('are found by id, slug and e-mail; unknown authors are ignored', async () => {
    const { post } = await site.posts.create(site.editor, 'post', {
      title: 'Many hands',
      authors: [{ email: 'ALICE@example.com' }, { slug: 'edgar' }, { id: site.owner.id }, { email: 'no@body.example' }],
    });
    expect(post.authors.map(({ id }) => id)).toEqual([site.author.id, site.editor.id, site.owner.id]);
  });

  it('default to the acting user when no author in the input exists', async () => {
    const { post } = await site.posts.create(site.editor, 'post', { title: 'x', authors: [{ slug: 'unknown' }] });
    expect(post.authors.map(({ id }) => id)).toEqual([site.editor.id]);
  });

  it('cannot be an empty list', async () => {
    await expect(site.posts.create(site.editor, 'post', { title: 'x', authors: [] })).rejects.toThrow(
      'At least one author is required.',
    );
  });
});

describe('the dates of a new post', () => {
  it('default to the current time in whole seconds for a published post', async () => {
    const { post, invalidates } = await site.posts.create(site.editor, 'post', { title: 'Now', status: 'published' });
    expect(post.publishedAt).toEqual(post.createdAt);
    expect(post.publishedAt?.getMilliseconds()).toBe(0);
    expect(invalidates).toBe('site');
    expect(await site.takeEvents()).toEqual(['post.added', 'post.published', 'site.changed']);
  });

  it('may be in the future for a published post', async () => {
    const publishedAt = new Date('2035-01-01T00:00:00Z');
    const { post } = await site.posts.create(site.editor, 'post', { title: 'Soon', status: 'published', publishedAt });
    expect(post.publishedAt).toEqual(publishedAt);
  });

  it('have to be two minutes in the future for a scheduled post', async () => {
    const schedule = (publishedAt?: Date): Promise<unknown> =>
      site.posts.create(site.editor, 'page', { title: 'Later', status: 'scheduled', publishedAt });
    await expect(schedule()).rejects.toThrow('Value in published_at cannot be blank.');
    await expect(schedule(inMinutes(1))).rejects.toThrow('Date must be at least 2 minutes in the future.');
    await site.takeOutboxEvents();
    await schedule(inMinutes(10));
    expect(await site.takeEvents()).toEqual(['page.added', 'page.scheduled']);
  });

  it('reject a date of unpublishing before that of publishing', async () => {
    const add = (unpublishAt: Date): Promise<unknown> =>
      site.posts.create(site.editor, 'post', {
        title: 'Ends',
        status: 'scheduled',
        publishedAt: inMinutes(60),
        unpublishAt,
      });
    await expect(add(inMinutes(60))).rejects.toThrow('Value in [posts.unpublish_at] must lie after published_at.');
    await expect(add(inMinutes(61))).resolves.toMatchObject({ post: { unpublishAt: inMinutes(61) } });
  });
});

describe('permission to add posts', () => {
  it('lets authors add public posts with themselves as first author', async () => {
    const own = { title: 'Mine', authors: [{ id: site.author.id }] };
    await expect(site.posts.create(site.author, 'post', own)).resolves.toBeDefined();
    await expect(site.posts.create(site.author, 'post', { ...own, status: 'published' })).resolves.toBeDefined();
    const refused = new NoPermissionError('You do not have permission to add posts');
    await expect(site.posts.create(site.author, 'post', { ...own, visibility: 'paid' })).rejects.toThrow(refused);
    await expect(site.posts.create(site.author, 'post', { title: 'No author' })).rejects.toThrow(refused);
    await expect(
      site.posts.create(site.author, 'page', { title: 'Not mine', authors: [{ id: site.owner.id }] }),
    ).rejects.toThrow(refused);
  });

  it('lets contributors add drafts with themselves as author, and ignores tags', async () => {
    const own = { title: 'Draft', authors: [{ id: site.contributor.id }] };
    const { post } = await site.posts.create(site.contributor, 'post', {
      ...own,
      visibility: 'paid',
      tags: [{ name: 'Ignored' }],
    });
    expect(post).toMatchObject({ visibility: 'paid', tags: [] });
    await expect(site.posts.create(site.contributor, 'post', { ...own, status: 'published' })).rejects.toThrow(
      NoPermissionError,
    );
    await expect(site.posts.create(site.contributor, 'post', { title: 'x' })).rejects.toThrow(NoPermissionError);
  });
});

describe('creating a post', () => {
  it('adds a row to the audit log and outbox events that carry the post', async () => {
    const { post } = await site.posts.create(site.integration, 'page', { title: 'Logged' });
    expect(await site.dataSource.manager.findOneByOrFail(Action, { resourceId: post.id })).toMatchObject({
      resourceType: 'post',
      event: 'added',
      actorType: 'integration',
      actorId: site.integration.id,
    });
    expect(await site.takeOutboxEvents()).toMatchObject([
      {
        subjectType: 'page',
        subjectId: post.id,
        revision: '1',
        event: 'page.added',
        requestId: 'request-1',
        payload: { current: { title: 'Logged', authors: [{ id: site.owner.id }] }, previous: {} },
      },
    ]);
  });

  it('writes nothing when it fails', async () => {
    const before = await site.dataSource.manager.countBy(Tag, {});
    await expect(
      site.posts.create(site.editor, 'post', { title: 'x', tags: [{ name: 'Stray' }], authors: [], status: 'draft' }),
    ).rejects.toThrow(ValidationError);
    expect(await site.takeOutboxEvents()).toEqual([]);
    expect(await site.dataSource.manager.countBy(Tag, {})).toBe(before);
  });
});
