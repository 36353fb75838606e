import type { DataSource, QueryRunner } from 'typeorm';
import { type ExportedTable, exportedTables, type ExportOptions } from './exported-tables';

/** The version in the file: a version of Ghost that can import this format. */
const FORMAT_VERSION = '3.0.3';
const ROWS_PER_STATEMENT = 200;

/**
 * The JSON of an export of the whole site in the format of Ghost, in pieces, from one snapshot of the database.
 * At most 200 rows are in memory at a time. The transaction of the snapshot ends when the generator does.
 */
export async function* exportContent(
  dataSource: DataSource,
  now: Date,
  options: ExportOptions,
): AsyncGenerator<string> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction('REPEATABLE READ');
  try {
    const meta = JSON.stringify({ exported_on: now.getTime(), version: FORMAT_VERSION });
    yield `{"db":[{"meta":${meta},"data":{`;
    let isFirst = true;
    for (const table of exportedTables(options)) {
      yield `${isFirst ? '' : ','}${JSON.stringify(table.name)}:[`;
      yield* rowsOf(runner, table);
      yield ']';
      isFirst = false;
    }
    yield '}}]}';
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

async function* rowsOf(
  runner: QueryRunner,
  { from, key, paging = { after: `${key} > $1`, order: '1' }, columns }: ExportedTable,
): AsyncGenerator<string> {
  if (from === undefined || key === undefined || columns === undefined) return;
  const fields = Object.entries(columns).map(([name, sql]) => `'${name}', ${sql}`);
  const statement = `select ${key} as key, json_build_object(${fields.join(', ')})::text as row from ${from}
    where ${paging.after} order by ${paging.order} limit ${ROWS_PER_STATEMENT}`;
  for (let after = '', isFirst = true; ; isFirst = false) {
    const rows: { key: string; row: string }[] = await runner.query(statement, [after]);
    if (rows.length > 0) yield (isFirst ? '' : ',') + rows.map(({ row }) => row).join(',');
    if (rows.length < ROWS_PER_STATEMENT) return;
    after = rows.at(-1)?.key ?? after;
  }
}
