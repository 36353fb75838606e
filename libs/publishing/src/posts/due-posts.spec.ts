import { Post } from '@almanac/entities';
import { NotFoundError, NoPermissionError } from '@almanac/errors';
import { addPost, type PostToAdd } from '@almanac/testing';
import { openNewsroom, statementsOf, type Newsroom } from '../../test/newsroom';

let room: Newsroom;
beforeAll(async () => {
  room = await openNewsroom();
});
afterAll(() => room.database.drop());
beforeEach(async () => {
  await room.dataSource.manager.query(`delete from publishing.posts`);
  await room.takeOutboxEvents();
});

const HOUR = 3_600_000;
const fromNow = (ms: number): Date => new Date(Math.floor((Date.now() + ms) / 1000) * 1000);

function scheduled(publishedAt: Date, more: PostToAdd = {}): Promise<Post> {
  return addPost(room.dataSource.manager, {
    status: 'scheduled',
    publishedAt,
    updatedAt: new Date('2020-05-02T00:00:00Z'),
    authors: [{ id: room.editor.id }],
    ...more,
  });
}

async function statusOf({ id }: { id: string }): Promise<string> {
  return (await room.dataSource.manager.findOneByOrFail(Post, { id })).status;
}

describe('publishing what is due', () => {
  it('publishes posts and pages whose moment came, the longest due first, and leaves the others', async () => {
    const later = await scheduled(fromNow(-1 * HOUR));
    const first = await scheduled(fromNow(-2 * HOUR), { type: 'page' });
    const future = await scheduled(fromNow(HOUR));
    const moved = await room.posts.publishDue(10);
    expect(moved.map(({ id }) => id)).toEqual([first.id, later.id]);
    expect(moved[0]).toMatchObject({ type: 'page', dueAt: first.publishedAt });
    expect(await Promise.all([first, later, future].map(statusOf))).toEqual(['published', 'published', 'scheduled']);
  });

  it('keeps the planned date and records the events with the post in them', async () => {
    const post = await scheduled(fromNow(-HOUR));
    await room.posts.publishDue(10);
    const outboxEvents = await room.takeOutboxEvents();
    expect(outboxEvents.map(({ event }) => event).sort()).toEqual(['post.edited', 'post.published', 'site.changed']);
    expect(outboxEvents.find(({ event }) => event === 'post.published')).toMatchObject({
      subjectId: post.id,
      revision: '2',
      payload: {
        current: {
          id: post.id,
          status: 'published',
          publishedAt: expect.stringContaining(post.publishedAt?.toISOString().slice(0, 19) ?? ''),
          authors: [{ id: room.editor.id }],
        },
        previous: { status: 'scheduled', updatedAt: '2020-05-02T00:00:00.000Z' },
      },
    });
  });

  it('takes five statements however many posts there are', async () => {
    const take = async (count: number): Promise<number> => {
      for (let number = 0; number < count; number += 1) await scheduled(fromNow(-HOUR));
      return statementsOf(() => room.posts.publishDue(100));
    };
    expect([await take(1), await take(40)]).toEqual([5, 5]);
  });

  it('takes no more than the batch', async () => {
    for (let number = 0; number < 5; number += 1) await scheduled(fromNow(-HOUR - number * 1000));
    expect(await room.posts.publishDue(3)).toHaveLength(3);
    expect(await room.posts.publishDue(3)).toHaveLength(2);
    expect(await room.posts.publishDue(3)).toEqual([]);
  });

  it('publishes each of many posts once, however many workers ask at once (P2)', async () => {
    const due = await Promise.all(Array.from({ length: 60 }, (_, number) => scheduled(fromNow(-HOUR - number * 1000))));
    const batches = await Promise.all(Array.from({ length: 8 }, () => drain(() => room.posts.publishDue(7))));
    const published = batches.flat();
    expect(published).toHaveLength(60);
    expect(new Set(published)).toEqual(new Set(due.map(({ id }) => id)));
    const events = (await room.takeOutboxEvents()).filter(({ event }) => event === 'post.published');
    expect(new Set(events.map(({ subjectId }) => subjectId)).size).toBe(60);
    expect(events).toHaveLength(60);
  });

  it('skips a post that somebody is changing, and judges it again afterwards', async () => {
    const post = await scheduled(fromNow(-HOUR));
    await room.dataSource.transaction(async (manager) => {
      await manager.query('select 1 from publishing.posts where id = $1 for update', [post.id]);
      expect(await room.posts.publishDue(10)).toEqual([]);
      await manager.update(Post, { id: post.id }, { publishedAt: fromNow(HOUR) });
    });
    expect(await room.posts.publishDue(10)).toEqual([]);
    expect(await statusOf(post)).toBe('scheduled');
  });

  it('never publishes what was unscheduled before, and never unschedules what was published before (P9)', async () => {
    for (let round = 0; round < 25; round += 1) {
      const post = await scheduled(fromNow(-HOUR));
      await room.takeOutboxEvents();
      const target = { type: 'post', id: post.id } as const;
      const [published, unscheduled] = await Promise.all([
        drain(() => room.posts.publishDue(10)),
        room.posts
          .edit(room.editor, target, { status: 'draft', updatedAt: new Date('2020-05-02T00:00:00Z') })
          .then(() => true)
          .catch(() => false),
      ]);
      const events = await room.takeEvents();
      if (unscheduled && published.length === 0) {
        expect(await statusOf(post)).toBe('draft');
        expect(events).toEqual(['post.edited', 'post.unscheduled']);
        expect(await room.posts.publishDue(10)).toEqual([]);
      } else {
        expect(unscheduled).toBe(false);
        expect(await statusOf(post)).toBe('published');
        expect(events.filter((event) => event === 'post.published')).toHaveLength(1);
      }
    }
  });
});

