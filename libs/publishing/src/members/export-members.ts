import { queryPrepared } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import { csvInstant, csvText } from '../columns/csv-columns';

const COLUMNS = ['id', 'email', 'name', 'note', 'created_at', 'deleted_at'];
const PLAN_COLUMN = 'complimentary_plan';
const PAGE_SIZE = 5_000;

/** Some lines of an export and how to go on after them. */
interface Page {
  lines: string | null;
  count: number;
  lastId: string;
}

/** Which lines are to be written next. */
interface Reading {
  hasPlans: boolean;
  after: string;
  left: number;
}

/**
 * All members as CSV in the order they came, page by page, so that no more than two pages are ever in memory. A column for
 * given plans is there when somebody has one.
 */
export async function exportMembers(
  manager: EntityManager,
  { limit = Infinity }: { limit?: number } = {},
): Promise<AsyncGenerator<string>> {
  return pagesOf(manager, await hasComplimentaryMembers(manager), limit);
}

async function* pagesOf(manager: EntityManager, hasPlans: boolean, limit: number): AsyncGenerator<string> {
  yield `${[...COLUMNS, ...(hasPlans ? [PLAN_COLUMN] : [])].join(',')}\r\n`;
  let left = limit;
  let reading = readPage(manager, { hasPlans, after: '', left });
  for (;;) {
    const { lines, count, lastId } = await reading;
    left -= count;
    const isLast = count < PAGE_SIZE || left <= 0;
    if (!isLast) {
      // The database reads on while this page is sent.
      reading = readPage(manager, { hasPlans, after: lastId, left });
      // A failure is thrown where it is awaited; whoever stops listening before that need not hear of it.
      reading.catch(() => undefined);
    }
    if (lines !== null) yield lines;
    if (isLast) return;
  }
}

/** The database writes the lines: that takes it no longer than telling them to somebody who then has to write them. */
async function readPage(manager: EntityManager, { hasPlans, after, left }: Reading): Promise<Page> {
  const plan = `case when exists (select 1 from publishing.member_subscriptions s
    where s.member_id = m.id and s.provider = 'complimentary' and s.status = 'active') then 'true' else '' end`;
  const cells = ['m.id', csvText('m.email'), csvText('m.name'), csvText('m.note'), csvInstant('m.created_at'), `''`];
  const text = `select string_agg(line, '' order by id) as lines, count(*)::int as count, max(id) as "lastId" from (
    select m.id, ${[...cells, ...(hasPlans ? [plan] : [])].join(` || ',' || `)} || e'\\r\\n' as line
    from publishing.members m where m.id > $1 order by m.id limit $2) page`;
  const name = hasPlans ? 'export_members_with_plans' : 'export_members';
  const [page] = await queryPrepared<Page>(manager, { name, text }, [after, Math.min(PAGE_SIZE, left)]);
  return page ?? { lines: null, count: 0, lastId: after };
}

/** Whether any member was given a plan, so that an export has something to say about it. */
async function hasComplimentaryMembers(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<{ has: boolean }[]>(
    `select exists (select 1 from publishing.member_subscriptions
       where provider = 'complimentary' and status = 'active') as has`,
  );
  return row?.has ?? false;
}
