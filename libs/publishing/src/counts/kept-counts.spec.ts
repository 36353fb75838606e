import {
  adminMembersResource,
  adminTagsResource,
  adminUsersResource,
  browse,
  contentTagsResource,
  parseBrowseQuery,
  queryThrough,
  type Resource,
} from '@almanac/resource-queries';
import { addMember, addPost, addTag, addUser } from '@almanac/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { listCases, readStoredPosts, type StoredPost } from '../../test/list-oracle';
import { openNewsroom, type Newsroom } from '../../test/newsroom';
import { anyWrite, type Write } from '../../test/random-writes';
import { foldCounts } from './fold-counts';

let room: Newsroom;
let source: DataSource;

const PAGE_SIZE = 3;
const now = new Date('2021-01-01T00:00:00Z');

const list = <Row extends object>(manager: EntityManager, resource: Resource<Row>, query: Record<string, unknown>) =>
  browse(queryThrough(manager), resource, parseBrowseQuery(query, resource), now);

/** The first, the middle and the last page of a list, one after the end, and the whole of it. */
async function assertLists(manager: EntityManager, posts: readonly StoredPost[]): Promise<void> {
  for (const { resource, query, expected } of listCases) {
    const ids = expected(posts);
    const pages = Math.max(1, Math.ceil(ids.length / PAGE_SIZE));
    for (const page of new Set([1, Math.ceil(pages / 2), pages, pages + 1])) {
      const { rows, pagination } = await list(manager, resource, { ...query, page: `${page}`, limit: `${PAGE_SIZE}` });
      const start = (page - 1) * PAGE_SIZE;
      expect({ query, page, ids: rows.map(({ id }) => id), total: pagination.total, pages: pagination.pages }).toEqual({
        query,
        page,
        ids: ids.slice(start, start + PAGE_SIZE),
        total: ids.length,
        pages,
      });
    }
    const whole = await list(manager, resource, { ...query, limit: 'all' });
    expect(whole.rows.map(({ id }) => id)).toEqual(ids);
  }
}

async function assertCounts(manager: EntityManager, posts: readonly StoredPost[]): Promise<void> {
  const ofKind = posts.filter(({ type }) => type === 'post');
  const published = posts.filter(({ status }) => status === 'published');
  const tagged = (some: readonly StoredPost[], id: string): number =>
    some.filter(({ tags }) => tags.some((tag) => tag.id === id)).length;
  const written = (some: readonly StoredPost[], id: string): number =>
    some.filter(({ authors }) => authors.some((author) => author.id === id)).length;
  const query = { include: 'count.posts', limit: 'all' };
  for (const tag of (await list(manager, adminTagsResource, query)).rows) {
    expect([tag.slug, tag.count?.posts, tag.hasPublishedPosts]).toEqual([
      tag.slug,
      tagged(ofKind, tag.id),
      tagged(published, tag.id) > 0,
    ]);
  }
  const visible = (await list(manager, contentTagsResource, query)).rows;
  const expectedIds = new Set(published.flatMap(({ tags }) => tags.map(({ id }) => id)));
  expect(new Set(visible.map(({ id }) => id))).toEqual(expectedIds);
  for (const tag of visible)
    expect(tag.count?.posts).toBe(
      tagged(
        published.filter(({ type }) => type === 'post'),
        tag.id,
      ),
    );
  for (const user of (await list(manager, adminUsersResource, query)).rows)
    expect([user.slug, user.count?.posts]).toEqual([user.slug, written(ofKind, user.id)]);
}

