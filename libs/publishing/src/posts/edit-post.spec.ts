import { Action, createObjectId, PostTag } from '@almanac/entities';
import { NoPermissionError, NotFoundError, UpdateCollisionError, ValidationError } from '@almanac/errors';
import { addPost, addTag, type PostToAdd, statementsOf } from '@almanac/testing';
import {
  inMinutes,
  createTestSite,
  paragraph,
  SITE_URL,
  untilStatementWaits,
  type TestSite,
} from '../../test/test-site';
import type { PostInput } from '@almanac/validation';
import type { PostChange } from './create-post';
import { readPostRecord } from './read-post-record';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.database.drop());
beforeEach(() => site.takeOutboxEvents());

// The post is years old, so that an edit never falls into the same second as the last change.
async function existingPost(post: PostToAdd = {}): Promise<{ id: string; updatedAt: Date; edit: Edit }> {
  const row = await addPost(site.dataSource.manager, {
    status: 'draft',
    publishedAt: post.status === undefined || post.status === 'draft' ? null : new Date('2020-06-01T00:00:00Z'),
    createdAt: new Date('2020-05-01T00:00:00Z'),
    updatedAt: new Date('2020-05-02T00:00:00Z'),
    authors: [{ id: site.editor.id }],
    ...post,
  });
  await site.takeOutboxEvents();
  return {
    id: row.id,
    updatedAt: new Date('2020-05-02T00:00:00Z'),
    edit: (input, options) => site.posts.edit(site.editor, { type: row.type, id: row.id }, input, options),
  };
}
type Edit = (input: PostInput, options?: { revision?: number }) => Promise<PostChange>;

describe('an edit', () => {
  it('changes the properties of the input and keeps the others', async () => {
    const { edit, updatedAt } = await existingPost({ title: 'Before', customExcerpt: 'kept' });
    const { post, invalidates } = await edit({ title: 'After', updatedAt });
    expect(post).toMatchObject({ title: 'After', customExcerpt: 'kept', revision: 2 });
    expect(post.updatedAt?.getTime()).toBeGreaterThan(updatedAt.getTime());
    expect(invalidates).toBe('preview');
    expect(await site.takeOutboxEvents()).toMatchObject([
      {
        event: 'post.edited',
        revision: '2',
        payload: { current: { title: 'After' }, previous: { title: 'Before', updatedAt: updatedAt.toISOString() } },
      },
    ]);
  });

  it('records the previous updatedAt even if both changes are in the same second', async () => {
    const { edit } = await existingPost();
    const { post } = await edit({ title: 'One' });
    await edit({ title: 'Two' });
    const outboxEvents = await site.takeOutboxEvents();
    expect(outboxEvents.at(-1)?.payload.previous).toEqual({ title: 'One', updatedAt: post.updatedAt?.toISOString() });
  });

  it('without a change writes nothing, records no events and is not checked for a collision', async () => {
    const { id, edit } = await existingPost({ title: 'Same', status: 'published' });
    const { post, invalidates } = await edit({ title: 'Same', updatedAt: new Date(0) });
    expect(post).toMatchObject({ revision: 1, updatedAt: new Date('2020-05-02T00:00:00Z') });
    expect(invalidates).toBeNull();
    expect(await site.takeEvents()).toEqual([]);
    expect(await site.dataSource.manager.countBy(Action, { resourceId: id })).toBe(0);
  });

  it('keeps the slug when the title changes, and adds a number to a slug that is taken', async () => {
    await existingPost({ slug: 'taken' });
    const { edit, updatedAt } = await existingPost({ slug: 'own' });
    expect((await edit({ title: 'Another title', updatedAt })).post.slug).toBe('own');
    expect((await edit({ slug: 'Own' })).post.slug).toBe('own');
    expect((await edit({ slug: 'taken' })).post.slug).toBe('taken-2');
    expect((await edit({ slug: '' })).post.slug).toBe('another-title');
  });

  it('keeps the slug of an imported post that clients send back, even if Almanac would not give it to a new post', async () => {
    const { edit } = await existingPost({ slug: 'Hello_World' });
    expect((await edit({ slug: 'Hello_World', title: 'Another title' })).post.slug).toBe('Hello_World');
    expect((await edit({ slug: 'Hello_World!' })).post.slug).toBe('hello_world');
  });

  it('renders a new mobiledoc and keeps the html when none is sent', async () => {
    const { edit } = await existingPost({ html: '<p>old</p>', plaintext: 'old' });
    expect((await edit({ featured: true })).post).toMatchObject({ html: '<p>old</p>', plaintext: 'old' });
    expect((await edit({ mobiledoc: paragraph('new') })).post).toMatchObject({ html: '<p>new</p>', plaintext: 'new' });
    expect((await edit({ mobiledoc: null })).post).toMatchObject({ html: null, plaintext: null });
  });

  it('with the absolute form of a stored URL changes nothing', async () => {
    const { edit } = await existingPost({ featureImage: '/content/images/a.png' });
    expect((await edit({ featureImage: `${SITE_URL}/content/images/a.png` })).post.revision).toBe(1);
  });

  it('sets and clears meta fields without changing updatedAt', async () => {
    const { edit, updatedAt } = await existingPost();
    const set = await edit({ metaTitle: 'm', ogImage: `${SITE_URL}/content/images/og.png`, updatedAt });
    expect(set.post).toMatchObject({
      meta: { metaTitle: 'm', ogImage: '/content/images/og.png', twitterTitle: null },
      updatedAt,
      revision: 2,
    });
    expect((await edit({ metaTitle: null, updatedAt })).post.meta).toMatchObject({ metaTitle: null });
    expect(await site.takeEvents()).toEqual(['post.edited', 'post.edited']);
  });

  it('returns the post as it is read from the database', async () => {
    const { id, edit } = await existingPost({ html: '<p>old</p>', tags: [await addTag(site.dataSource.manager)] });
    const { post } = await edit({
      title: 'Known',
      metaTitle: 'm',
      mobiledoc: paragraph('new'),
      unpublishAt: inMinutes(9),
    });
    expect(post).toEqual(await readPostRecord(site.dataSource.manager, id));
  });

  it('throws NotFoundError for an unknown id, and for a page under the path of posts', async () => {
    const page = await existingPost({ type: 'page' });
    const edit = (type: 'post' | 'page', id: string): Promise<PostChange> =>
      site.posts.edit(site.editor, { type, id }, { title: 'x' });
    await expect(edit('post', page.id)).rejects.toThrow(new NotFoundError('Resource could not be found.'));
    await expect(edit('page', 'f'.repeat(24))).rejects.toThrow(new NotFoundError('Post not found.'));
  });

  it('sends as many statements for a post with ten tags as for one with one tag', async () => {
    const statementsFor = async (tagCount: number): Promise<number> => {
      const tags = await Promise.all(Array.from({ length: tagCount }, () => addTag(site.dataSource.manager)));
      const { edit } = await existingPost({ tags });
      return (await statementsOf(() => edit({ title: 'New', mobiledoc: paragraph('new') }))).length;
    };
    const forOne = await statementsFor(1);
    expect(forOne).toBeGreaterThan(0);
    expect(await statementsFor(10)).toBe(forOne);
  });

  it('adds a row to the audit log', async () => {
    const { id, edit } = await existingPost();
    await edit({ featured: true });
    expect(await site.dataSource.manager.findOneByOrFail(Action, { resourceId: id })).toMatchObject({
      event: 'edited',
      actorId: site.editor.id,
    });
  });
});

