import { Post } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';
import { addPost, addTag } from '@almanac/testing';
import { createTestSite, type TestSite } from '../../test/test-site';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.database.drop());
beforeEach(() => site.takeOutboxEvents());

describe('deleting a post', () => {
  it('records the last state without the meta fields, and that the post was unpublished', async () => {
    const { manager } = site.dataSource;
    const tags = [await addTag(manager), await addTag(manager)];
    const { id } = await addPost(manager, { tags, authors: [{ id: '1' }], meta: { metaTitle: 'm' } });
    await site.posts.delete(site.editor, { type: 'post', id });
    const outboxEvents = await site.takeOutboxEvents();
    expect(outboxEvents.map(({ event }) => event)).toEqual([
      'post.unpublished',
      'post.deleted',
      'post.tag.detached',
      'site.changed',
    ]);
    expect(outboxEvents[1]?.payload).toMatchObject({
      current: {},
      previous: { id, authors: [{ id: '1' }], tags: [{}, {}] },
    });
    expect(outboxEvents[1]?.payload.previous).not.toHaveProperty('meta');
    expect(await manager.existsBy(Post, { id })).toBe(false);
  });

  it('records only the deletion for a draft', async () => {
    const { id } = await addPost(site.dataSource.manager, { status: 'draft', type: 'page', authors: [{ id: '1' }] });
    await site.posts.delete(site.integration, { type: 'page', id });
    const outboxEvents = await site.takeOutboxEvents();
    expect(outboxEvents.map(({ event }) => event)).toEqual(['page.deleted', 'site.changed']);
    expect(outboxEvents[0]?.payload.previous).not.toHaveProperty('tags');
  });

  it('throws NotFoundError the second time, and for a page under the path of posts', async () => {
    const { id } = await addPost(site.dataSource.manager, { authors: [{ id: '1' }] });
    await expect(site.posts.delete(site.owner, { type: 'page', id })).rejects.toThrow(NotFoundError);
    await site.posts.delete(site.owner, { type: 'post', id });
    await expect(site.posts.delete(site.owner, { type: 'post', id })).rejects.toThrow(
      new NotFoundError('Post not found.'),
    );
  });

  it('is allowed for the first author, and for contributors only while it is a draft', async () => {
    const { manager } = site.dataSource;
    const refused = new NoPermissionError('You do not have permission to destroy posts');
    const authors = [{ id: site.author.id }, { id: site.contributor.id }];
    const shared = await addPost(manager, { authors });
    const published = await addPost(manager, { authors: [{ id: site.contributor.id }] });
    const draft = await addPost(manager, { status: 'draft', authors: [{ id: site.contributor.id }] });
    const remove = (actor: typeof site.author, id: string): Promise<void> =>
      site.posts.delete(actor, { type: 'post', id });
    await expect(remove(site.contributor, shared.id)).rejects.toThrow(refused);
    await expect(remove(site.contributor, published.id)).rejects.toThrow(refused);
    await expect(remove(site.author, published.id)).rejects.toThrow(refused);
    await expect(remove(site.contributor, draft.id)).resolves.toBeUndefined();
    await expect(remove(site.author, shared.id)).resolves.toBeUndefined();
  });
});