/** The statuses stand here a second time: what is kept and who pays must not be the same mistake. */
async function assertMembers(manager: EntityManager): Promise<void> {
  const members = await manager.query<{ id: string; statuses: string[] }[]>(
    `select m.id, coalesce(array_agg(s.status) filter (where s.id is not null), '{}') as statuses
     from publishing.members m left join publishing.member_subscriptions s on s.member_id = m.id group by m.id order by m.id`,
  );
  const isPaid = ({ statuses }: { statuses: string[] }): boolean =>
    statuses.some((status) => ['active', 'trialing', 'past_due'].includes(status));
  const expected: [string | undefined, string[]][] = [
    [undefined, members.map(({ id }) => id)],
    ['status:paid', members.filter(isPaid).map(({ id }) => id)],
    ['status:-paid', members.filter((member) => !isPaid(member)).map(({ id }) => id)],
    ['status:free', members.filter((member) => !isPaid(member)).map(({ id }) => id)],
    ['status:[free,paid]', members.map(({ id }) => id)],
    ["status:~'pai'", members.filter(isPaid).map(({ id }) => id)],
  ];
  for (const [filter, ids] of expected) {
    const { rows, pagination } = await list(manager, adminMembersResource, { ...(filter && { filter }), limit: '4' });
    expect([filter, pagination.total, rows.map(({ id }) => id)]).toEqual([filter, ids.length, ids.slice(0, 4)]);
  }
}

/** Everything in one snapshot, so that writers may go on meanwhile. */
async function assertConsistent(): Promise<void> {
  await source.transaction('REPEATABLE READ', async (manager) => {
    const posts = await readStoredPosts(manager);
    await assertLists(manager, posts);
    await assertCounts(manager, posts);
    await assertMembers(manager);
  });
}

/** What concurrent writers cannot help: deadlocks, the same key twice, a row that went away. */
const expectedFailures = new Set(['40P01', '23505', '23503']);

async function inOneTransaction(writes: readonly Write[], end: 'commit' | 'rollback'): Promise<void> {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    for (const { run } of writes) await run(runner.manager);
    await (end === 'commit' ? runner.commitTransaction() : runner.rollbackTransaction());
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!expectedFailures.has(code)) throw error;
  } finally {
    await runner.release();
  }
}

