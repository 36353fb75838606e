import { Action } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';
import { addPost, addTag } from '@almanac/testing';
import { createTestSite, SITE_URL, type TestSite } from '../../test/test-site';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.database.drop());
beforeEach(() => site.takeOutboxEvents());

describe('a new tag', () => {
  it('is public, has a slug made from its name, and records its events', async () => {
    const { tag } = await site.tags.create(site.author, {
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
    expect(await site.takeOutboxEvents()).toMatchObject([
      { event: 'tag.added', subjectId: tag.id, payload: { current: { name: 'Science & Art' }, previous: {} } },
      { event: 'site.changed', payload: {} },
    ]);
    expect(await site.dataSource.manager.findOneByOrFail(Action, { resourceId: tag.id })).toMatchObject({
      resourceType: 'tag',
      event: 'added',
    });
  });

  it('is internal when its name begins with #; # in a slug becomes hash-', async () => {
    expect((await site.tags.create(site.editor, { name: '#hidden' })).tag).toMatchObject({
      slug: 'hash-hidden',
      visibility: 'internal',
    });
    expect((await site.tags.create(site.editor, { name: 'Loud', slug: '#wow' })).tag).toMatchObject({
      slug: 'hash-wow',
      visibility: 'public',
    });
  });

  it('can have the name of another tag, but not its slug', async () => {
    const slugs = [
      (await site.tags.create(site.editor, { name: 'Twin' })).tag.slug,
      (await site.tags.create(site.editor, { name: 'Twin' })).tag.slug,
    ];
    expect(slugs).toEqual(['twin', 'twin-2']);
  });

  it('cannot be created by contributors', async () => {
    await expect(site.tags.create(site.contributor, { name: 'x' })).rejects.toThrow(
      new NoPermissionError('You do not have permission to add tags'),
    );
  });
});

describe('an edit of a tag', () => {
  it('records the new and the previous values', async () => {
    const { id } = await addTag(site.dataSource.manager, { name: 'Old', description: null });
    const { tag, hasChanged } = await site.tags.edit(site.editor, id, { description: 'new' });
    expect({ hasChanged, tag }).toMatchObject({ hasChanged: true, tag: { description: 'new', revision: 2 } });
    const [outboxEvent] = await site.takeOutboxEvents();
    expect(outboxEvent).toMatchObject({
      event: 'tag.edited',
      revision: '2',
      payload: { current: { description: 'new' } },
    });
    expect(outboxEvent?.payload.previous).toEqual({ description: null, updatedAt: '2020-01-01T00:00:00.000Z' });
  });

  it('without a change records no events', async () => {
    const { id, name } = await addTag(site.dataSource.manager, { name: 'Still' });
    expect(await site.tags.edit(site.editor, id, { name })).toMatchObject({ hasChanged: false, tag: { revision: 1 } });
    expect(await site.takeEvents()).toEqual([]);
  });

  it('adds a number to a slug that is taken, and keeps its own slug', async () => {
    await addTag(site.dataSource.manager, { slug: 'taken' });
    const { id } = await addTag(site.dataSource.manager, { slug: 'own' });
    expect((await site.tags.edit(site.editor, id, { slug: 'own' })).hasChanged).toBe(false);
    expect((await site.tags.edit(site.editor, id, { slug: 'taken' })).tag.slug).toBe('taken-2');
  });

  it('keeps the slug of an imported tag that clients send back, even if Almanac would not give it to a new tag', async () => {
    const { id } = await addTag(site.dataSource.manager, { slug: 'Sci_Fi' });
    expect((await site.tags.edit(site.editor, id, { slug: 'Sci_Fi', description: 'd' })).tag.slug).toBe('Sci_Fi');
  });

  it('returns whether the tag has published posts', async () => {
    const tag = await addTag(site.dataSource.manager);
    await addPost(site.dataSource.manager, { tags: [tag] });
    expect((await site.tags.edit(site.editor, tag.id, { description: 'd' })).tag.hasPublishedPosts).toBe(true);
  });

  it('throws NotFoundError for an unknown id, and NoPermissionError for authors', async () => {
    await expect(site.tags.edit(site.editor, 'f'.repeat(24), { name: 'x' })).rejects.toThrow(
      new NotFoundError('Resource could not be found.'),
    );
    await expect(site.tags.edit(site.author, 'f'.repeat(24), { name: 'x' })).rejects.toThrow(NoPermissionError);
  });
});

describe('deleting a tag', () => {
  it('removes it from its posts and records its last values; a second time throws NotFoundError (D16)', async () => {
    const { manager } = site.dataSource;
    const tag = await addTag(manager, { name: 'Gone' });
    const { id } = await addPost(manager, { tags: [tag] });
    await site.tags.delete(site.editor, tag.id);
    expect(await manager.query('select 1 from publishing.posts_tags where post_id = $1', [id])).toEqual([]);
    expect(await site.takeOutboxEvents()).toMatchObject([
      { event: 'tag.deleted', payload: { current: {}, previous: { id: tag.id, name: 'Gone' } } },
      { event: 'site.changed' },
    ]);
    await expect(site.tags.delete(site.editor, tag.id)).rejects.toThrow(NotFoundError);
  });

  it('makes the next tag of its posts the primary one, also for filters', async () => {
    const { manager } = site.dataSource;
    const [first, second, third] = [await addTag(manager), await addTag(manager), await addTag(manager)];
    const { id } = await addPost(manager, { tags: [first, second, third] });
    const { id: other } = await addPost(manager, { tags: [second, first] });
    await site.tags.delete(site.editor, first.id);
    const listings = await manager.query(
      'select owner_id, is_primary from publishing.post_listings where post_id = any($1) order by post_id, is_primary desc',
      [[id, other]],
    );
    expect(listings).toEqual([
      { owner_id: second.id, is_primary: true },
      { owner_id: third.id, is_primary: false },
      { owner_id: second.id, is_primary: true },
    ]);
  });
});
