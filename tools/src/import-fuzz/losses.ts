import type { ImportReport } from '@almanac/publishing';

/** Messages about rows of a file that are missing in its import report. @param rows the number of rows of each table in the file */
export function lossesOf(report: ImportReport, rows: Readonly<Record<string, number>>): string[] {
  const byTable = new Map(report.tables.map((table) => [table.table, table]));
  const unread = Object.entries(rows)
    .filter(([table, count]) => count !== (byTable.get(table)?.read ?? 0))
    .map(([table, count]) => `${table}: ${count} rows in the file, ${byTable.get(table)?.read ?? 0} in the report`);
  const unexplained = report.tables
    .map(({ table, read, stored, present, left_out: reasons }) => {
      const leftOut = reasons.reduce((sum, { rows: some }) => sum + some, 0);
      return { table, read, accounted: stored + present + leftOut };
    })
    .filter(({ read, accounted }) => read !== accounted)
    .map(({ table, read, accounted }) => `${table}: ${read} rows read, ${accounted} accounted for`);
  return [...unread, ...unexplained];
}
