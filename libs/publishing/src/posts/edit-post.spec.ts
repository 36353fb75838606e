import { Action, createObjectId, PostTag } from '@almanac/entities';
import { NoPermissionError, NotFoundError, UpdateCollisionError, ValidationError } from '@almanac/errors';
import { addPost, addTag, type PostToAdd } from '@almanac/testing';
import {
  inMinutes,
  openNewsroom,
  paragraph,
  SITE_URL,
  someoneWaits,
  statementsOf,
  type Newsroom,
} from '../../test/newsroom';
import type { PostInput } from '@almanac/validation';
import type { PostChange } from './create-post';
import { readPostRecord } from './read-post-record';

let room: Newsroom;
beforeAll(async () => {
  room = await openNewsroom();
});
afterAll(() => room.database.drop());
beforeEach(() => room.takeOutboxEvents());

// Written years ago, so that an edit is always seconds apart from what it edits.
async function old(post: PostToAdd = {}): Promise<{ id: string; updatedAt: Date; edit: Edit }> {
  const row = await addPost(room.dataSource.manager, {
    status: 'draft',
    publishedAt: post.status === undefined || post.status === 'draft' ? null : new Date('2020-06-01T00:00:00Z'),
    createdAt: new Date('2020-05-01T00:00:00Z'),
    updatedAt: new Date('2020-05-02T00:00:00Z'),
    authors: [{ id: room.editor.id }],
    ...post,
  });
  await room.takeOutboxEvents();
  return {
    id: row.id,
    updatedAt: new Date('2020-05-02T00:00:00Z'),
    edit: (input, options) => room.posts.edit(room.editor, { type: row.type, id: row.id }, input, options),
  };
}
type Edit = (input: PostInput, options?: { revision?: number }) => Promise<PostChange>;

