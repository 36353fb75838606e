import { Action, Post, Tag } from '@almanac/entities';
import { NoPermissionError, ValidationError } from '@almanac/errors';
import { addTag, statementsOf } from '@almanac/testing';
import { Like } from 'typeorm';
import { inMinutes, openNewsroom, paragraph, type Newsroom } from '../../test/newsroom';

let room: Newsroom;
beforeAll(async () => {
  room = await openNewsroom();
});
afterAll(() => room.database.drop());
beforeEach(() => room.takeOutboxEvents());

describe('a new post', () => {
  it('is a public draft of the acting user with a blank document', async () => {
    const { post, invalidates } = await room.posts.create(room.editor, 'post', { title: 'First' });
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
      authors: [{ id: room.editor.id, roles: [{ name: 'Editor' }] }],
    });
    expect(JSON.parse(post.mobiledoc ?? '')).toMatchObject({
      version: '0.3.1',
      sections: [[1, 'p', [[0, [], 0, '']]]],
    });
    expect(invalidates).toBeNull();
    expect(post.authors[0]).not.toHaveProperty('password');
  });

  it('belongs to the owner when an integration writes it', async () => {
    const { post } = await room.posts.create(room.integration, 'post', { title: 'By a machine' });
    expect(post.authors.map(({ id }) => id)).toEqual([room.owner.id]);
  });

  it('is rendered to html and plaintext when it is written', async () => {
    const { post } = await room.posts.create(room.editor, 'post', { title: 'Text', mobiledoc: paragraph('A & B') });
    expect(post).toMatchObject({ html: '<p>A &amp; B</p>', plaintext: 'A & B' });
  });

  it('takes html as its source only when told so, and then over a mobiledoc', async () => {
    const input = { title: 'Html', html: '<p>From html</p>', mobiledoc: paragraph('from mobiledoc') };
    const plain = await room.posts.create(room.editor, 'post', input);
    const sourced = await room.posts.create(room.editor, 'post', input, { source: 'html' });
    expect(plain.post.plaintext).toBe('from mobiledoc');
    expect(sourced.post.plaintext).toBe('From html');
  });

  it('stores the URLs of the site relative, and those of others as they are (seed: Post and page, rule 2)', async () => {
    const { post } = await room.posts.create(room.editor, 'post', {
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
  ])('refuses the title %j', async (title, message) => {
    const adding = room.posts.create(room.editor, 'post', { title });
    await expect(adding).rejects.toThrow(new ValidationError(message));
    await expect(adding).rejects.toMatchObject({ context: 'posts.title' });
  });

  it('is called untitled when the title is empty', async () => {
    const { post } = await room.posts.create(room.editor, 'post', { title: '' });
    expect(post).toMatchObject({ title: '(Untitled)', slug: 'untitled' });
  });

  it('refuses what is no mobiledoc', async () => {
    await expect(room.posts.create(room.editor, 'post', { title: 'x', mobiledoc: '{"foo":1}' })).rejects.toThrow(
      'Invalid mobiledoc structure.',
    );
    expect(await room.dataSource.manager.countBy(Post, { title: 'x' })).toBe(0);
  });
});

describe('the slug', () => {
  it('is counted up while somebody holds it, pages and posts alike', async () => {
    const slugs: string[] = [];
    for (const type of ['post', 'page', 'post'] as const) {
      slugs.push((await room.posts.create(room.editor, type, { title: 'Same' })).post.slug);
    }
    expect(slugs).toEqual(['same', 'same-2', 'same-3']);
  });

  it('is never a word the site needs for itself', async () => {
    expect((await room.posts.create(room.editor, 'page', { title: 'Ghost' })).post.slug).toBe('ghost-post');
  });

  it('is different for each of ten posts of one title written at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, () => room.posts.create(room.editor, 'post', { title: 'Rush' })),
    );
    expect(new Set(made.map(({ post }) => post.slug)).size).toBe(10);
  });
});

