import { Action } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';
import { addPost, addTag } from '@almanac/testing';
import { openNewsroom, SITE_URL, type Newsroom } from '../../test/newsroom';

let room: Newsroom;
beforeAll(async () => {
  room = await openNewsroom();
});
afterAll(() => room.database.drop());
beforeEach(() => room.takeOutboxEvents());

describe('a new tag', () => {
  it('is public, has a slug of its name, and is announced', async () => {
    const { tag } = await room.tags.create(room.author, {
      name: ' Science & Art ',
      featureImage: `${SITE_URL}/content/images/t.png`,
      description: '',
    });
    expect(tag).toMatchObject({
      name: 'Science & Art',
      slug: 'science-art',
      visibility: 'public',
      featureImage: '/content/images/t.png',
      description: null,
      hasPublishedPosts: false,
    });
    expect(await room.takeOutboxEvents()).toMatchObject([
      { event: 'tag.added', subjectId: tag.id, payload: { current: { name: 'Science & Art' }, previous: {} } },
      { event: 'site.changed', payload: {} },
    ]);
    expect(await room.dataSource.manager.findOneByOrFail(Action, { resourceId: tag.id })).toMatchObject({
      resourceType: 'tag',
      event: 'added',
    });
  });

  it('is internal with a hash before its name; a slug may be given with one', async () => {
    expect((await room.tags.create(room.editor, { name: '#hidden' })).tag).toMatchObject({
      slug: 'hash-hidden',
      visibility: 'internal',
    });
    expect((await room.tags.create(room.editor, { name: 'Loud', slug: '#wow' })).tag).toMatchObject({
      slug: 'hash-wow',
      visibility: 'public',
    });
  });

  it('may share its name with another, not its slug', async () => {
    const slugs = [
      (await room.tags.create(room.editor, { name: 'Twin' })).tag.slug,
      (await room.tags.create(room.editor, { name: 'Twin' })).tag.slug,
    ];
    expect(slugs).toEqual(['twin', 'twin-2']);
  });

  it('is not for contributors', async () => {
    await expect(room.tags.create(room.contributor, { name: 'x' })).rejects.toThrow(
      new NoPermissionError('You do not have permission to add tags'),
    );
  });
});

describe('an edit of a tag', () => {
  it('tells what changed', async () => {
    const { id } = await addTag(room.dataSource.manager, { name: 'Old', description: null });
    const { tag, hasChanged } = await room.tags.edit(room.editor, id, { description: 'new' });
    expect({ hasChanged, tag }).toMatchObject({ hasChanged: true, tag: { description: 'new', revision: 2 } });
    const [outboxEvent] = await room.takeOutboxEvents();
    expect(outboxEvent).toMatchObject({
      event: 'tag.edited',
      revision: '2',
      payload: { current: { description: 'new' } },
    });
    expect(outboxEvent?.payload.previous).toEqual({ description: null, updatedAt: '2020-01-01T00:00:00.000Z' });
  });

  it('that changes nothing announces nothing', async () => {
    const { id, name } = await addTag(room.dataSource.manager, { name: 'Still' });
    expect(await room.tags.edit(room.editor, id, { name })).toMatchObject({ hasChanged: false, tag: { revision: 1 } });
    expect(await room.takeEvents()).toEqual([]);
  });

  it('counts a slug up that is taken and keeps its own', async () => {
    await addTag(room.dataSource.manager, { slug: 'held' });
    const { id } = await addTag(room.dataSource.manager, { slug: 'mine' });
    expect((await room.tags.edit(room.editor, id, { slug: 'mine' })).hasChanged).toBe(false);
    expect((await room.tags.edit(room.editor, id, { slug: 'held' })).tag.slug).toBe('held-2');
  });

  it('knows whether the tag has a page of its own', async () => {
    const tag = await addTag(room.dataSource.manager);
    await addPost(room.dataSource.manager, { tags: [tag] });
    expect((await room.tags.edit(room.editor, tag.id, { description: 'd' })).tag.hasPublishedPosts).toBe(true);
  });

  it('finds nothing where nothing is, and is not for authors', async () => {
    await expect(room.tags.edit(room.editor, 'f'.repeat(24), { name: 'x' })).rejects.toThrow(
      new NotFoundError('Resource could not be found.'),
    );
    await expect(room.tags.edit(room.author, 'f'.repeat(24), { name: 'x' })).rejects.toThrow(NoPermissionError);
  });
});

describe('deleting a tag', () => {
  it('takes it off its posts and tells what it was; a second time finds nothing (D16)', async () => {
    const { manager } = room.dataSource;
    const tag = await addTag(manager, { name: 'Gone' });
    const { id } = await addPost(manager, { tags: [tag] });
    await room.tags.delete(room.editor, tag.id);
    expect(await manager.query('select 1 from publishing.posts_tags where post_id = $1', [id])).toEqual([]);
    expect(await room.takeOutboxEvents()).toMatchObject([
      { event: 'tag.deleted', payload: { current: {}, previous: { id: tag.id, name: 'Gone' } } },
      { event: 'site.changed' },
    ]);
    await expect(room.tags.delete(room.editor, tag.id)).rejects.toThrow(NotFoundError);
  });
});
