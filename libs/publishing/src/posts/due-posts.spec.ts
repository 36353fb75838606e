import { Post } from '@almanac/entities';
import { NotFoundError, NoPermissionError } from '@almanac/errors';
import { addPost, addTag, type PostToAdd, statementsOf } from '@almanac/testing';
import { postInstants, reviveInstants } from '@almanac/resource-fields';
import { createTestSite, type TestSite } from '../../test/test-site';
import type { PostRecord } from './post-record';
import { readPostRecord } from './read-post-record';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite();
});
afterAll(() => site.database.drop());
beforeEach(async () => {
  await site.dataSource.manager.query(`delete from publishing.posts`);
  await site.takeOutboxEvents();
});

const HOUR = 3_600_000;
const fromNow = (ms: number): Date => new Date(Math.floor((Date.now() + ms) / 1000) * 1000);

function scheduled(publishedAt: Date, more: PostToAdd = {}): Promise<Post> {
  return addPost(site.dataSource.manager, {
    status: 'scheduled',
    publishedAt,
    updatedAt: new Date('2020-05-02T00:00:00Z'),
    authors: [{ id: site.editor.id }],
    ...more,
  });
}

async function statusOf({ id }: { id: string }): Promise<string> {
  return (await site.dataSource.manager.findOneByOrFail(Post, { id })).status;
}

