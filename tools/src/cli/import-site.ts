import { ValidationError } from '@almanac/errors';
import {
  ImportExportService,
  importedTables,
  type ImportedTable,
  spoolImportFile,
  systemActor,
} from '@almanac/publishing';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type CommandContext, onPublishing } from './command-context';
import { publishingContext } from './publishing-context';

export interface ImportSiteOptions {
  /** Staff keep the roles, statuses and password hashes of the file. */
  keepStaffAccess?: boolean;
}

/**
 * `almanac import <file>`: adds the content of an export of Ghost 2.x, Ghost 3.x or Almanac. Importing the same file again
 * changes nothing. Images in an archive are ignored, because only the Admin API stores images.
 * @throws BadRequestError, RequestEntityTooLargeError, ValidationError when the file is not an export
 */
export async function importSite(
  context: CommandContext,
  file: string,
  { keepStaffAccess = false }: ImportSiteOptions,
): Promise<void> {
  await assertIsFile(file);
  let images = 0;
  const takeImage = async (): Promise<void> => void (images += 1);
  const source = { filename: basename(file), stream: createReadStream(file) };
  const tables = await spoolImportFile(source, { takeImage, onProgress: context.progress });
  try {
    const { problems, report } = await onPublishing(context, (dataSource) =>
      new ImportExportService(publishingContext(dataSource, context.configuration.siteUrl)).import(
        systemActor,
        tables,
        {
          keepsStaffAccess: keepStaffAccess,
        },
      ),
    );
    const names = Object.keys(importedTables) as ImportedTable[];
    const rows = names.reduce((sum, name) => sum + tables.count(name), 0);
    const lines = problems.map(({ message, context: where }) => `- ${message}${where ? ` (${where})` : ''}`);
    if (images > 0)
      lines.push(`- ${images} images were not imported: import the archive through the Admin API to store them.`);
    context.output.result(
      { rows, imagesLeftOut: images, problems, report },
      [`Read ${rows} rows; ${problems.length} problems.`, ...lines].join('\n'),
    );
  } finally {
    await tables.remove();
  }
}

/** @throws ValidationError */
async function assertIsFile(file: string): Promise<void> {
  const found = await stat(file).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'There is no such file' : `It cannot be read (${cause.code})`;
    throw new ValidationError(`Cannot import ${file}. ${reason}.`, { cause });
  });
  if (!found.isFile()) throw new ValidationError(`Cannot import ${file}. It is not a file.`);
}