/** Writes on a connection of its own that the server ends before the commit. */
async function untilCut(writes: readonly Write[]): Promise<void> {
  const client = new Client({ connectionString: room.database.url });
  client.on('error', () => undefined);
  await client.connect();
  const writer = { query: async (text: string, values?: unknown[]) => (await client.query(text, values)).rows };
  try {
    await client.query('begin');
    for (const { run } of writes) await run(writer);
    await client.query('select pg_terminate_backend(pg_backend_pid())');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code !== '57P01' && !expectedFailures.has(code)) throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

const anyTransaction = fc.record({
  writes: fc.array(anyWrite, { minLength: 1, maxLength: 4 }),
  end: fc.constantFrom('commit' as const, 'commit' as const, 'commit' as const, 'rollback' as const),
});

describe('lists with kept counts', () => {
  beforeAll(async () => {
    room = await openNewsroom();
    source = room.dataSource;
    const { manager } = source;
    const bob = await addUser(manager, { slug: 'bob' });
    const tags = [
      await addTag(manager, { slug: 'tag-a' }),
      await addTag(manager, { slug: 'tag-b' }),
      await addTag(manager, { slug: 'hash-c', visibility: 'internal' }),
    ];
    for (let number = 0; number < 12; number++)
      await addPost(manager, {
        tags: tags.slice(number % 4),
        authors: [bob, { id: room.author.id }].slice(number % 2),
      });
  });
  afterAll(() => room.database.drop());

  it('give the ids, totals and pages of the tables after any writes', async () => {
    await assertConsistent();
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransaction, { minLength: 1, maxLength: 3 }), async (transactions) => {
        for (const { writes, end } of transactions) await inOneTransaction(writes, end);
        await assertConsistent();
      }),
      { numRuns: 12, endOnFailure: true },
    );
  }, 300_000);

  it('give them beside concurrent writers', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransaction, { minLength: 6, maxLength: 6 }), async (all) => {
        const writers = Promise.all(all.map(({ writes, end }) => inOneTransaction(writes, end)));
        await Promise.all([writers, assertConsistent()]);
        await assertConsistent();
      }),
      { numRuns: 10, endOnFailure: true },
    );
  }, 300_000);

  it('give them after connections were cut in the middle of their writes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransaction, { minLength: 4, maxLength: 4 }), async (all) => {
        await Promise.all(all.map(({ writes }) => untilCut(writes)));
        await assertConsistent();
      }),
      { numRuns: 6, endOnFailure: true },
    );
  }, 300_000);

  it('count what is published when its moment comes', async () => {
    await source.query(`update publishing.posts set status = 'scheduled', published_at = now() - interval '1 hour'`);
    await room.posts.publishDue(1_000);
    await assertConsistent();
  });

  it('are folded by several workers at once without a change', async () => {
    const sum = async (): Promise<object[]> =>
      source.query(`select owner_type, owner_id, type, status, visibility, featured, is_primary, sum(n)::int as n
        from publishing.kept_counts group by 1, 2, 3, 4, 5, 6, 7 having sum(n) <> 0 order by 1, 2, 3, 4, 5, 6, 7`);
    const before = await sum();
    await Promise.all(Array.from({ length: 4 }, () => foldCounts(source.manager)));
    while (await foldCounts(source.manager));
    expect(await sum()).toEqual(before);
    const [left] = await source.query<{ rows: number; unfolded: number }[]>(
      `select count(*)::int as rows, (count(*) filter (where not is_folded))::int as unfolded from publishing.kept_counts`,
    );
    expect(left?.unfolded).toBe(0);
  });

  it('start anew after TRUNCATE', async () => {
    await source.query('truncate publishing.member_subscriptions');
    await assertConsistent();
    await source.query('truncate publishing.posts, publishing.members cascade');
    await assertConsistent();
    await addPost(source.manager, { authors: [{ id: room.author.id }] });
    await assertConsistent();
  });

  it('count a member as paying from the first paying subscription to the end of the last', async () => {
    const { id } = await addMember(source.manager);
    const subscribe = (key: string, status: string): Promise<unknown> =>
      source.query(
        `insert into publishing.member_subscriptions (id, member_id, provider, status, plan_nickname, started_at, created_at)
         values ($1, $2, 'stripe', $3, 'Plan', now(), now())`,
        [`${id.slice(1)}${key}`, id, status],
      );
    const steps = [
      () => subscribe('a', 'canceled'),
      () => subscribe('b', 'past_due'),
      () => subscribe('c', 'active'),
      () => source.query(`update publishing.member_subscriptions set status = 'unpaid' where status = 'past_due'`),
      () => source.query(`delete from publishing.member_subscriptions where status = 'active'`),
    ];
    for (const step of steps) {
      await step();
      await assertMembers(source.manager);
    }
  });

  it('read a post as it becomes when its tags and its status change at the same time', async () => {
    const { id } = await addPost(source.manager, { status: 'draft', authors: [{ id: room.author.id }] });
    const [editing, tagging] = [source.createQueryRunner(), source.createQueryRunner()];
    await editing.startTransaction();
    await editing.query(`update publishing.posts set status = 'published' where id = $1`, [id]);
    await tagging.startTransaction();
    const tag = await addTag(source.manager);
    let isTagged = false;
    const tagged = tagging
      .query('insert into publishing.posts_tags (id, post_id, tag_id) values ($1, $1, $2)', [id, tag.id])
      .then(() => (isTagged = true));
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while (!isTagged && (await source.query<object[]>(waits)).length === 0);
    await editing.commitTransaction();
    await tagged;
    await tagging.commitTransaction();
    await Promise.all([editing.release(), tagging.release()]);
    await assertConsistent();
  });

  it('have a row per statement and kind of post, not one that all writers change', async () => {
    await source.query('truncate publishing.posts cascade');
    const adding = Array.from({ length: 3 }, () => source.createQueryRunner());
    // None commits before all have written: a shared row would make the second wait for the first.
    for (const runner of adding) {
      await runner.startTransaction();
      await runner.query(`set local lock_timeout = '2s'`);
      await addPost(runner.manager, { authors: [{ id: room.author.id }] });
    }
    for (const runner of adding) {
      await runner.commitTransaction();
      await runner.release();
    }
    await assertConsistent();
  });
});
