import type { DataSource, QueryRunner } from 'typeorm';
import { type ExportedTable, exportedTables, type ExportOptions } from './exported-tables';

/** The version in the file: a version of Ghost that can import this format. */
const FORMAT_VERSION = '3.0.3';
const ROWS_PER_STATEMENT = 200;
/** A statement returns no further row after its rows reached this size, because a row of a post can have several megabytes. */
const BYTES_PER_STATEMENT = 2 * 1024 * 1024;
/**
 * The longest time in which the client may read nothing; an interval of PostgreSQL. The transaction runs no statement while a slow client
 * receives rows, so the limit of a minute for idle transactions would end its download. After this time, PostgreSQL ends the transaction.
 */
const MAX_CLIENT_PAUSE = '10min';

/**
 * The JSON of an export of the whole site in the format of Ghost, in pieces, from one snapshot of the database. A piece has the rows of
 * one statement: at most 200 rows, and at most 2 MB of values apart from the last row. The transaction of the snapshot ends when the
 * generator does.
 */
export async function* exportContent(
  dataSource: DataSource,
  now: Date,
  options: ExportOptions,
): AsyncGenerator<string> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction('REPEATABLE READ');
  try {
    await runner.query(`select set_config('idle_in_transaction_session_timeout', $1, true)`, [MAX_CLIENT_PAUSE]);
    const meta = JSON.stringify({ exported_on: now.getTime(), version: FORMAT_VERSION });
    yield `{"db":[{"meta":${meta},"data":{`;
    let isFirst = true;
    for (const planned of exportedTables(options)) {
      const table = await withoutNeedlessParts(runner, planned);
      if (table === null) continue;
      yield `${isFirst ? '' : ','}${JSON.stringify(table.name)}:[`;
      yield* rowsOf(runner, table);
      yield ']';
      isFirst = false;
    }
    yield '}}]}';
  } finally {
    try {
      await runner.rollbackTransaction();
    } finally {
      await runner.release();
    }
  }
}

/** The table without the columns that the export does not need; null if it does not need the table. See {@link ExportedTable}. */
async function withoutNeedlessParts(runner: QueryRunner, table: ExportedTable): Promise<ExportedTable | null> {
  const { from, columns = {}, leftOutIfDefault = {}, isLeftOutIfEmpty = false } = table;
  if (isLeftOutIfEmpty) {
    const rows: object[] = await runner.query(`select 1 from ${from} limit 1`);
    return rows.length > 0 ? table : null;
  }
  const names = Object.entries(leftOutIfDefault);
  if (names.length === 0) return table;
  const isNeeded = names.map(([name, value]) => `bool_or(t.${name} is distinct from ${value}) as "${name}"`);
  const [needed]: Record<string, boolean | null>[] = await runner.query(`select ${isNeeded.join(', ')} from ${from}`);
  const kept = Object.entries(columns).filter(([name]) => !(name in leftOutIfDefault) || needed?.[name]);
  return { ...table, columns: Object.fromEntries(kept) };
}

async function* rowsOf(runner: QueryRunner, table: ExportedTable): AsyncGenerator<string> {
  const statement = statementFor(table);
  if (statement === undefined) return;
  for (let after = '', isFirst = true; ; isFirst = false) {
    const rows: { key: string; row: string }[] = await runner.query(statement, [after]);
    if (rows.length === 0) return;
    yield (isFirst ? '' : ',') + rows.map(({ row }) => row).join(',');
    after = rows.at(-1)?.key ?? after;
  }
}

/**
 * The statement that reads the rows after the key `$1`; undefined for a table that Almanac does not have. PostgreSQL builds the JSON of
 * the returned rows only. It finds the size of a large string without reading the string.
 */
function statementFor({
  from,
  key,
  paging = { after: `${key} > $1`, order: '1' },
  columns,
}: ExportedTable): string | undefined {
  if (from === undefined || key === undefined || columns === undefined) return undefined;
  const names = Object.keys(columns);
  const values = Object.entries(columns).map(([name, sql]) => `${sql} as "${name}"`);
  const bytes = names.map((name) => `coalesce(octet_length("${name}"::text), 0)::bigint`);
  return `select page_key as key, json_build_object(${names.map((name) => `'${name}', "${name}"`).join(', ')})::text as row
    from (
      select *, sum(${bytes.join(' + ')}) over (order by page_key rows between unbounded preceding and 1 preceding) as bytes_before
      from (
        select ${key} as page_key, ${values.join(', ')} from ${from}
        where ${paging.after} order by ${paging.order} limit ${ROWS_PER_STATEMENT}
      ) page
    ) sized
    where bytes_before is null or bytes_before < ${BYTES_PER_STATEMENT} order by page_key`;
}