describe('tags and authors', () => {
  it('record an event for each tag, and tags do not change updatedAt', async () => {
    const [news, tech, music] = [
      await addTag(site.dataSource.manager),
      await addTag(site.dataSource.manager),
      await addTag(site.dataSource.manager),
    ];
    const { edit, updatedAt } = await existingPost({ tags: [news], status: 'published' });
    const { post, invalidates } = await edit({ tags: [{ id: tech.id }, { id: music.id }], updatedAt });
    expect(post).toMatchObject({ tags: [{ id: tech.id }, { id: music.id }], updatedAt });
    expect(invalidates).toBe('site');
    const outboxEvents = await site.takeOutboxEvents();
    expect(outboxEvents.map(({ event }) => event).sort()).toEqual([
      'post.edited',
      'post.published.edited',
      'post.tag.attached',
      'post.tag.attached',
      'post.tag.detached',
      'site.changed',
    ]);
    const edited = outboxEvents.find(({ event }) => event === 'post.edited');
    expect(edited?.payload.previous).toMatchObject({ tags: [{ id: news.id }] });
    expect(edited?.payload.previous).not.toHaveProperty('updatedAt');
  });

  it('can be removed and reordered', async () => {
    const [a, b] = [await addTag(site.dataSource.manager), await addTag(site.dataSource.manager)];
    const { edit } = await existingPost({ tags: [a, b] });
    expect((await edit({ tags: [{ id: b.id }, { id: a.id }] })).post.tags.map(({ id }) => id)).toEqual([b.id, a.id]);
    expect(await site.takeEvents()).toEqual(['post.edited']);
    expect((await edit({ tags: [] })).post.tags).toEqual([]);
  });

  it('have the order of a read if an import gave them the same place', async () => {
    const [a, b] = [await addTag(site.dataSource.manager), await addTag(site.dataSource.manager)];
    const { id, edit } = await existingPost({ tags: [a, b] });
    const { manager } = site.dataSource;
    await manager.update(PostTag, { postId: id, tagId: a.id }, { sortOrder: 0, id: `f${createObjectId().slice(1)}` });
    await manager.update(PostTag, { postId: id, tagId: b.id }, { sortOrder: 0, id: `0${createObjectId().slice(1)}` });
    const { post } = await edit({ tags: [{ id: b.id }, { id: a.id }] });
    expect([post.revision, post.tags.map((tag) => tag.id)]).toEqual([1, [b.id, a.id]]);
  });

  it('are checked for collisions', async () => {
    const { edit } = await existingPost();
    await expect(edit({ tags: [{ name: 'Late' }], updatedAt: new Date(0) })).rejects.toThrow(UpdateCollisionError);
    await expect(edit({ authors: [{ id: site.author.id }], updatedAt: new Date(0) })).rejects.toThrow(
      UpdateCollisionError,
    );
  });

  it('change updatedAt with a new first author, not with a further author', async () => {
    const { edit, updatedAt } = await existingPost();
    const further = await edit({ authors: [{ id: site.editor.id }, { id: site.author.id }] });
    expect(further.post.updatedAt).toEqual(updatedAt);
    const first = await edit({ authors: [{ slug: 'alice' }] });
    expect(first.post.updatedAt?.getTime()).toBeGreaterThan(updatedAt.getTime());
    await expect(edit({ authors: [] })).rejects.toThrow('At least one author is required.');
  });
});

