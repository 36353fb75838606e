import { queryPrepared } from '@almanac/entities';
import type { EntityManager } from 'typeorm';
import { csvInstant, csvText } from '../columns/csv-columns';

const COLUMNS = ['id', 'email', 'name', 'note', 'created_at', 'deleted_at'];
const PLAN_COLUMN = 'complimentary_plan';
const PAGE_SIZE = 5_000;

/** A chunk of CSV lines and the id after which the next chunk begins. */
interface Chunk {
  lines: string | null;
  count: number;
  lastId: string;
}

/** The position of an export. */
interface Position {
  hasPlans: boolean;
  after: string;
  left: number;
}

/**
 * Yields all members as CSV by id, in chunks, so that at most two chunks are in memory. The file has a column for complimentary
 * plans only when a member has one.
 */
export async function exportMembers(
  manager: EntityManager,
  { limit = Infinity }: { limit?: number } = {},
): Promise<AsyncGenerator<string>> {
  return chunksOf(manager, await hasComplimentaryMembers(manager), limit);
}

async function* chunksOf(manager: EntityManager, hasPlans: boolean, limit: number): AsyncGenerator<string> {
  yield `${[...COLUMNS, ...(hasPlans ? [PLAN_COLUMN] : [])].join(',')}\r\n`;
  let left = limit;
  let reading = readChunk(manager, { hasPlans, after: '', left });
  for (;;) {
    const { lines, count, lastId } = await reading;
    left -= count;
    const isLast = count < PAGE_SIZE || left <= 0;
    if (!isLast) {
      // PostgreSQL reads the next chunk while this one is sent.
      reading = readChunk(manager, { hasPlans, after: lastId, left });
      // The error is thrown at the await. A consumer that stops earlier must not cause an unhandled rejection.
      reading.catch(() => undefined);
    }
    if (lines !== null) yield lines;
    if (isLast) return;
  }
}

/** PostgreSQL formats the lines: it takes as long as sending the columns and saves the work in Node. */
async function readChunk(manager: EntityManager, { hasPlans, after, left }: Position): Promise<Chunk> {
  const plan = `case when exists (select 1 from publishing.member_subscriptions s
    where s.member_id = m.id and s.provider = 'complimentary' and s.status = 'active') then 'true' else '' end`;
  const cells = ['m.id', csvText('m.email'), csvText('m.name'), csvText('m.note'), csvInstant('m.created_at'), `''`];
  const text = `select string_agg(line, '' order by id) as lines, count(*)::int as count, max(id) as "lastId" from (
    select m.id, ${[...cells, ...(hasPlans ? [plan] : [])].join(` || ',' || `)} || e'\\r\\n' as line
    from publishing.members m where m.id > $1 order by m.id limit $2) page`;
  const name = hasPlans ? 'export_members_with_plans' : 'export_members';
  const [chunk] = await queryPrepared<Chunk>(manager, { name, text }, [after, Math.min(PAGE_SIZE, left)]);
  return chunk ?? { lines: null, count: 0, lastId: after };
}

/** Whether any member has a complimentary plan. */
async function hasComplimentaryMembers(manager: EntityManager): Promise<boolean> {
  const [row] = await manager.query<{ has: boolean }[]>(
    `select exists (select 1 from publishing.member_subscriptions
       where provider = 'complimentary' and status = 'active') as has`,
  );
  return row?.has ?? false;
}
