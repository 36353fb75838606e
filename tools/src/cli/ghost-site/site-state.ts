import { ValidationError } from '@almanac/errors';
import { createReadStream } from 'node:fs';
import { appendFile, mkdir, readdir, readFile, rename, rm, rmdir, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { types } from 'node:util';
import type { SourceRecord, SourceRows } from './site-rows';

/** How far a resource was read: the id of the last record, the number of records, and whether all were read. */
export interface ResourceState {
  lastId: string | null;
  records: number;
  isDone: boolean;
}

interface StoredState {
  /** The URL of the site. */
  source: string;
  resources: Record<string, ResourceState>;
  /** The size of each table's file in bytes, without rows of an incomplete page of results. */
  tables: Record<string, number>;
  warnings: string[];
}

/** Characters that JSON allows in strings. From Node 24 on, `readline` splits lines at them, so they are escaped. */
const LINE_SEPARATORS = /[\u2028\u2029]/g;
const START: ResourceState = { lastId: null, records: 0, isDone: false };

/**
 * The rows that were read from a site, in a folder with a file for each table and a file with the positions. A page of results is complete
 * when its position is stored. So after an interruption, the next run neither misses rows nor stores them twice.
 */
export class SiteState {
  private constructor(
    private readonly folder: string,
    private readonly state: StoredState,
  ) {}

  /**
   * Opens the folder of an earlier run, or creates it.
   * @param source the URL of the site
   * @throws ValidationError when the folder belongs to another site
   */
  static async open(folder: string, source: string): Promise<SiteState> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const state = (await storedState(folder)) ?? { source, resources: {}, tables: {}, warnings: [] };
    if (state.source !== source) {
      throw new ValidationError(`${folder} belongs to the import of ${state.source}.`, {
        help: 'Choose another folder with --state, or delete this folder.',
      });
    }
    const opened = new SiteState(folder, state);
    await opened.#dropIncompletePages();
    return opened;
  }

  get tables(): string[] {
    return Object.keys(this.state.tables);
  }

  get warnings(): readonly string[] {
    return this.state.warnings;
  }

  stateOf(resource: string): ResourceState {
    return this.state.resources[resource] ?? START;
  }

  /** Stores the rows of one page of results, then its position. @param rowsOfRecords the rows of each record of the page */
  async add(resource: string, position: ResourceState, rowsOfRecords: readonly SourceRows[]): Promise<void> {
    for (const [table, rows] of byTable(rowsOfRecords)) {
      if (rows.length === 0) continue;
      const text = rows.map(lineOf).join('');
      const bytes = this.state.tables[table];
      // If the state does not have the table, a file can exist with rows of an interrupted run. It is replaced.
      const write = bytes === undefined ? writeFile : appendFile;
      await write(this.#pathOf(table), text, { mode: 0o600 });
      this.state.tables[table] = (bytes ?? 0) + Buffer.byteLength(text);
    }
    this.state.resources[resource] = position;
    await this.#store();
  }

  /** Stores a warning, once. */
  async warn(sentence: string): Promise<void> {
    if (this.state.warnings.includes(sentence)) return;
    this.state.warnings.push(sentence);
    await this.#store();
  }

  /** The rows of a table as JSON, one by one. Rows of tables in `sharedTables` are returned once for each id. */
  async *rowsOf(table: string): AsyncGenerator<string> {
    const shared = sharedTables.has(table) ? new Set<unknown>() : undefined;
    for await (const line of createInterface({ input: createReadStream(this.#pathOf(table)) })) {
      if (shared !== undefined) {
        const { id } = JSON.parse(line) as SourceRecord;
        if (shared.has(id)) continue;
        shared.add(id);
      }
      yield line;
    }
  }

  /** Deletes the files of the state, and the folder unless it contains other files. */
  async remove(): Promise<void> {
    const files = [...this.tables.map((table) => this.#pathOf(table)), join(this.folder, STATE_FILE)];
    for (const file of files) await rm(file, { force: true });
    if ((await readdir(this.folder)).length === 0) await rmdir(this.folder);
  }

  async #dropIncompletePages(): Promise<void> {
    for (const [table, bytes] of Object.entries(this.state.tables)) {
      const path = this.#pathOf(table);
      if ((await stat(path)).size > bytes) await truncate(path, bytes);
    }
  }

  /** Writes a new file and renames it, so that a killed run leaves the complete old file or the complete new one. */
  async #store(): Promise<void> {
    const path = join(this.folder, STATE_FILE);
    await writeFile(`${path}.new`, JSON.stringify(this.state), { mode: 0o600 });
    await rename(`${path}.new`, path);
  }

  #pathOf(table: string): string {
    return join(this.folder, `${table}.ndjson`);
  }
}

const STATE_FILE = 'state.json';
/** Tables whose rows the Admin API repeats, e.g. a label in each member that has the label. */
const sharedTables: ReadonlySet<string> = new Set(['roles', 'labels', 'newsletters', 'products']);

async function storedState(folder: string): Promise<StoredState | undefined> {
  try {
    return JSON.parse(await readFile(join(folder, STATE_FILE), 'utf8')) as StoredState;
  } catch (error) {
    if (types.isNativeError(error) && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function lineOf(row: SourceRecord): string {
  const escape = (separator: string): string => `\\u${separator.charCodeAt(0).toString(16)}`;
  return `${JSON.stringify(row).replace(LINE_SEPARATORS, escape)}\n`;
}

function byTable(rowsOfRecords: readonly SourceRows[]): Map<string, SourceRecord[]> {
  const tables = new Map<string, SourceRecord[]>();
  for (const rowsOfRecord of rowsOfRecords) {
    for (const [table, rows = []] of Object.entries(rowsOfRecord))
      tables.set(table, [...(tables.get(table) ?? []), ...rows]);
  }
  return tables;
}
