import { AlmanacError } from '@almanac/errors';
import type { Readable } from 'node:stream';
import type { FileArea } from './archive-entries';
import type { ImportProblem, ImportResult, TableReport } from './import-report';

/**
 * Stores an uploaded file under its path in the old site, unless a file with this path exists.
 * @throws AlmanacError with a status below 500 for a file that is not accepted
 */
export type StoreFile = (
  area: FileArea,
  path: string,
  content: Readable,
) => Promise<'stored' | 'exists' | 'unsupported name'>;

interface AreaCounts {
  read: number;
  stored: number;
  present: number;
  /** The number of files that were left out, by reason. */
  leftOut: Map<string, number>;
}

/** For each area, the value of `ImportProblem.help` for its files. */
const fileKinds: Record<FileArea, string> = { images: 'Image', media: 'Media', files: 'File' };
/** The maximum number of files with a problem that the result names. Further ones are only counted. */
const MAX_PROBLEMS = 1_000;

/** Stores the uploaded files of an import and counts the results. */
export class ImportedFiles {
  readonly #counts = new Map<FileArea, AreaCounts>();
  readonly #problems: ImportProblem[] = [];
  readonly #warnings: string[] = [];
  #failed = 0;

  constructor(private readonly storeFile: StoreFile) {}

  /** Stores a file. A file that is not accepted is counted as failed, with the reason; other errors are thrown. */
  async store(area: FileArea, path: string, content: Readable): Promise<void> {
    const counts = this.#countsOf(area);
    counts.read += 1;
    try {
      const outcome = await this.storeFile(area, path, content);
      if (outcome === 'stored') counts.stored += 1;
      else if (outcome === 'exists') counts.present += 1;
      else this.#leaveOut(area, path, 'The name of the file is not supported.');
    } catch (error) {
      if (!(error instanceof AlmanacError) || error.status >= 500) throw error;
      this.#leaveOut(area, path, error.message, error.context);
    } finally {
      content.destroy();
    }
  }

  /** Counts a file that the site already has. */
  countPresent(area: FileArea): void {
    const counts = this.#countsOf(area);
    counts.read += 1;
    counts.present += 1;
  }

  /** Counts a file of the old site that could not be read. */
  countUnreadable(area: FileArea, path: string, reason: string): void {
    this.#countsOf(area).read += 1;
    this.#leaveOut(area, path, reason);
  }

  /** Adds a sentence about the whole import to the warnings. */
  warn(sentence: string): void {
    this.#warnings.push(sentence);
  }

  /** Adds a warning about files of an archive that are not imported. @param path of the only file, or of the folder of the files */
  warnNotImported(path: string, files: number): void {
    const subject = files === 1 ? `The file ${path} was` : `The ${files} files in ${path} were`;
    this.warn(`${subject} not imported.`);
  }

  /** @returns the result of an import of rows, plus the counts, problems and warnings of the files */
  addTo({ problems, report }: ImportResult): ImportResult {
    return {
      problems: [...this.#problems, ...problems],
      report: {
        ...report,
        warnings: [...report.warnings, ...this.#warnings],
        tables: [...report.tables, ...[...this.#counts].map(tableOf)],
        failed: report.failed + this.#failed,
      },
    };
  }

  #countsOf(area: FileArea): AreaCounts {
    const counts = this.#counts.get(area) ?? { read: 0, stored: 0, present: 0, leftOut: new Map<string, number>() };
    this.#counts.set(area, counts);
    return counts;
  }

  #leaveOut(area: FileArea, path: string, reason: string, detail?: string): void {
    const { leftOut } = this.#countsOf(area);
    this.#failed += 1;
    leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    if (this.#problems.length === MAX_PROBLEMS) return;
    const message = [reason, detail].filter(Boolean).join(' ');
    this.#problems.push({ message, help: fileKinds[area], context: JSON.stringify({ path }) });
  }
}

function tableOf([area, { read, stored, present, leftOut }]: [FileArea, AreaCounts]): TableReport {
  const reasons = [...leftOut].map(([reason, rows]) => ({ reason, rows }));
  return { table: `content/${area}`, read, stored, present, left_out: reasons };
}