describe('an edit', () => {
  it('changes what is named and keeps the rest', async () => {
    const { edit, updatedAt } = await old({ title: 'Before', customExcerpt: 'kept' });
    const { post, invalidates } = await edit({ title: 'After', updatedAt });
    expect(post).toMatchObject({ title: 'After', customExcerpt: 'kept', revision: 2 });
    expect(post.updatedAt?.getTime()).toBeGreaterThan(updatedAt.getTime());
    expect(invalidates).toBe('preview');
    expect(await room.takeOutboxEvents()).toMatchObject([
      {
        event: 'post.edited',
        revision: '2',
        payload: { current: { title: 'After' }, previous: { title: 'Before', updatedAt: updatedAt.toISOString() } },
      },
    ]);
  });

  it('tells the old date of the last change even when both changes fall into one second', async () => {
    const { edit } = await old();
    const { post } = await edit({ title: 'One' });
    await edit({ title: 'Two' });
    const outboxEvents = await room.takeOutboxEvents();
    expect(outboxEvents.at(-1)?.payload.previous).toEqual({ title: 'One', updatedAt: post.updatedAt?.toISOString() });
  });

  it('that changes nothing writes nothing, announces nothing and collides with nothing', async () => {
    const { id, edit } = await old({ title: 'Same', status: 'published' });
    const { post, invalidates } = await edit({ title: 'Same', updatedAt: new Date(0) });
    expect(post).toMatchObject({ revision: 1, updatedAt: new Date('2020-05-02T00:00:00Z') });
    expect(invalidates).toBeNull();
    expect(await room.takeEvents()).toEqual([]);
    expect(await room.dataSource.manager.countBy(Action, { resourceId: id })).toBe(0);
  });

  it('keeps the slug when the title changes, and counts a slug up that is taken', async () => {
    await old({ slug: 'taken' });
    const { edit, updatedAt } = await old({ slug: 'own' });
    expect((await edit({ title: 'Another title', updatedAt })).post.slug).toBe('own');
    expect((await edit({ slug: 'Own' })).post.slug).toBe('own');
    expect((await edit({ slug: 'taken' })).post.slug).toBe('taken-2');
    expect((await edit({ slug: '' })).post.slug).toBe('another-title');
  });

  it('renders a new text and leaves the old one alone when none is sent', async () => {
    const { edit } = await old({ html: '<p>old</p>', plaintext: 'old' });
    expect((await edit({ featured: true })).post).toMatchObject({ html: '<p>old</p>', plaintext: 'old' });
    expect((await edit({ mobiledoc: paragraph('new') })).post).toMatchObject({ html: '<p>new</p>', plaintext: 'new' });
    expect((await edit({ mobiledoc: null })).post).toMatchObject({ html: null, plaintext: null });
  });

  it('sent with absolute URLs of what is stored changes nothing', async () => {
    const { edit } = await old({ featureImage: '/content/images/a.png' });
    expect((await edit({ featureImage: `${SITE_URL}/content/images/a.png` })).post.revision).toBe(1);
  });

  it('sets and clears meta fields in their own table without touching the date of the last change', async () => {
    const { edit, updatedAt } = await old();
    const set = await edit({ metaTitle: 'm', ogImage: `${SITE_URL}/content/images/og.png`, updatedAt });
    expect(set.post).toMatchObject({
      meta: { metaTitle: 'm', ogImage: '/content/images/og.png', twitterTitle: null },
      updatedAt,
      revision: 2,
    });
    expect((await edit({ metaTitle: null, updatedAt })).post.meta).toMatchObject({ metaTitle: null });
    expect(await room.takeEvents()).toEqual(['post.edited', 'post.edited']);
  });

  it('answers what a read would find', async () => {
    const { id, edit } = await old({ html: '<p>old</p>', tags: [await addTag(room.dataSource.manager)] });
    const { post } = await edit({
      title: 'Known',
      metaTitle: 'm',
      mobiledoc: paragraph('new'),
      unpublishAt: inMinutes(9),
    });
    expect(post).toEqual(await readPostRecord(room.dataSource.manager, id));
  });

  it('of something that is not there, or of the other kind, finds nothing', async () => {
    const page = await old({ type: 'page' });
    const edit = (type: 'post' | 'page', id: string): Promise<PostChange> =>
      room.posts.edit(room.editor, { type, id }, { title: 'x' });
    await expect(edit('post', page.id)).rejects.toThrow(new NotFoundError('Resource could not be found.'));
    await expect(edit('page', 'f'.repeat(24))).rejects.toThrow(new NotFoundError('Post not found.'));
  });

  it('takes six statements, and three when it changes nothing', async () => {
    const { edit } = await old({ title: 'Counted', tags: [await addTag(room.dataSource.manager)] });
    await edit({ featured: true });
    expect(await statementsOf(() => edit({ title: 'New', mobiledoc: paragraph('new') }))).toBe(6);
    expect(await statementsOf(() => edit({ title: 'New' }))).toBe(3);
  });

  it('is in the audit trail', async () => {
    const { id, edit } = await old();
    await edit({ featured: true });
    expect(await room.dataSource.manager.findOneByOrFail(Action, { resourceId: id })).toMatchObject({
      event: 'edited',
      actorId: room.editor.id,
    });
  });
});