async function drain(move: () => Promise<{ id: string }[]>): Promise<string[]> {
  const ids: string[] = [];
  for (;;) {
    const moved = await move();
    if (moved.length === 0) return ids;
    ids.push(...moved.map(({ id }) => id));
  }
}

describe('taking offline what is due', () => {
  it('makes a draft of a published post whose end came, once, and forgets the plan', async () => {
    const { manager } = room.dataSource;
    const ended = await addPost(manager, { unpublishAt: fromNow(-HOUR), authors: [{ id: '1' }] });
    const going = await addPost(manager, { unpublishAt: fromNow(HOUR), authors: [{ id: '1' }] });
    const batches = await Promise.all(Array.from({ length: 4 }, () => room.posts.unpublishDue(10)));
    expect(batches.flat().map(({ id }) => id)).toEqual([ended.id]);
    expect(await manager.findOneByOrFail(Post, { id: ended.id })).toMatchObject({ status: 'draft', unpublishAt: null });
    expect(await statusOf(going)).toBe('published');
    expect(await room.takeEvents()).toEqual(['post.edited', 'post.unpublished', 'site.changed']);
  });

  it('follows publishing when both moments passed while nobody worked (P10)', async () => {
    const post = await scheduled(fromNow(-2 * HOUR), { unpublishAt: fromNow(-HOUR) });
    expect(await room.posts.unpublishDue(10)).toEqual([]);
    await room.posts.publishDue(10);
    expect(await room.posts.unpublishDue(10)).toHaveLength(1);
    expect(await statusOf(post)).toBe('draft');
  });
});

describe('the backlog', () => {
  it('tells how much is due, since when, and what comes next (P12)', async () => {
    expect(await room.posts.dueBacklog()).toEqual({ count: 0, oldestAgeSeconds: 0, nextDueAt: null });
    const next = fromNow(HOUR);
    await scheduled(fromNow(-HOUR));
    await scheduled(next);
    await addPost(room.dataSource.manager, { unpublishAt: fromNow(-60_000) });
    const backlog = await room.posts.dueBacklog();
    expect(backlog).toMatchObject({ count: 2, nextDueAt: next });
    expect(backlog.oldestAgeSeconds).toBeGreaterThanOrEqual(3599);
  });
});

describe('publishing one on the word of the scheduler', () => {
  it('publishes what is due within two minutes, once', async () => {
    const post = await scheduled(fromNow(60_000));
    const target = { type: 'post', id: post.id } as const;
    await room.takeOutboxEvents();
    expect((await room.posts.publishScheduled(room.scheduler, target)).invalidates).toBe('site');
    expect((await room.posts.publishScheduled(room.scheduler, target)).invalidates).toBeNull();
    expect(await room.takeEvents()).toEqual(['post.edited', 'post.published', 'site.changed']);
  });

  it.each([
    ['what lies more than two minutes ahead', 3 * 60_000, 'Job not found.'],
    ['what is more than two minutes late', -3 * 60_000, 'Use the force flag to publish a post in the past.'],
  ])('refuses %s', async (_what, offsetMs, message) => {
    const { id } = await scheduled(fromNow(offsetMs));
    const publishing = room.posts.publishScheduled(room.scheduler, { type: 'post', id });
    await expect(publishing).rejects.toThrow(new NotFoundError(message));
  });

  it('publishes what is late when forced to', async () => {
    const { id } = await scheduled(fromNow(-HOUR));
    const { post } = await room.posts.publishScheduled(room.scheduler, { type: 'post', id }, { force: true });
    expect(post.status).toBe('published');
  });

  it('refuses drafts, the other kind, and everybody but the scheduler', async () => {
    const draft = await addPost(room.dataSource.manager, { status: 'draft', publishedAt: null });
    const page = await scheduled(fromNow(0), { type: 'page' });
    const publish = (actor: typeof room.scheduler, id: string): Promise<unknown> =>
      room.posts.publishScheduled(actor, { type: 'post', id });
    await expect(publish(room.scheduler, draft.id)).rejects.toThrow(new NotFoundError('Job not found.'));
    await expect(publish(room.scheduler, page.id)).rejects.toThrow(new NotFoundError('Post not found.'));
    await expect(publish(room.integration, draft.id)).rejects.toThrow(NoPermissionError);
    await expect(publish(room.owner, draft.id)).rejects.toThrow(NoPermissionError);
  });
});
