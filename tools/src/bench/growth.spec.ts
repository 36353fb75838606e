import {
  adminMembersResource,
  adminPagesResource,
  adminPostsResource,
  adminTagsResource,
  adminUsersResource,
  browse,
  contentAuthorsResource,
  contentPagesResource,
  contentPostsResource,
  contentTagsResource,
  parseBrowseQuery,
  runnerOfManager,
  type Resource,
  type RunQuery,
} from '@almanac/resource-queries';
import { createTestDatabase, type TestDatabase } from '@almanac/testing';
import type { DataSource } from 'typeorm';
import { seedGrowth, TAGS } from './growth-data';
import { type GrowthRow, growthRows } from './growth-rows';

const POSTS = 20_000;
/** Upper bound of the rows that the scans of a list visit, far below the number of posts and members. */
const MOST_ROWS = 1_500;
/** Lists of tags read every tag and its few stored counts, for the total and for the order; no posts. */
const MOST_ROWS_OF_TAGS = 10 * TAGS;

const resources: Record<GrowthRow['service'], Record<string, Resource<object>>> = {
  content: {
    posts: contentPostsResource,
    pages: contentPagesResource,
    tags: contentTagsResource,
    authors: contentAuthorsResource,
  },
  admin: {
    posts: adminPostsResource,
    pages: adminPagesResource,
    tags: adminTagsResource,
    users: adminUsersResource,
    members: adminMembersResource,
  },
};

interface PlanNode {
  'Node Type': string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: PlanNode[];
}

/** Number of rows that all scans of a plan read. */
function rowsVisited(node: PlanNode): number {
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsVisited(plan), 0);
  if (!node['Node Type'].includes('Scan')) return below;
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = node;
  return below + (node['Actual Rows'] + filtered + rechecked) * node['Actual Loops'];
}

describe(`a list of a site with ${POSTS} posts and members`, () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    source = await database.publishing();
    await seedGrowth(source, POSTS);
    await source.query('vacuum analyze');
  }, 300_000);
  afterAll(() => database.drop());

  async function visitedBy({ service, path, page }: GrowthRow): Promise<number> {
    const [name = '', search] = path.split('/?');
    const resource = resources[service][name.replace(/\/$/, '')];
    if (!resource) throw new Error(`No list is called ${name}.`);
    const query = Object.fromEntries(new URLSearchParams(search));
    const run = runnerOfManager(source.manager);
    const list = (through: RunQuery, number: number) =>
      browse(through, resource, parseBrowseQuery({ ...query, page: `${number}` }, resource), new Date());
    const { pagination } = await list(run, 1);
    let visited = 0;
    const explain: RunQuery = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> => {
      const [explained] = await run<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, timing off, format json) ${text}`,
        values,
      );
      visited += explained ? rowsVisited(explained['QUERY PLAN'][0].Plan) : NaN;
      return [];
    };
    await list(explain, page === 'last' ? pagination.pages : 1);
    return visited;
  }

  const bounded = growthRows.filter(({ path, grows }) => grows === undefined && !path.includes('/slug/'));

  it.each(bounded.map((row): [string, GrowthRow] => [row.measure, row]))('visits few rows: %s', async (_, row) => {
    const visited = await visitedBy(row);
    expect(visited).toBeGreaterThan(0);
    expect(visited).toBeLessThan(row.path.startsWith('tags/') ? MOST_ROWS_OF_TAGS : MOST_ROWS);
  });
});
