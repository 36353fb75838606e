import type { ImportedTable } from './export-limits';
import { withCurrentNames } from './former-names';
import type { ImportedRecord, ImportedTables } from './imported-row';
import { withoutPlaceholder } from './site-placeholder';

/** The rows of a table in batches, with the current names of columns. Ghost's placeholder for the URL of the site is replaced. */
export async function* rowsOf(
  tables: ImportedTables,
  table: ImportedTable,
  siteUrl: string,
): AsyncGenerator<ImportedRecord[]> {
  for await (const rows of tables.rows(table)) {
    yield rows.map((row) => withCurrentNames(table, withoutPlaceholder(row, siteUrl)));
  }
}

/** All rows of a table, as `rowsOf` returns them. Only for small tables. */
export async function allRowsOf(
  tables: ImportedTables,
  table: ImportedTable,
  siteUrl: string,
): Promise<ImportedRecord[]> {
  const all: ImportedRecord[] = [];
  for await (const rows of rowsOf(tables, table, siteUrl)) all.push(...rows);
  return all;
}
