import { ValidationError } from '@almanac/errors';
import {
  ImportedFiles,
  ImportExportService,
  importFile,
  type ImportFile,
  type ImportResult,
  oldSiteUrlFrom,
  systemActor,
} from '@almanac/publishing';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type CommandContext, withPublishingSchema } from './command-context';
import { importReportText } from './import-report-text';
import { contentOf } from './imported-content';
import { publishingContext } from './publishing-context';

export interface ImportSiteOptions {
  /** Whether staff get the roles, statuses and password hashes of the file. */
  keepStaffAccess?: boolean;
  /** The URL of the site that wrote the file: imported URLs that begin with it become relative. */
  siteUrl?: string;
}

/**
 * `almanac import <file>`: imports an export of Ghost or Almanac: a JSON file, or a zip archive with JSON, uploaded files or both. If the
 * same file is imported again, nothing changes.
 * @returns false when rows or files could not be imported
 * @throws BadRequestError, RequestEntityTooLargeError, ValidationError when the file is not an export
 */
export async function importSite(context: CommandContext, path: string, options: ImportSiteOptions): Promise<boolean> {
  const totalBytes = await sizeOfFile(path);
  const oldSiteUrl = options.siteUrl === undefined ? undefined : oldSiteUrlFrom(options.siteUrl);
  const result = await withPublishingSchema(context, (dataSource) => {
    const contents = new ImportExportService(publishingContext(dataSource, context.configuration.siteUrl));
    const file: ImportFile = { filename: basename(path), path };
    return importFile(contents, systemActor, file, {
      keepsStaffAccess: options.keepStaffAccess ?? false,
      oldSiteUrl,
      files: new ImportedFiles(contentOf(context, dataSource).store),
      onProgress: (progress) =>
        context.progress(progress.step === 'read' && isJson(path) ? { ...progress, totalBytes } : progress),
    });
  });
  return printResult(context, result);
}

/** Prints the result of an import. @returns false when rows or files could not be imported */
export function printResult({ output }: CommandContext, result: ImportResult): boolean {
  output.print(result, importReportText(result));
  return result.report.failed === 0;
}

function isJson(path: string): boolean {
  return path.toLowerCase().endsWith('.json');
}

/** The size of a file in bytes. @throws ValidationError when the file does not exist, cannot be read or is not a file */
async function sizeOfFile(path: string): Promise<number> {
  const found = await stat(path).catch((cause: NodeJS.ErrnoException) => {
    const reason = cause.code === 'ENOENT' ? 'There is no such file' : `It cannot be read (${cause.code})`;
    throw new ValidationError(`Cannot import ${path}. ${reason}.`, { cause });
  });
  if (!found.isFile()) throw new ValidationError(`Cannot import ${path}. It is not a file.`);
  return found.size;
}