describe('tags of a post', () => {
  it('are found by id, slug and name without regard to case, in the order given and each once', async () => {
    const [news, tech, music] = await Promise.all([
      addTag(room.dataSource.manager, { name: 'News', slug: 'news' }),
      addTag(room.dataSource.manager, { name: 'Tech', slug: 'tech' }),
      addTag(room.dataSource.manager, { name: 'Music', slug: 'music' }),
    ]);
    const { post } = await room.posts.create(room.editor, 'post', {
      title: 'Tagged',
      tags: [{ slug: 'music' }, { name: 'nEWS' }, { id: tech.id }, { name: 'News' }],
    });
    expect(post.tags.map(({ id }) => id)).toEqual([music.id, news.id, tech.id]);
  });

  it('are made when nobody knows the name', async () => {
    const { post } = await room.posts.create(room.editor, 'post', {
      title: 'Fresh',
      tags: [{ name: 'Brand new' }, { name: '#inside' }, { name: 'brand NEW' }],
    });
    expect(post.tags).toMatchObject([
      { name: 'Brand new', slug: 'brand-new', visibility: 'public' },
      { name: '#inside', slug: 'hash-inside', visibility: 'internal' },
    ]);
    expect(await room.takeEvents()).toEqual([
      'post.added',
      'post.tag.attached',
      'post.tag.attached',
      'tag.added',
      'tag.added',
    ]);
  });

  it('refuses an unknown id or slug without a name, and a name that begins with a comma', async () => {
    const add = (tag: object): Promise<unknown> => room.posts.create(room.editor, 'post', { title: 'x', tags: [tag] });
    await expect(add({ id: 'f'.repeat(24) })).rejects.toThrow('Value in [tags.name] cannot be blank.');
    await expect(add({ slug: 'nobody' })).rejects.toThrow('Value in [tags.name] cannot be blank.');
    await expect(add({ name: ',bad' })).rejects.toThrow('Validation (matches) failed for name');
  });

  it('are not more than 100, and neither are authors', async () => {
    const tags = Array.from({ length: 101 }, (_, number) => ({ name: `Tag ${number}` }));
    const authors = tags.map(({ name }) => ({ slug: name }));
    for (const input of [{ tags }, { authors }]) {
      await expect(room.posts.create(room.editor, 'post', { title: 'x', ...input })).rejects.toThrow(ValidationError);
    }
  });

  it('are made with as many statements for a hundred as for one', async () => {
    const create = (names: string[]): Promise<string[]> =>
      statementsOf(() =>
        room.posts.create(room.editor, 'post', { title: 'Many', tags: names.map((name) => ({ name })) }),
      );
    const one = await create(['Alone']);
    const hundred = await create(Array.from({ length: 100 }, (_, number) => `Crowd ${number}`));
    expect(hundred.length).toBe(one.length);
    expect(await room.dataSource.manager.countBy(Tag, { name: Like('Crowd %') })).toBe(100);
  });

  it('get free slugs of their own when many are made at once', async () => {
    const { manager } = room.dataSource;
    await addTag(manager, { name: 'Taken', slug: 'same' });
    await addTag(manager, { name: 'Taken too', slug: 'same-3' });
    const names = ['Same', 'same!', 'SAME?', 'same-2', 'same-4'];
    const { post } = await room.posts.create(room.editor, 'post', {
      title: 'x',
      tags: names.map((name) => ({ name })),
    });
    expect(post.tags.map(({ name }) => name)).toEqual(names);
    const slugs = post.tags.map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(names.length);
    expect(slugs.every((slug) => /^same-\d+(-\d+)?$/.test(slug) && slug !== 'same-3')).toBe(true);
  });

  it('keep a tag that is named twice, by name and by slug, one', async () => {
    const tags = [
      { name: 'Twin' },
      { name: ' TWIN ' },
      { slug: 'twin-slug', name: 'A' },
      { slug: 'twin-slug', name: 'B' },
    ];
    const { post } = await room.posts.create(room.editor, 'post', { title: 'x', tags });
    expect(post.tags.map(({ name }) => name)).toEqual(['Twin', 'A']);
  });

  it('are made once when ten posts name the same new one at once', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        room.posts.create(room.editor, 'post', { title: `Race ${number}`, tags: [{ name: 'Contended' }] }),
      ),
    );
    expect(await room.dataSource.manager.countBy(Tag, { name: 'Contended' })).toBe(1);
  });
});

describe('authors of a post', () => {
  it('are found by id, slug and e-mail; unknown ones are left out', async () => {
    const { post } = await room.posts.create(room.editor, 'post', {
      title: 'Many hands',
      authors: [{ email: 'ALICE@example.com' }, { slug: 'edgar' }, { id: room.owner.id }, { email: 'no@body.example' }],
    });
    expect(post.authors.map(({ id }) => id)).toEqual([room.author.id, room.editor.id, room.owner.id]);
  });

  it('are the acting user when none of them exists', async () => {
    const { post } = await room.posts.create(room.editor, 'post', { title: 'x', authors: [{ slug: 'nobody' }] });
    expect(post.authors.map(({ id }) => id)).toEqual([room.editor.id]);
  });

  it('may not be an empty list', async () => {
    await expect(room.posts.create(room.editor, 'post', { title: 'x', authors: [] })).rejects.toThrow(
      'At least one author is required.',
    );
  });
});

