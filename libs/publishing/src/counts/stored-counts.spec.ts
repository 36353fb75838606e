import {
  adminMembersResource,
  adminTagsResource,
  adminUsersResource,
  browse,
  contentTagsResource,
  parseBrowseQuery,
  runnerOfManager,
  type Resource,
} from '@almanac/resource-queries';
import { addMember, addPost, addTag, addUser } from '@almanac/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import { isOnSite, listCases, readStoredPosts, type StoredPost } from '../../test/list-oracle';
import { createTestSite, type TestSite } from '../../test/test-site';
import { anyWrite, type Write } from '../../test/random-writes';
import { foldCounts } from './fold-counts';

let site: TestSite;
let source: DataSource;

const PAGE_SIZE = 3;
const now = new Date('2021-01-01T00:00:00Z');

const list = <Row extends object>(manager: EntityManager, resource: Resource<Row>, query: Record<string, unknown>) =>
  browse(runnerOfManager(manager), resource, parseBrowseQuery(query, resource), now);

/** Compares the first, middle and last page of each list, the page after the end, and the list without a limit. */
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
  const postsOnly = posts.filter(({ type }) => type === 'post');
  const published = posts.filter(isOnSite);
  const tagged = (list: readonly StoredPost[], id: string): number =>
    list.filter(({ tags }) => tags.some((tag) => tag.id === id)).length;
  const written = (list: readonly StoredPost[], id: string): number =>
    list.filter(({ authors }) => authors.some((author) => author.id === id)).length;
  const query = { include: 'count.posts', limit: 'all' };
  for (const tag of (await list(manager, adminTagsResource, query)).rows) {
    expect([tag.slug, tag.count?.posts, tag.hasPublishedPosts]).toEqual([
      tag.slug,
      tagged(postsOnly, tag.id),
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
    expect([user.slug, user.count?.posts]).toEqual([user.slug, written(postsOnly, user.id)]);
}

/** The paying statuses are repeated here, so that an error in the definition does not also change the expectation. */
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

/** Compares everything in one snapshot, so that concurrent writes do not matter. */
async function assertConsistent(): Promise<void> {
  await source.transaction('REPEATABLE READ', async (manager) => {
    const posts = await readStoredPosts(manager);
    await assertLists(manager, posts);
    await assertCounts(manager, posts);
    await assertMembers(manager);
  });
}

/** Errors that concurrent writes cause: deadlock, unique violation and foreign key violation. */
const expectedFailures = new Set(['40P01', '23505', '23503']);

/** @returns whether the writes were committed; conflicts between transactions are no failure */
async function inOneTransaction(writes: readonly Write[], end: 'commit' | 'rollback'): Promise<boolean> {
  const runner = source.createQueryRunner();
  try {
    await runner.startTransaction();
    for (const { run } of writes) await run(runner.manager);
    await (end === 'commit' ? runner.commitTransaction() : runner.rollbackTransaction());
    return end === 'commit';
  } catch (error) {
    if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (!expectedFailures.has(code)) throw error;
    return false;
  } finally {
    await runner.release();
  }
}

/** Writes on a separate connection, which the server closes before the commit. */
async function writeAndLoseConnection(writes: readonly Write[]): Promise<void> {
  const client = new Client({ connectionString: site.database.url });
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

describe('lists with stored counts', () => {
  beforeAll(async () => {
    site = await createTestSite();
    source = site.dataSource;
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
        authors: [bob, { id: site.author.id }].slice(number % 2),
      });
  });
  afterAll(() => site.database.drop());

  it('match the tables after any writes', async () => {
    await assertConsistent();
    let commits = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransaction, { minLength: 1, maxLength: 3 }), async (transactions) => {
        for (const { writes, end } of transactions) if (await inOneTransaction(writes, end)) commits += 1;
        await assertConsistent();
      }),
      { numRuns: 12, endOnFailure: true },
    );
    expect(commits).toBeGreaterThan(0);
  }, 300_000);

  it('match the tables while other transactions write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransaction, { minLength: 6, maxLength: 6 }), async (all) => {
        const writers = Promise.all(all.map(({ writes, end }) => inOneTransaction(writes, end)));
        await Promise.all([writers, assertConsistent()]);
        await assertConsistent();
      }),
      { numRuns: 10, endOnFailure: true },
    );
  }, 300_000);

  it('match the tables after connections were lost during a transaction', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyTransaction, { minLength: 4, maxLength: 4 }), async (all) => {
        await Promise.all(all.map(({ writes }) => writeAndLoseConnection(writes)));
        await assertConsistent();
      }),
      { numRuns: 6, endOnFailure: true },
    );
  }, 300_000);

  it('count posts that are published at their due time', async () => {
    await source.query(`update publishing.posts set status = 'scheduled', published_at = now() - interval '1 hour'`);
    await site.posts.publishDue(1_000);
    await assertConsistent();
  });

  it('stay the same when several workers fold them concurrently', async () => {
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

  it('are empty after TRUNCATE and count later writes', async () => {
    await source.query('truncate publishing.member_subscriptions');
    await assertConsistent();
    await source.query('truncate publishing.posts, publishing.members cascade');
    await assertConsistent();
    await addPost(source.manager, { authors: [{ id: site.author.id }] });
    await assertConsistent();
  });

  it('count a member as paying as long as one of their subscriptions pays', async () => {
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

  it('match the tables after one transaction changes the status and another the tags of the same post', async () => {
    const { id } = await addPost(source.manager, { status: 'draft', authors: [{ id: site.author.id }] });
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

  it('do not make concurrent writers of posts wait for each other', async () => {
    await source.query('truncate publishing.posts cascade');
    const adding = Array.from({ length: 3 }, () => source.createQueryRunner());
    // No transaction commits before all have written: with a shared row the second would wait for the first.
    for (const runner of adding) {
      await runner.startTransaction();
      await runner.query(`set local lock_timeout = '2s'`);
      await addPost(runner.manager, { authors: [{ id: site.author.id }] });
    }
    for (const runner of adding) {
      await runner.commitTransaction();
      await runner.release();
    }
    await assertConsistent();
  });
});