describe('tags and authors', () => {
  it('are announced one by one, and tags leave the date of the last change', async () => {
    const [news, tech, music] = [
      await addTag(room.dataSource.manager),
      await addTag(room.dataSource.manager),
      await addTag(room.dataSource.manager),
    ];
    const { edit, updatedAt } = await old({ tags: [news], status: 'published' });
    const { post, invalidates } = await edit({ tags: [{ id: tech.id }, { id: music.id }], updatedAt });
    expect(post).toMatchObject({ tags: [{ id: tech.id }, { id: music.id }], updatedAt });
    expect(invalidates).toBe('site');
    const outboxEvents = await room.takeOutboxEvents();
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

  it('may be taken off and put in another order', async () => {
    const [a, b] = [await addTag(room.dataSource.manager), await addTag(room.dataSource.manager)];
    const { edit } = await old({ tags: [a, b] });
    expect((await edit({ tags: [{ id: b.id }, { id: a.id }] })).post.tags.map(({ id }) => id)).toEqual([b.id, a.id]);
    expect(await room.takeEvents()).toEqual(['post.edited']);
    expect((await edit({ tags: [] })).post.tags).toEqual([]);
  });

  it('collide like any other change', async () => {
    const { edit } = await old();
    await expect(edit({ tags: [{ name: 'Late' }], updatedAt: new Date(0) })).rejects.toThrow(UpdateCollisionError);
    await expect(edit({ authors: [{ id: room.author.id }], updatedAt: new Date(0) })).rejects.toThrow(
      UpdateCollisionError,
    );
  });

  it('a new first author is a change of the post, a further one is not', async () => {
    const { edit, updatedAt } = await old();
    const further = await edit({ authors: [{ id: room.editor.id }, { id: room.author.id }] });
    expect(further.post.updatedAt).toEqual(updatedAt);
    const first = await edit({ authors: [{ slug: 'alice' }] });
    expect(first.post.updatedAt?.getTime()).toBeGreaterThan(updatedAt.getTime());
    await expect(edit({ authors: [] })).rejects.toThrow('At least one author is required.');
  });
});

describe('the collision check', () => {
  it('refuses a change of what somebody else changed, older or newer', async () => {
    const { edit, updatedAt } = await old();
    for (const stale of [new Date('2019-01-01T00:00:00Z'), new Date('2035-01-01T00:00:00Z')]) {
      await expect(edit({ title: 'Stale', updatedAt: stale })).rejects.toMatchObject({
        message: 'Saving failed! Someone else is editing this post.',
        narrowCode: 'UPDATE_COLLISION',
        details: { clientUpdatedAt: stale.toISOString(), serverUpdatedAt: updatedAt.toISOString() },
      });
    }
  });

  it('looks at whole seconds', async () => {
    const { edit, updatedAt } = await old();
    await expect(edit({ title: 'x', updatedAt: new Date(updatedAt.getTime() + 999) })).resolves.toBeDefined();
  });

  it('lets one of two parallel edits of the same reading through', async () => {
    const { edit, updatedAt } = await old();
    const results = await Promise.allSettled([edit({ title: 'A', updatedAt }), edit({ title: 'B', updatedAt })]);
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toMatchObject([{ reason: { type: 'UpdateCollisionError' } }]);
    expect(await room.takeEvents()).toEqual(['post.edited']);
  });

  it('that waited for another one goes on from all that the other left, tags included', async () => {
    const { id, edit } = await old();
    const tag = await addTag(room.dataSource.manager);
    const other = room.dataSource.createQueryRunner();
    await other.startTransaction();
    await other.query(`update publishing.posts set revision = revision + 1 where id = $1`, [id]);
    await other.manager.insert(PostTag, { id: createObjectId(), postId: id, tagId: tag.id });
    const waiting = edit({ title: 'Waited' });
    await someoneWaits(room.dataSource);
    await other.commitTransaction();
    await other.release();
    expect((await waiting).post).toMatchObject({ title: 'Waited', revision: 3, tags: [{ id: tag.id }] });
    expect(await readPostRecord(room.dataSource.manager, id)).toMatchObject({ tags: [{ id: tag.id }] });
  });

  it('by revision tells two edits of one second apart', async () => {
    const { edit } = await old();
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, number) => edit({ title: `T${number}` }, { revision: 1 })),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('moves of the status', () => {
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
  ] as const)('a %s post given %j announces %j', async (status, input, events, invalidates) => {
    const { edit } = await old({ status, publishedAt: status === 'draft' ? null : new Date('2035-01-01T00:00:00Z') });
    expect((await edit(input)).invalidates).toBe(invalidates);
    expect(await room.takeEvents()).toEqual(events);
  });

  it('refuses to schedule what is published', async () => {
    const { edit } = await old({ status: 'published' });
    await expect(edit({ status: 'scheduled', publishedAt: soon })).rejects.toThrow(
      new ValidationError('Your post is already published, please reload your page.'),
    );
  });

  it('publishing keeps a date that stands, even in the future, and otherwise takes now', async () => {
    const future = new Date('2036-01-01T00:00:00Z');
    const planned = await old({ publishedAt: future });
    expect((await planned.edit({ status: 'published' })).post.publishedAt).toEqual(future);
    const { edit } = await old({ status: 'published' });
    const { post } = await edit({ publishedAt: null });
    expect(post.publishedAt).toEqual(post.updatedAt);
  });

  it('unscheduling and unpublishing keep the date', async () => {
    const future = new Date('2036-01-01T00:00:00Z');
    const { edit } = await old({ status: 'scheduled', publishedAt: future });
    expect((await edit({ status: 'draft' })).post.publishedAt).toEqual(future);
  });

  it('scheduling needs a date two minutes ahead, but a scheduled post may be edited up to its moment', async () => {
    const draft = await old();
    await expect(draft.edit({ status: 'scheduled' })).rejects.toThrow('Value in published_at cannot be blank.');
    await expect(draft.edit({ status: 'scheduled', publishedAt: inMinutes(1) })).rejects.toThrow(
      'Date must be at least 2 minutes in the future.',
    );
    const due = await old({ status: 'scheduled', publishedAt: inMinutes(1) });
    await expect(due.edit({ title: 'Last words' })).resolves.toBeDefined();
    await expect(due.edit({ publishedAt: new Date(0) })).rejects.toThrow('at least 2 minutes');
  });

  it('going offline by hand fulfils the plan to go offline', async () => {
    const { edit } = await old({ status: 'published', unpublishAt: inMinutes(600) });
    expect((await edit({ status: 'draft' })).post.unpublishAt).toBeNull();
  });

  it('a plan to go offline lies ahead and after publication', async () => {
    const { edit } = await old({ status: 'published' });
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

describe('who may edit', () => {
  const refused = new NoPermissionError('You do not have permission to edit posts');

  it('authors edit and publish what they wrote, with its first author and visibility as they are', async () => {
    const { id } = await old({ authors: [{ id: room.author.id }] });
    const edit = (input: PostInput): Promise<PostChange> => room.posts.edit(room.author, { type: 'post', id }, input);
    await expect(edit({ status: 'published', visibility: 'public' })).resolves.toBeDefined();
    await expect(edit({ visibility: 'paid' })).rejects.toThrow(refused);
    await expect(edit({ authors: [{ id: room.owner.id }] })).rejects.toThrow(refused);
    await expect(edit({ authors: [] })).rejects.toThrow(refused);
    const joined = await edit({ authors: [{ id: room.author.id }, { id: room.owner.id }] });
    expect(joined.post.authors).toHaveLength(1);
  });

  it('contributors edit their drafts and nothing else', async () => {
    const { id } = await old({ authors: [{ id: room.contributor.id }] });
    const published = await old({ status: 'published', authors: [{ id: room.contributor.id }] });
    const edit = (postId: string, input: PostInput): Promise<PostChange> =>
      room.posts.edit(room.contributor, { type: 'post', id: postId }, input);
    expect((await edit(id, { title: 'Better', tags: [{ name: 'Dropped' }] })).post).toMatchObject({
      title: 'Better',
      tags: [],
    });
    await expect(edit(id, { status: 'published' })).rejects.toThrow(refused);
    await expect(edit(published.id, { title: 'x' })).rejects.toThrow(refused);
    await expect(edit((await old()).id, { title: 'x' })).rejects.toThrow(refused);
  });
});
