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
  /** Called while the file is read, and while its rows are imported. */
  onProgress?: OnImportProgress;
}

/**
 * Imports a file: an export as JSON, or a ZIP archive with an export, uploaded files or both.
 * @returns the report: the rows and files that were stored, changed and left out
 * @throws BadRequestError, ValidationError, RequestEntityTooLargeError for a file that cannot be imported; NoPermissionError;
 * MaintenanceError while another import runs
 */
export async function importFile(
  importExport: ImportExportService,
  actor: Actor,
  file: ImportFile,
  { files, onProgress, ...options }: ImportFileOptions,
): Promise<ImportResult> {
  importExport.assertMayImport(actor, options);
  // An import creates much garbage. V8 collects it earlier during this call, unless the heap is already large.
  return withSmallHeap(async () => {
    const tables = await spoolImportFile(file, { files, onProgress });
    try {
      return files.addTo(await importExport.import(actor, tables, options));
    } finally {
      await tables.remove();
    }
  });
}