describe('publishing due posts', () => {
  it('publishes due posts and pages in the order of their due times and leaves the others', async () => {
    const later = await scheduled(fromNow(-1 * HOUR));
    const first = await scheduled(fromNow(-2 * HOUR), { type: 'page' });
    const future = await scheduled(fromNow(HOUR));
    const moved = await site.posts.publishDue(10);
    expect(moved.map(({ id }) => id)).toEqual([first.id, later.id]);
    expect(moved[0]).toMatchObject({ type: 'page', dueAt: first.publishedAt });
    expect(await Promise.all([first, later, future].map(statusOf))).toEqual(['published', 'published', 'scheduled']);
  });

  it('keeps the planned date and records the events with the post in them', async () => {
    const post = await scheduled(fromNow(-HOUR));
    await site.posts.publishDue(10);
    const outboxEvents = await site.takeOutboxEvents();
    expect(outboxEvents.map(({ event }) => event).sort()).toEqual(['post.edited', 'post.published', 'site.changed']);
    expect(outboxEvents.find(({ event }) => event === 'post.published')).toMatchObject({
      subjectId: post.id,
      revision: '2',
      payload: {
        current: {
          id: post.id,
          status: 'published',
          publishedAt: expect.stringContaining(post.publishedAt?.toISOString().slice(0, 19) ?? ''),
          authors: [{ id: site.editor.id }],
        },
        previous: { status: 'scheduled', updatedAt: '2020-05-02T00:00:00.000Z' },
      },
    });
  });

  it('stores the same records for both events as a read returns, with tags and authors that posts share', async () => {
    const { manager } = site.dataSource;
    const [sea, harbour] = [await addTag(manager, { name: 'Sea' }), await addTag(manager, { name: 'Harbour' })];
    const [owner, editor] = [{ id: '1' }, { id: site.editor.id }];
    await scheduled(fromNow(-HOUR), { tags: [harbour, sea], authors: [editor, owner] });
    await scheduled(fromNow(-HOUR), { tags: [sea], authors: [owner] });
    await scheduled(fromNow(-HOUR));
    await site.posts.publishDue(10);
    const outboxEvents = (await site.takeOutboxEvents()).filter(({ subjectType }) => subjectType === 'post');
    expect(outboxEvents).toHaveLength(6);
    for (const { subjectId, payload } of outboxEvents) {
      const record = await readPostRecord(manager, subjectId);
      expect(reviveInstants(payload.current as PostRecord, postInstants)).toEqual(record);
    }
    const relatedCounts = outboxEvents.map(({ payload }) => {
      const { tags, authors } = payload.current as PostRecord;
      return [tags.length, authors.length];
    });
    expect(relatedCounts.sort()).toEqual([
      [0, 1],
      [0, 1],
      [1, 1],
      [1, 1],
      [2, 2],
      [2, 2],
    ]);
  });

  it('sends as many statements for forty posts as for one', async () => {
    const statementsFor = async (count: number): Promise<number> => {
      for (let number = 0; number < count; number += 1) await scheduled(fromNow(-HOUR));
      return (await statementsOf(() => site.posts.publishDue(100))).length;
    };
    const forOne = await statementsFor(1);
    expect(forOne).toBeGreaterThan(0);
    expect(await statementsFor(40)).toBe(forOne);
  });

  it('publishes no more posts than the batch size', async () => {
    for (let number = 0; number < 5; number += 1) await scheduled(fromNow(-HOUR - number * 1000));
    expect(await site.posts.publishDue(3)).toHaveLength(3);
    expect(await site.posts.publishDue(3)).toHaveLength(2);
    expect(await site.posts.publishDue(3)).toEqual([]);
  });

  it('publishes each of many posts once when many workers run concurrently (P2)', async () => {
    const due = await Promise.all(Array.from({ length: 60 }, (_, number) => scheduled(fromNow(-HOUR - number * 1000))));
    const batches = await Promise.all(Array.from({ length: 8 }, () => drain(() => site.posts.publishDue(7))));
    const published = batches.flat();
    expect(published).toHaveLength(60);
    expect(new Set(published)).toEqual(new Set(due.map(({ id }) => id)));
    const events = (await site.takeOutboxEvents()).filter(({ event }) => event === 'post.published');
    expect(new Set(events.map(({ subjectId }) => subjectId)).size).toBe(60);
    expect(events).toHaveLength(60);
  });

  it('skips a locked post and checks it again after the change', async () => {
    const post = await scheduled(fromNow(-HOUR));
    await site.dataSource.transaction(async (manager) => {
      await manager.query('select 1 from publishing.posts where id = $1 for update', [post.id]);
      expect(await site.posts.publishDue(10)).toEqual([]);
      await manager.update(Post, { id: post.id }, { publishedAt: fromNow(HOUR) });
    });
    expect(await site.posts.publishDue(10)).toEqual([]);
    expect(await statusOf(post)).toBe('scheduled');
  });

  it('either publishes or unschedules a post when both run concurrently (P9)', async () => {
    for (let round = 0; round < 25; round += 1) {
      const post = await scheduled(fromNow(-HOUR));
      await site.takeOutboxEvents();
      const target = { type: 'post', id: post.id } as const;
      const [published, unscheduled] = await Promise.all([
        drain(() => site.posts.publishDue(10)),
        site.posts
          .edit(site.editor, target, { status: 'draft', updatedAt: new Date('2020-05-02T00:00:00Z') })
          .then(() => true)
          .catch(() => false),
      ]);
      const events = await site.takeEvents();
      if (unscheduled && published.length === 0) {
        expect(await statusOf(post)).toBe('draft');
        expect(events).toEqual(['post.edited', 'post.unscheduled']);
        expect(await site.posts.publishDue(10)).toEqual([]);
      } else {
        expect(unscheduled).toBe(false);
        expect(await statusOf(post)).toBe('published');
        expect(events).toEqual(['post.edited', 'post.published', 'site.changed']);
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

describe('unpublishing due posts', () => {
  it('makes a due post a draft once and clears its date', async () => {
    const { manager } = site.dataSource;
    const ended = await addPost(manager, { unpublishAt: fromNow(-HOUR), authors: [{ id: '1' }] });
    const notDue = await addPost(manager, { unpublishAt: fromNow(HOUR), authors: [{ id: '1' }] });
    const batches = await Promise.all(Array.from({ length: 4 }, () => site.posts.unpublishDue(10)));
    expect(batches.flat().map(({ id }) => id)).toEqual([ended.id]);
    expect(await manager.findOneByOrFail(Post, { id: ended.id })).toMatchObject({ status: 'draft', unpublishAt: null });
    expect(await statusOf(notDue)).toBe('published');
    expect(await site.takeEvents()).toEqual(['post.edited', 'post.unpublished', 'site.changed']);
  });

  it('follows publishing when both due times have passed (P10)', async () => {
    const post = await scheduled(fromNow(-2 * HOUR), { unpublishAt: fromNow(-HOUR) });
    expect(await site.posts.unpublishDue(10)).toEqual([]);
    await site.posts.publishDue(10);
    expect(await site.posts.unpublishDue(10)).toHaveLength(1);
    expect(await statusOf(post)).toBe('draft');
  });
});

describe('the backlog', () => {
  it('has the number of due posts and the age of the oldest (P12)', async () => {
    const none = { count: 0, oldestAgeSeconds: 0 };
    expect(await site.posts.dueBacklog()).toEqual({ publish: none, unpublish: none });
    await scheduled(fromNow(-HOUR));
    await scheduled(fromNow(-60_000));
    await scheduled(fromNow(HOUR));
    await addPost(site.dataSource.manager, { unpublishAt: fromNow(-60_000) });
    await addPost(site.dataSource.manager, { unpublishAt: fromNow(HOUR) });
    const { publish, unpublish } = await site.posts.dueBacklog();
    expect([publish.count, unpublish.count]).toEqual([2, 1]);
    expect(publish.oldestAgeSeconds).toBeGreaterThanOrEqual(3599);
    expect(unpublish.oldestAgeSeconds).toBeGreaterThanOrEqual(59);
    expect(unpublish.oldestAgeSeconds).toBeLessThan(3599);
  });
});

describe('publishing one post at the request of a scheduler', () => {
  it('publishes a post due within two minutes once', async () => {
    const post = await scheduled(fromNow(60_000));
    const target = { type: 'post', id: post.id } as const;
    await site.takeOutboxEvents();
    expect((await site.posts.publishScheduled(site.scheduler, target)).invalidates).toBe('site');
    expect((await site.posts.publishScheduled(site.scheduler, target)).invalidates).toBeNull();
    expect(await site.takeEvents()).toEqual(['post.edited', 'post.published', 'site.changed']);
  });

  it.each([
    ['a post due in more than two minutes', 3 * 60_000, 'Job not found.'],
    ['a post overdue by more than two minutes', -3 * 60_000, 'Use the force flag to publish a post in the past.'],
  ])('rejects %s', async (_what, offsetMs, message) => {
    const { id } = await scheduled(fromNow(offsetMs));
    const publishing = site.posts.publishScheduled(site.scheduler, { type: 'post', id });
    await expect(publishing).rejects.toThrow(new NotFoundError(message));
  });

  it('publishes an overdue post with `force`', async () => {
    const { id } = await scheduled(fromNow(-HOUR));
    const { post } = await site.posts.publishScheduled(site.scheduler, { type: 'post', id }, { force: true });
    expect(post.status).toBe('published');
  });

  it('rejects drafts, pages under the path of posts, and every role but the scheduler', async () => {
    const draft = await addPost(site.dataSource.manager, { status: 'draft', publishedAt: null });
    const page = await scheduled(fromNow(0), { type: 'page' });
    const publish = (actor: typeof site.scheduler, id: string): Promise<unknown> =>
      site.posts.publishScheduled(actor, { type: 'post', id });
    await expect(publish(site.scheduler, draft.id)).rejects.toThrow(new NotFoundError('Job not found.'));
    await expect(publish(site.scheduler, page.id)).rejects.toThrow(new NotFoundError('Post not found.'));
    await expect(publish(site.integration, draft.id)).rejects.toThrow(NoPermissionError);
    await expect(publish(site.owner, draft.id)).rejects.toThrow(NoPermissionError);
  });
});