describe('the collision check', () => {
  it('rejects an edit with another updatedAt, older or newer', async () => {
    const { edit, updatedAt } = await existingPost();
    for (const stale of [new Date('2019-01-01T00:00:00Z'), new Date('2035-01-01T00:00:00Z')]) {
      await expect(edit({ title: 'Stale', updatedAt: stale })).rejects.toMatchObject({
        message: 'Saving failed! Someone else is editing this post.',
        specificCode: 'UPDATE_COLLISION',
        details: { clientUpdatedAt: stale.toISOString(), serverUpdatedAt: updatedAt.toISOString() },
      });
    }
  });

  it('compares whole seconds', async () => {
    const { edit, updatedAt } = await existingPost();
    await expect(edit({ title: 'x', updatedAt: new Date(updatedAt.getTime() + 999) })).resolves.toBeDefined();
  });

  it('accepts one of two concurrent edits of the same version', async () => {
    const { edit, updatedAt } = await existingPost();
    const results = await Promise.allSettled([edit({ title: 'A', updatedAt }), edit({ title: 'B', updatedAt })]);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { type: 'UpdateCollisionError' } }]);
    expect(await site.takeEvents()).toEqual(['post.edited']);
  });

  it('reads the post with its tags again when the edit waited for another transaction', async () => {
    const { id, edit } = await existingPost();
    const tag = await addTag(site.dataSource.manager);
    const other = site.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query(`update publishing.posts set revision = revision + 1 where id = $1`, [id]);
    await other.manager.insert(PostTag, { id: createObjectId(), postId: id, tagId: tag.id });
    const waiting = edit({ title: 'Waited' });
    await untilStatementWaits(site.dataSource);
    await other.commitTransaction();
    await other.release();
    expect((await waiting).post).toMatchObject({ title: 'Waited', revision: 3, tags: [{ id: tag.id }] });
    expect(await readPostRecord(site.dataSource.manager, id)).toMatchObject({ tags: [{ id: tag.id }] });
  });

  it('accepts one of eight concurrent edits of the same revision', async () => {
    const { edit } = await existingPost();
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, number) => edit({ title: `T${number}` }, { revision: 1 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.type] : []));
    expect(reasons).toEqual(Array.from({ length: 7 }, () => 'UpdateCollisionError'));
  });
});

