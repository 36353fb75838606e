import { Post } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';
import { addPost, addTag } from '@almanac/testing';
import { openNewsroom, type Newsroom } from '../../test/newsroom';

let room: Newsroom;
beforeAll(async () => {
  room = await openNewsroom();
});
afterAll(() => room.database.drop());
beforeEach(() => room.takeOutboxEvents());

describe('deleting', () => {
  it('tells what the post was, without its meta fields, and that it went offline', async () => {
    const { manager } = room.dataSource;
    const tags = [await addTag(manager), await addTag(manager)];
    const { id } = await addPost(manager, { tags, authors: [{ id: '1' }], meta: { metaTitle: 'm' } });
    await room.posts.delete(room.editor, { type: 'post', id });
    const outboxEvents = await room.takeOutboxEvents();
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

  it('a draft announces nothing but the deletion', async () => {
    const { id } = await addPost(room.dataSource.manager, { status: 'draft', type: 'page', authors: [{ id: '1' }] });
    await room.posts.delete(room.integration, { type: 'page', id });
    const outboxEvents = await room.takeOutboxEvents();
    expect(outboxEvents.map(({ event }) => event)).toEqual(['page.deleted', 'site.changed']);
    expect(outboxEvents[0]?.payload.previous).not.toHaveProperty('tags');
  });

  it('twice, or through the other kind, finds nothing', async () => {
    const { id } = await addPost(room.dataSource.manager, { authors: [{ id: '1' }] });
    await expect(room.posts.delete(room.owner, { type: 'page', id })).rejects.toThrow(NotFoundError);
    await room.posts.delete(room.owner, { type: 'post', id });
    await expect(room.posts.delete(room.owner, { type: 'post', id })).rejects.toThrow(
      new NotFoundError('Post not found.'),
    );
  });

  it('is for the first author among authors, and for drafts among contributors', async () => {
    const { manager } = room.dataSource;
    const refused = new NoPermissionError('You do not have permission to destroy posts');
    const authors = [{ id: room.author.id }, { id: room.contributor.id }];
    const shared = await addPost(manager, { authors });
    const published = await addPost(manager, { authors: [{ id: room.contributor.id }] });
    const draft = await addPost(manager, { status: 'draft', authors: [{ id: room.contributor.id }] });
    const remove = (actor: typeof room.author, id: string): Promise<void> =>
      room.posts.delete(actor, { type: 'post', id });
    await expect(remove(room.contributor, shared.id)).rejects.toThrow(refused);
    await expect(remove(room.contributor, published.id)).rejects.toThrow(refused);
    await expect(remove(room.author, published.id)).rejects.toThrow(refused);
    await expect(remove(room.contributor, draft.id)).resolves.toBeUndefined();
    await expect(remove(room.author, shared.id)).resolves.toBeUndefined();
  });
});
