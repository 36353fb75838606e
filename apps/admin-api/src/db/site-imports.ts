import { Logger } from '@almanac/platform';
import {
  type Actor,
  anotherImportRuns,
  ImportExportService,
  type ImportFile,
  type ImportOptions,
  type ImportProblem,
  type ImportProgress,
  type ImportResult,
  spoolImportFile,
  type TakeImage,
} from '@almanac/publishing';
import { ContentFiles } from '@almanac/storage';
import { Injectable } from '@nestjs/common';
import { Readable } from 'node:stream';
import { storeImportedFile } from './store-imported-file';

const LOG_INTERVAL_MS = 5_000;

/** Imports uploaded site exports, one at a time per process: each import uses a temporary folder and a connection. */
@Injectable()
export class SiteImports {
  #isRunning = false;

  constructor(
    private readonly contents: ImportExportService,
    private readonly files: ContentFiles,
    private readonly logger: Logger,
  ) {}

  /**
   * Imports an uploaded file.
   * @returns what was stored, changed and left out; its problems contain those of images
   * @throws MaintenanceError while another import runs; ValidationError for a file that cannot be read
   */
  async run(actor: Actor, file: ImportFile, options: ImportOptions): Promise<ImportResult> {
    if (this.#isRunning) throw anotherImportRuns();
    this.#isRunning = true;
    try {
      return await this.#import(actor, file, options);
    } finally {
      this.#isRunning = false;
    }
  }

  async #import(actor: Actor, file: ImportFile, options: ImportOptions): Promise<ImportResult> {
    const problems: ImportProblem[] = [];
    const takeImage: TakeImage = async (path, bytes) => {
      const problem = await storeImportedFile(this.files, 'images', path, Readable.from([bytes]));
      if (problem) problems.push(problem);
    };
    const tables = await spoolImportFile(file, { takeImage, onProgress: this.#logProgress() });
    try {
      const result = await this.contents.import(actor, tables, options);
      problems.push(...result.problems);
      this.logger.info('Import finished', { problems: problems.length, failed: result.report.failed });
      return { ...result, problems };
    } finally {
      await tables.remove();
    }
  }

  /** Logs the start of each step, and its progress every 5 s. */
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
