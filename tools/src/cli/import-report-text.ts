import type { ImportResult } from '@almanac/publishing';

const SHOWN_PROBLEMS = 20;
const HEADINGS = ['table', 'read', 'stored', 'already present', 'not imported'];

/** The result of an import as a table and lists in plain text. */
export function importReportText({ problems, report }: ImportResult): string {
  const { file, warnings, tables, fields, posts, failed } = report;
  const leftOut = tables.flatMap(({ table, left_out }) =>
    left_out.map(({ reason, rows }) => `  ${table}: ${rows} × ${reason}`),
  );
  const changed = posts.counts.map((one) => `  ${one.change}: ${one.posts} ${one.posts === 1 ? 'post' : 'posts'}`);
  const dropped = fields.map(({ table, field, values, reason }) => `  ${table}.${field}: ${values} × ${reason}`);
  return [
    `The content has the format of ${file.version === null ? 'an unknown version of Ghost' : `Ghost ${file.version}`}.`,
    ...warnings.map((warning) => `Warning: ${warning}`),
    '',
    ...tableLines(report),
    ...section('Not imported, by reason:', leftOut),
    ...section('Values that were changed or not imported:', dropped),
    ...section('Posts that were changed:', changed),
    ...section('Rows with problems:', problemLines(problems)),
    '',
    lastLine(failed),
  ].join('\n');
}

function lastLine(failed: number): string {
  if (failed === 0) return 'Everything that could be imported was imported.';
  return failed === 1 ? 'One row or file could not be imported.' : `${failed} rows or files could not be imported.`;
}

function section(heading: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : ['', heading, ...lines];
}

function tableLines({ tables }: ImportResult['report']): string[] {
  const rows = tables.map(({ table, read, stored, present, left_out }) => {
    const left = left_out.reduce((sum, { rows: some }) => sum + some, 0);
    return [table, ...[read, stored, present, left].map(String)];
  });
  const lines = [HEADINGS, ...rows];
  const widths = HEADINGS.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join('  '),
  );
}

function problemLines(problems: ImportResult['problems']): string[] {
  const lines = problems
    .slice(0, SHOWN_PROBLEMS)
    .map(({ help, message, context }) => `  ${help}: ${message} ${context}`);
  const others = problems.length - SHOWN_PROBLEMS;
  return others > 0 ? [...lines, `  … and ${others} more; --json prints all.`] : lines;
}
