import { isPayingSql, queryPrepared } from '@almanac/entities';
import { type ApiVersion, memberDefinition } from '@almanac/resource-fields';
import type { EntityManager } from 'typeorm';
import { csvInstant, csvText } from '../columns/csv-columns';

const CHUNK_ROWS = 5_000;

const COMPLIMENTARY_PLAN = `case when exists (select 1 from publishing.member_subscriptions s
  where s.member_id = m.id and s.provider = 'complimentary' and s.status = 'active') then 'true' else '' end`;

const CUSTOMER = `left join lateral (
  select s.provider_customer_id as id from publishing.member_subscriptions s
  where s.member_id = m.id and s.provider_customer_id is not null order by s.created_at, s.id limit 1) customer on true`;

/** The names of the labels in one cell. A name with a comma or quote is quoted within the cell, so that an import reads it as one name. */
const LABELS = `left join lateral (
  select string_agg(case when l.name ~ '[",]' then '"' || replace(l.name, '"', '""') || '"' else l.name end, ','
    order by ml.sort_order, l.name) as names
  from publishing.members_labels ml join publishing.labels l on l.id = ml.label_id where ml.member_id = m.id) label on true`;

/** SQL for each cell, over `publishing.members m`, by CSV column. */
const cells = {
  id: 'm.id',
  email: csvText('m.email'),
  name: csvText('m.name'),
  note: csvText('m.note'),
  subscribed_to_emails: 'm.subscribed::text',
  complimentary_plan: COMPLIMENTARY_PLAN,
  stripe_customer_id: csvText('customer.id'),
  created_at: csvInstant('m.created_at'),
  // Always empty, because Almanac does not store deleted members.
  deleted_at: `''`,
  labels: csvText('label.names'),
  tiers: `case when ${isPayingSql('m.id')} then 'Paid' else '' end`,
} as const;

type Column = keyof typeof cells;

/** The columns of Ghost 3; {@link furtherColumns} are added to them. */
const ghost3Columns: readonly Column[] = ['id', 'email', 'name', 'note', 'created_at', 'deleted_at'];
/** The columns of Ghost 5. */
const ghost5Columns = Object.keys(cells) as readonly Column[];

export interface MemberExportOptions {
  /** The maximum number of members; all when absent. */
  limit?: number;
  /** Whether the API version of the request has a field that came with the version `since`. */
  hasField: (field: { readonly since: ApiVersion }) => boolean;
}

/** CSV lines (null if there are none), their number, and the id of the last member. */
interface Chunk {
  lines: string | null;
  count: number;
  lastId: string;
}

/** The columns and rows that the next chunk contains. */
interface ChunkRange {
  columns: readonly Column[];
  /** The id of the last member of the previous chunk; empty for the first chunk. */
  after: string;
  /** The maximum number of further rows. */
  left: number;
}

/**
 * Yields members as CSV in the order of their ids, in chunks, so that at most two chunks are in memory. From API version 5 on, an
 * export has every column. In older versions it has the columns of Ghost 3, and a column for complimentary plans, newsletter subscriptions
 * or labels only if an import without it would lose a value.
 */
export async function exportMembers(
  manager: EntityManager,
  { limit = Infinity, hasField }: MemberExportOptions,
): Promise<AsyncGenerator<string>> {
  // Since v5, members have the field `subscribed`.
  const isComplete = hasField(memberDefinition.fields.subscribed);
  const columns = isComplete ? ghost5Columns : [...ghost3Columns, ...(await furtherColumns(manager))];
  return chunksOf(manager, columns, limit);
}

async function* chunksOf(manager: EntityManager, columns: readonly Column[], limit: number): AsyncGenerator<string> {
  yield `${columns.join(',')}\r\n`;
  let left = limit;
  let reading = readChunk(manager, { columns, after: '', left });
  for (;;) {
    const { lines, count, lastId } = await reading;
    left -= count;
    const isLast = count < CHUNK_ROWS || left <= 0;
    if (!isLast) {
      // PostgreSQL reads the next chunk while this one is sent.
      reading = readChunk(manager, { columns, after: lastId, left });
      // `await reading` throws the error. If the consumer stops before, the error must not be an unhandled rejection.
      reading.catch(() => undefined);
    }
    if (lines !== null) yield lines;
    if (isLast) return;
  }
}

/** Reads the next chunk. PostgreSQL formats the lines, which saves work in this process. */
async function readChunk(manager: EntityManager, { columns, after, left }: ChunkRange): Promise<Chunk> {
  const line = columns.map((column) => cells[column]).join(` || ',' || `);
  const joins = [
    ...(columns.includes('labels') ? [LABELS] : []),
    ...(columns.includes('stripe_customer_id') ? [CUSTOMER] : []),
  ];
  const text = `select string_agg(line, '' order by id) as lines, count(*)::int as count, max(id) as "lastId" from (
    select m.id, ${line} || e'\\r\\n' as line
    from publishing.members m ${joins.join(' ')} where m.id > $1 order by m.id limit $2) chunk`;
  // Each combination of columns needs its own name. It has one digit per column, because PostgreSQL limits the length of names.
  const name = `export_members_${ghost5Columns.map((column) => (columns.includes(column) ? 1 : 0)).join('')}`;
  const [chunk] = await queryPrepared<Chunk>(manager, { name, text }, [after, Math.min(CHUNK_ROWS, left)]);
  return chunk ?? { lines: null, count: 0, lastId: after };
}

/** The columns of later versions without which an import would lose a value. */
async function furtherColumns(manager: EntityManager): Promise<Column[]> {
  const [row] = await manager.query<{ hasPlans: boolean; hasUnsubscribed: boolean; hasLabels: boolean }[]>(
    `select exists (select 1 from publishing.member_subscriptions
         where provider = 'complimentary' and status = 'active') as "hasPlans",
       exists (select 1 from publishing.members where not subscribed) as "hasUnsubscribed",
       exists (select 1 from publishing.members_labels) as "hasLabels"`,
  );
  const further: [boolean | undefined, Column][] = [
    [row?.hasPlans, 'complimentary_plan'],
    [row?.hasUnsubscribed, 'subscribed_to_emails'],
    [row?.hasLabels, 'labels'],
  ];
  return further.flatMap(([isNeeded, column]) => (isNeeded ? [column] : []));
}
