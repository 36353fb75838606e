import { createReadStream } from 'node:fs';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { EventLoopPause } from './event-loop-pause';
import type { ImportedTable } from './export-limits';
import { ExportParser } from './export-parser';
import type { ImportedRecord, ImportedTables } from './imported-row';

/** The limits of a batch, see `rows`. */
const BATCH_ROWS = 200;
const BATCH_CHARACTERS = 250_000;
const READ_BYTES = 256 * 1024;

/** The progress of an import. */
export interface ImportProgress {
  /** The step: the file is read, uploaded files are stored, or the rows of a table are written. */
  step: 'read' | 'files' | ImportedTable;
  /** The number of rows that the step has processed so far; in the step `files`, of files. */
  rows: number;
  /** The number of all rows (or files) of the step, if known. */
  total?: number;
  /** The bytes of the JSON that were read; only in the step `read`. */
  bytes?: number;
}

export type OnImportProgress = (progress: ImportProgress) => void;

/**
 * The rows of an export in temporary files, one for each imported table: the tables of an export may be in any order, and an export may
 * be larger than the memory. The caller has to call `remove` in the end.
 */
export class SpooledExport implements ImportedTables {
  /** The number of rows in the temporary file of each table. */
  readonly #counts = new Map<ImportedTable, number>();
  /** The number of rows of every table of the export. */
  readonly totals = new Map<string, number>();
  version: string | null = null;

  private constructor(
    private readonly folder: string,
    private readonly onProgress: OnImportProgress,
  ) {}

  /** @param onProgress called while the file is read, and while its rows are imported */
  static async create(onProgress: OnImportProgress = () => undefined): Promise<SpooledExport> {
    return new SpooledExport(await mkdtemp(join(tmpdir(), 'almanac-import-')), onProgress);
  }

  /**
   * Reads the JSON of an export from a stream into the temporary files.
   * @throws BadRequestError, RequestEntityTooLargeError, ValidationError
   */
  async fill(stream: Readable): Promise<void> {
    const lines = new Map<ImportedTable, string[]>();
    const parser = new ExportParser((table, row) => {
      const tableLines = lines.get(table) ?? [];
      lines.set(table, tableLines);
      tableLines.push(JSON.stringify(row));
    });
    const pause = new EventLoopPause();
    let bytes = 0;
    for await (const chunk of stream) {
      parser.write(chunk as Uint8Array);
      bytes += (chunk as Uint8Array).length;
      await this.#append(lines);
      this.onProgress({ step: 'read', rows: parser.rows, bytes });
      await pause.yieldIfDue();
    }
    parser.end();
    await this.#append(lines);
    this.version = parser.version;
    for (const [table, rows] of parser.rowsByTable) this.totals.set(table, rows);
  }

  count(table: ImportedTable): number {
    return this.#counts.get(table) ?? 0;
  }

  /** The rows of a table in batches. A batch ends after 200 rows, or with the row that reaches 250,000 characters. */
  async *rows(table: ImportedTable): AsyncGenerator<ImportedRecord[]> {
    if (this.count(table) === 0) return;
    let batch: ImportedRecord[] = [];
    let characters = 0;
    let rowsDone = 0;
    for await (const line of this.#linesOf(table)) {
      batch.push(JSON.parse(line) as ImportedRecord);
      characters += line.length;
      if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
      yield batch;
      rowsDone += batch.length;
      this.onProgress({ step: table, rows: rowsDone, total: this.count(table) });
      batch = [];
      characters = 0;
    }
    if (batch.length > 0) yield batch;
    this.onProgress({ step: table, rows: this.count(table), total: this.count(table) });
  }

  /** Deletes the temporary files. */
  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }

  async *#linesOf(table: ImportedTable): AsyncGenerator<string> {
    const stream = createReadStream(this.#pathOf(table), { encoding: 'utf8', highWaterMark: READ_BYTES });
    let rest: string[] = [];
    for await (const chunk of stream) {
      const pieces = String(chunk).split('\n');
      const last = pieces.pop() ?? '';
      for (const piece of pieces) {
        yield rest.join('') + piece;
        rest = [];
      }
      rest.push(last);
    }
  }

  async #append(lines: Map<ImportedTable, string[]>): Promise<void> {
    for (const [table, tableLines] of lines) {
      await appendFile(this.#pathOf(table), `${tableLines.join('\n')}\n`, { mode: 0o600 });
      this.#counts.set(table, this.count(table) + tableLines.length);
    }
    lines.clear();
  }

  #pathOf(table: ImportedTable): string {
    return join(this.folder, `${table}.ndjson`);
  }
}
