import { ImportExportService, parseExport, systemActor } from '@almanac/publishing';
import { readFile } from 'node:fs/promises';
import { type CommandContext, onPublishing } from './command-context';
import { publishingContext } from './publishing-context';

/**
 * `almanac import <file>`: adds what an export of Ghost 2.x or 3.x, or of ours, holds; the same file again changes nothing.
 * @throws BadRequestError, ValidationError when the file is no export
 */
export async function importSite(context: CommandContext, file: string): Promise<void> {
  const tables = parseExport(await readFile(file, 'utf8'));
  const problems = await onPublishing(context, (source) =>
    new ImportExportService(publishingContext(source, context.configuration.siteUrl)).import(systemActor, tables),
  );
  const rows = Object.values(tables).reduce((sum, table) => sum + (table?.length ?? 0), 0);
  const lines = problems.map(({ message, context: where }) => `- ${message}${where ? ` (${where})` : ''}`);
  context.output.result({ rows, problems }, [`Read ${rows} rows; ${problems.length} left out.`, ...lines].join('\n'));
}
