import type { Actor } from '../permissions/actor';
import type { ImportExportService } from './import-export.service';
import type { ImportResult } from './import-report';
import type { ImportOptions } from './import-rights';
import type { ImportedFiles } from './imported-files';
import { withSmallHeap } from '../small-heap';
import { type ImportFile, spoolImportFile } from './spool-import-file';
import type { OnImportProgress } from './spooled-export';

export interface ImportFileOptions extends ImportOptions {
  /** Stores the uploaded files of an archive. */
  files: ImportedFiles;
  onProgress?: OnImportProgress;
}

/**
 * Imports a file: JSON, or an archive with JSON, uploaded files or both.
 * @returns what was stored, changed and left out of rows and files
 * @throws BadRequestError, ValidationError, RequestEntityTooLargeError for a file that cannot be read; NoPermissionError;
 * MaintenanceError while another import runs
 */
export async function importFile(
  importExport: ImportExportService,
  actor: Actor,
  file: ImportFile,
  { files, onProgress, ...options }: ImportFileOptions,
): Promise<ImportResult> {
  importExport.assertMayImport(actor, options);
  return withSmallHeap(async () => {
    const tables = await spoolImportFile(file, { files, onProgress });
    try {
      return files.addTo(await importExport.import(actor, tables, options));
    } finally {
      await tables.remove();
    }
  });
}