describe('the dates of a new post', () => {
  it('are now for a published one without a date, in whole seconds', async () => {
    const { post, invalidates } = await room.posts.create(room.editor, 'post', { title: 'Now', status: 'published' });
    expect(post.publishedAt).toEqual(post.createdAt);
    expect(post.publishedAt?.getMilliseconds()).toBe(0);
    expect(invalidates).toBe('site');
    expect(await room.takeEvents()).toEqual(['post.added', 'post.published', 'site.changed']);
  });

  it('keep a future date of a published post', async () => {
    const publishedAt = new Date('2035-01-01T00:00:00Z');
    const { post } = await room.posts.create(room.editor, 'post', { title: 'Soon', status: 'published', publishedAt });
    expect(post.publishedAt).toEqual(publishedAt);
  });

  it('must lie two minutes ahead to be scheduled', async () => {
    const schedule = (publishedAt?: Date): Promise<unknown> =>
      room.posts.create(room.editor, 'page', { title: 'Later', status: 'scheduled', publishedAt });
    await expect(schedule()).rejects.toThrow('Value in published_at cannot be blank.');
    await expect(schedule(inMinutes(1))).rejects.toThrow('Date must be at least 2 minutes in the future.');
    await room.takeOutboxEvents();
    await schedule(inMinutes(10));
    expect(await room.takeEvents()).toEqual(['page.added', 'page.scheduled']);
  });

  it('let a post go offline only after it went online', async () => {
    const add = (unpublishAt: Date): Promise<unknown> =>
      room.posts.create(room.editor, 'post', {
        title: 'Ends',
        status: 'scheduled',
        publishedAt: inMinutes(60),
        unpublishAt,
      });
    await expect(add(inMinutes(60))).rejects.toThrow('Value in [posts.unpublish_at] must lie after published_at.');
    await expect(add(inMinutes(61))).resolves.toMatchObject({ post: { unpublishAt: inMinutes(61) } });
  });
});

describe('who may add', () => {
  it('authors add for themselves, and not who may see it', async () => {
    const own = { title: 'Mine', authors: [{ id: room.author.id }] };
    await expect(room.posts.create(room.author, 'post', own)).resolves.toBeDefined();
    await expect(room.posts.create(room.author, 'post', { ...own, status: 'published' })).resolves.toBeDefined();
    const refused = new NoPermissionError('You do not have permission to add posts');
    await expect(room.posts.create(room.author, 'post', { ...own, visibility: 'paid' })).rejects.toThrow(refused);
    await expect(room.posts.create(room.author, 'post', { title: 'Whose?' })).rejects.toThrow(refused);
    await expect(
      room.posts.create(room.author, 'page', { title: 'Not mine', authors: [{ id: room.owner.id }] }),
    ).rejects.toThrow(refused);
  });

  it('contributors add drafts of their own, and their tags are dropped', async () => {
    const own = { title: 'Draft', authors: [{ id: room.contributor.id }] };
    const { post } = await room.posts.create(room.contributor, 'post', {
      ...own,
      visibility: 'paid',
      tags: [{ name: 'Not for me' }],
    });
    expect(post).toMatchObject({ visibility: 'paid', tags: [] });
    await expect(room.posts.create(room.contributor, 'post', { ...own, status: 'published' })).rejects.toThrow(
      NoPermissionError,
    );
    await expect(room.posts.create(room.contributor, 'post', { title: 'x' })).rejects.toThrow(NoPermissionError);
  });
});

describe('what is left behind', () => {
  it('is a row in the audit trail and events with the post in them', async () => {
    const { post } = await room.posts.create(room.integration, 'page', { title: 'Trail' });
    expect(await room.dataSource.manager.findOneByOrFail(Action, { resourceId: post.id })).toMatchObject({
      resourceType: 'post',
      event: 'added',
      actorType: 'integration',
      actorId: room.integration.id,
    });
    expect(await room.takeOutboxEvents()).toMatchObject([
      {
        subjectType: 'page',
        subjectId: post.id,
        revision: '1',
        event: 'page.added',
        requestId: 'request-1',
        payload: { current: { title: 'Trail', authors: [{ id: room.owner.id }] }, previous: {} },
      },
    ]);
  });

  it('is nothing at all when it fails', async () => {
    const before = await room.dataSource.manager.countBy(Tag, {});
    await expect(
      room.posts.create(room.editor, 'post', { title: 'x', tags: [{ name: 'Stray' }], authors: [], status: 'draft' }),
    ).rejects.toThrow(ValidationError);
    expect(await room.takeOutboxEvents()).toEqual([]);
    expect(await room.dataSource.manager.countBy(Tag, {})).toBe(before);
  });
});
