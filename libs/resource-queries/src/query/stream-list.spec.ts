import { poolOf } from '@almanac/entities';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import { adminTagsResource, type TagRow } from '../resources/tags';
import { type BrowsePlan, planBrowse } from './browse';
import { parseBrowseQuery } from './parse-browse-query';
import { streamList } from './stream-list';

const TAGS = 30;
/** Each piece of the stream has about one tag. */
const DESCRIPTION = 'x'.repeat(100_000);

describe('a streamed list', () => {
  let database: TestDatabase;
  let source: DataSource;
  let plan: BrowsePlan<TagRow>;
  const serialize = ({ slug, description }: TagRow): object => ({ slug, description });

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
    await source.query(
      `insert into publishing.tags (id, name, slug, description, created_at)
       select lpad(to_hex(n), 24, '0'), 'Tag ' || n, 'tag-' || n, $1, now() from generate_series(1, ${TAGS}) n`,
      [DESCRIPTION],
    );
    plan = planBrowse(adminTagsResource, parseBrowseQuery({ limit: 'all' }, adminTagsResource), new Date());
  });
  afterAll(() => database.drop());

  async function expectIdlePool(): Promise<void> {
    const pool = poolOf(source);
    expect(pool.totalCount - pool.idleCount).toBe(0);
    expect(await source.query('select 1 as one')).toEqual([{ one: 1 }]);
  }

  it('is the JSON of all rows with their pagination', async () => {
    let json = '';
    for await (const piece of streamList(poolOf(source), plan, serialize)) json += piece;
    const { tags, meta } = JSON.parse(json) as { tags: { slug: string }[]; meta: { pagination: object } };
    expect(tags.map(({ slug }) => slug)).toEqual(Array.from({ length: TAGS }, (_, index) => `tag-${index + 1}`));
    expect(meta.pagination).toMatchObject({ limit: 'all', pages: 1, total: TAGS });
    await expectIdlePool();
  });

  it('returns its connection when the consumer stops', async () => {
    for await (const piece of streamList(poolOf(source), plan, serialize)) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    await expectIdlePool();
  });

  it('fails, but does not end the process, when its connection is lost between two pieces', async () => {
    const stream = streamList(poolOf(source), plan, serialize);
    await stream.next();
    const { rows } = await poolOf(source).query<{ ended: boolean }>(
      `select pg_terminate_backend(pid) as ended from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'`,
    );
    expect(rows).toEqual([{ ended: true }]);
    // PostgreSQL reports the end to a connection without a statement, before the next one is sent.
    const open = `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`;
    while ((await poolOf(source).query(open)).rows.length > 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
    const rest = async (): Promise<void> => {
      for await (const piece of stream) expect(piece.length).toBeGreaterThan(0);
    };
    await expect(rest()).rejects.toThrow();
    await expectIdlePool();
  });
});