describe('status changes', () => {
  const soon = inMinutes(60);

  it.each([
    ['draft', { status: 'scheduled', publishedAt: soon }, ['post.edited', 'post.scheduled'], 'preview'],
    ['scheduled', { status: 'draft' }, ['post.edited', 'post.unscheduled'], 'preview'],
    ['scheduled', { publishedAt: soon }, ['post.edited', 'post.rescheduled'], 'preview'],
    ['scheduled', { title: 'New' }, ['post.edited'], 'preview'],
    ['scheduled', { status: 'published' }, ['post.edited', 'post.published', 'site.changed'], 'site'],
    ['draft', { status: 'published' }, ['post.edited', 'post.published', 'site.changed'], 'site'],
    ['published', { status: 'draft' }, ['post.edited', 'post.unpublished', 'site.changed'], 'site'],
    ['published', { title: 'New' }, ['post.edited', 'post.published.edited', 'site.changed'], 'site'],
  ] as const)('of a %s post by %j record %j', async (status, input, events, invalidates) => {
    const { edit } = await existingPost({
      status,
      publishedAt: status === 'draft' ? null : new Date('2035-01-01T00:00:00Z'),
    });
    expect((await edit(input)).invalidates).toBe(invalidates);
    expect(await site.takeEvents()).toEqual(events);
  });

  it('from published to scheduled are rejected', async () => {
    const { edit } = await existingPost({ status: 'published' });
    await expect(edit({ status: 'scheduled', publishedAt: soon })).rejects.toThrow(
      new ValidationError('Your post is already published, please reload your page.'),
    );
  });

  it('to published keep the date, even one in the future, and else use the current time', async () => {
    const future = new Date('2036-01-01T00:00:00Z');
    const planned = await existingPost({ publishedAt: future });
    expect((await planned.edit({ status: 'published' })).post.publishedAt).toEqual(future);
    const { edit } = await existingPost({ status: 'published' });
    const { post } = await edit({ publishedAt: null });
    expect(post.publishedAt).toEqual(post.updatedAt);
  });

  it('to draft keep the date', async () => {
    const future = new Date('2036-01-01T00:00:00Z');
    const { edit } = await existingPost({ status: 'scheduled', publishedAt: future });
    expect((await edit({ status: 'draft' })).post.publishedAt).toEqual(future);
  });

  it('to scheduled need a date two minutes in the future, but a scheduled post can be edited until it is due', async () => {
    const draft = await existingPost();
    await expect(draft.edit({ status: 'scheduled' })).rejects.toThrow('Value in published_at cannot be blank.');
    await expect(draft.edit({ status: 'scheduled', publishedAt: inMinutes(1) })).rejects.toThrow(
      'Date must be at least 2 minutes in the future.',
    );
    const due = await existingPost({ status: 'scheduled', publishedAt: inMinutes(1) });
    await expect(due.edit({ title: 'Late edit' })).resolves.toBeDefined();
    await expect(due.edit({ publishedAt: new Date(0) })).rejects.toThrow('at least 2 minutes');
  });

  it('from published to draft clear the date of unpublishing', async () => {
    const { edit } = await existingPost({ status: 'published', unpublishAt: inMinutes(600) });
    expect((await edit({ status: 'draft' })).post.unpublishAt).toBeNull();
  });

  it('need a date of unpublishing in the future and after publishing', async () => {
    const { edit } = await existingPost({ status: 'published' });
    await expect(edit({ unpublishAt: new Date('2020-05-01T00:00:00Z') })).rejects.toThrow(
      'must lie after published_at',
    );
    await expect(edit({ unpublishAt: new Date('2021-01-01T00:00:00Z') })).rejects.toThrow(
      'Date must be in the future.',
    );
    await edit({ unpublishAt: inMinutes(10) });
    await expect(edit({ publishedAt: inMinutes(20) })).rejects.toThrow('must lie after published_at');
    expect((await edit({ unpublishAt: null })).post.unpublishAt).toBeNull();
  });
});

describe('permission to edit posts', () => {
  const refused = new NoPermissionError('You do not have permission to edit posts');

  it('lets authors edit and publish their posts, but not change the first author or the visibility', async () => {
    const { id } = await existingPost({ authors: [{ id: site.author.id }] });
    const edit = (input: PostInput): Promise<PostChange> => site.posts.edit(site.author, { type: 'post', id }, input);
    await expect(edit({ status: 'published', visibility: 'public' })).resolves.toBeDefined();
    await expect(edit({ visibility: 'paid' })).rejects.toThrow(refused);
    await expect(edit({ authors: [{ id: site.owner.id }] })).rejects.toThrow(refused);
    await expect(edit({ authors: [] })).rejects.toThrow(refused);
    const joined = await edit({ authors: [{ id: site.author.id }, { id: site.owner.id }] });
    expect(joined.post.authors).toHaveLength(1);
  });

  it('lets contributors edit only their drafts', async () => {
    const { id } = await existingPost({ authors: [{ id: site.contributor.id }] });
    const published = await existingPost({ status: 'published', authors: [{ id: site.contributor.id }] });
    const edit = (postId: string, input: PostInput): Promise<PostChange> =>
      site.posts.edit(site.contributor, { type: 'post', id: postId }, input);
    expect((await edit(id, { title: 'Better', tags: [{ name: 'Dropped' }] })).post).toMatchObject({
      title: 'Better',
      tags: [],
    });
    await expect(edit(id, { status: 'published' })).rejects.toThrow(refused);
    await expect(edit(published.id, { title: 'x' })).rejects.toThrow(refused);
    await expect(edit((await existingPost()).id, { title: 'x' })).rejects.toThrow(refused);
  });
});
