import { Logger } from '@almanac/platform';
import {
  type Actor,
  importRunningError,
  ImportedFiles,
  ImportExportService,
  importFile,
  type ImportFile,
  type ImportOptions,
  type ImportProgress,
  type ImportResult,
  type OnImportProgress,
} from '@almanac/publishing';
import { ContentFiles } from '@almanac/storage';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { importCancelledError } from './import-cancelled-error';

const LOG_INTERVAL_MS = 5_000;

/** Imports uploaded site exports. Each import uses a temporary folder and a connection, so a process runs only one import at a time. */
@Injectable()
export class SiteImports implements OnModuleDestroy {
  #isReserved = false;
  #isStopping = false;

  constructor(
    private readonly importExport: ImportExportService,
    private readonly files: ContentFiles,
    private readonly logger: Logger,
  ) {}

  /**
   * Reserves this process for one import.
   * @returns a function that ends the reservation
   * @throws MaintenanceError while the process is reserved for another import
   */
  reserve(): () => void {
    if (this.#isReserved) throw importRunningError();
    this.#isReserved = true;
    return () => (this.#isReserved = false);
  }

  /**
   * Imports a file. Call `reserve` first.
   * @returns which rows and uploaded files were stored, changed and left out
   * @throws BadRequestError, ValidationError, RequestEntityTooLargeError for a file that cannot be imported; NoPermissionError;
   *   MaintenanceError while another replica runs an import, or if this process stops during the import
   */
  async run(
    actor: Actor,
    file: ImportFile,
    options: ImportOptions & { onProgress?: OnImportProgress },
  ): Promise<ImportResult> {
    const log = this.#logProgress();
    const result = await importFile(this.importExport, actor, file, {
      ...options,
      files: new ImportedFiles((area, path, content) => this.files.addAs(area, path, content)),
      onProgress: (progress) => {
        // An error of this function ends the import, and its transaction is rolled back.
        if (this.#isStopping) throw importCancelledError();
        log(progress);
        options.onProgress?.(progress);
      },
    });
    this.logger.info('Import finished', { problems: result.problems.length, failed: result.report.failed });
    return result;
  }

  /** Cancels the running import, before the service waits for requests and imports to end. */
  onModuleDestroy(): void {
    this.#isStopping = true;
  }

  /** Returns a function that logs the start of each step, and its progress at most every 5 seconds. */
  #logProgress(): (progress: ImportProgress) => void {
    let step = '';
    let loggedAt = 0;
    return (progress) => {
      const now = performance.now();
      if (progress.step === step && now - loggedAt < LOG_INTERVAL_MS) return;
      step = progress.step;
      loggedAt = now;
      this.logger.info('Import in progress', { ...progress });
    };
  }
}
