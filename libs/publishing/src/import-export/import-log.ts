import { type ImportedTable, isImportedTable } from './export-limits';
import type {
  FieldReport,
  ImportProblem,
  ImportReport,
  ImportResult,
  LeftOutRows,
  ImportedPostChange,
  ImportedPostChangeKind,
  TableReport,
} from './import-report';
import type { ImportedRecord, ImportedTables } from './imported-row';

const MAX_PROBLEMS = 10_000;
const MAX_CHANGES = 1_000;
/** Limits the size of the report, because a file may have any number of column names. */
const MAX_FIELDS = 2_000;
const MAX_NAME_LENGTH = 200;

/** The newest version of Ghost whose format of exports is known. */
const NEWEST_KNOWN_VERSION = '6.10';

/** The kinds of rows in `ImportProblem.help`; a row of another table has the kind `Table`. */
const rowKinds: Partial<Record<string, string>> = {
  posts: 'Post',
  tags: 'Tag',
  users: 'User',
  members: 'Member',
  subscribers: 'Member',
  settings: 'Setting',
};

/** Collects the report of an import. Some lists are cut at a maximum length; the numbers count all rows. */
export class ImportLog {
  readonly #problems: ImportProblem[] = [];
  /** The number of problems that did not fit into the list. */
  #otherProblems = 0;
  readonly #tables = new Map<string, TableReport>();
  readonly #fields = new Map<string, FieldReport>();
  readonly #changes: ImportedPostChange[] = [];
  readonly #changeCounts = new Map<ImportedPostChangeKind, number>();
  readonly #warnings: string[] = [];
  /** The number of values whose columns did not fit into `#fields`. */
  #otherFields = 0;
  #failed = 0;

  constructor(private readonly file: Pick<ImportedTables, 'version' | 'totals'>) {
    for (const [name, read] of file.totals) {
      const table = shorten(name);
      this.#tables.set(table, { table, read, stored: 0, present: 0, left_out: [] });
    }
    if (isNewer(file.version)) {
      this.warn(
        `The file was written by Ghost ${shorten(file.version)}. The newest known version is ${NEWEST_KNOWN_VERSION}: ` +
          'columns and tables of later versions are in this report, and are not stored.',
      );
    }
  }

  /** Whether any row was stored. */
  get hasStored(): boolean {
    return [...this.#tables.values()].some(({ stored }) => stored > 0);
  }

  /** Adds a sentence about the whole file to the warnings. */
  warn(sentence: string): void {
    this.#warnings.push(sentence);
  }

  countStored(table: ImportedTable, rows = 1): void {
    const report = this.#tables.get(table);
    if (report) report.stored += rows;
  }

  /** Counts `stored` of `rows` as stored. The insert ignored the others, which count as left out for the reason. */
  countInserted(table: ImportedTable, { rows, stored }: { rows: number; stored: number }, reason: string): void {
    this.countStored(table, stored);
    if (rows > stored) this.leaveOut(table, reason, rows - stored);
  }

  /** Counts a row that the site already has. A post, tag, user or member is also added to the problems. */
  countPresent(table: ImportedTable, row: ImportedRecord): void {
    const report = this.#tables.get(table);
    if (report) report.present += 1;
    const kind = rowKinds[table];
    if (kind !== undefined && kind !== 'Setting') {
      this.addProblem(table, row, `The site already has the ${kind.toLowerCase()}.`);
    }
  }

  /** Counts all rows of a table that were not counted in another way. They count as rows that the site already has. */
  countRemainingAsPresent(table: ImportedTable): void {
    const report = this.#tables.get(table);
    if (report) report.present += uncountedOf(report);
  }

  /** Counts a row that cannot be stored, and adds it to the problems. */
  addFailedRow(table: ImportedTable, row: ImportedRecord, reason: string): void {
    this.#failed += 1;
    this.leaveOut(table, reason);
    this.addProblem(table, row, reason);
  }

  /** Counts rows that are left out for a reason. */
  leaveOut(table: string, reason: string, rows = 1): void {
    const leftOut = this.#tables.get(table)?.left_out;
    const known = leftOut?.find((one) => one.reason === reason);
    if (known) known.rows += rows;
    else leftOut?.push({ reason, rows } satisfies LeftOutRows);
  }

  /** Adds a sentence about one row to the problems. */
  addProblem(table: string, { id, slug, email, key }: ImportedRecord, message: string): void {
    const identifiers = { id, slug, email, key };
    const context = JSON.stringify(identifiers, (name, value: unknown) => shortenIdentifier(name, value));
    this.#add({ message, help: rowKinds[table] ?? 'Table', context });
  }

  /** Counts rows of a table as left out, because the actor may not import the table. Adds one problem for all of them. */
  leaveOutTable(table: ImportedTable, rows: number, reason: string): void {
    this.leaveOut(table, reason, rows);
    this.#add({ message: reason, help: 'Table', context: JSON.stringify({ table, rows }) });
  }

  /** Counts values of a column that the report mentions, e.g. because they were not stored as they are in the file. */
  countField(table: string, field: string, reason: string, values = 1): void {
    const key = `${table}\n${field}\n${reason}`;
    const known = this.#fields.get(key);
    if (known) known.values += values;
    else if (this.#fields.size < MAX_FIELDS) this.#fields.set(key, { table, field: shorten(field), reason, values });
    else this.#otherFields += values;
  }

  /** Adds a post that was stored, but not as it is in the file. With the change `content-unreadable`, it counts as failed. */
  addChange(change: ImportedPostChangeKind, row: ImportedRecord, slug: string, detail: string): void {
    this.addProblem('posts', { id: row.id, slug }, detail);
    if (change === 'content-unreadable') this.#failed += 1;
    this.#changeCounts.set(change, (this.#changeCounts.get(change) ?? 0) + 1);
    const id = typeof row.id === 'string' || typeof row.id === 'number' ? shorten(String(row.id)) : null;
    if (this.#changes.length < MAX_CHANGES) this.#changes.push({ change, id, slug, detail });
  }

  /** The finished report. Rows that were not counted before appear in it as left out. */
  result(): ImportResult {
    for (const report of this.#tables.values()) {
      const uncounted = uncountedOf(report);
      if (uncounted > 0) this.#leaveOutUncounted(report.table, uncounted);
    }
    if (this.#otherFields > 0)
      this.warn(`${this.#otherFields} values of other columns were not stored as they are in the file.`);
    const counts = [...this.#changeCounts].map(([change, posts]) => ({ change, posts }));
    const report: ImportReport = {
      file: { version: this.file.version, newest_known: NEWEST_KNOWN_VERSION },
      warnings: this.#warnings,
      tables: [...this.#tables.values()],
      fields: [...this.#fields.values()],
      posts: { counts, changes: this.#changes },
      failed: this.#failed,
    };
    return { problems: this.#allProblems(), report };
  }

  /** An uncounted row of an imported table is not a JSON object, so the parser skipped it. */
  #leaveOutUncounted(table: string, rows: number): void {
    const isImported = isImportedTable(table);
    if (isImported) this.#failed += rows;
    this.leaveOut(table, isImported ? 'The row cannot be read.' : 'Almanac does not store this table.', rows);
  }

  #add(problem: ImportProblem): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem);
    else this.#otherProblems += 1;
  }

  #allProblems(): ImportProblem[] {
    if (this.#otherProblems === 0) return this.#problems;
    const message = `Further problems, not listed: ${this.#otherProblems}.`;
    return [...this.#problems, { message, help: 'Import', context: '{}' }];
  }
}

function uncountedOf({ read, stored, present, left_out: leftOut }: TableReport): number {
  return read - stored - present - leftOut.reduce((sum, { rows }) => sum + rows, 0);
}

/** Whether the version is newer than the newest known one. */
function isNewer(version: string | null): boolean {
  const [major = 0, minor = 0] = (version ?? '').split('.').map(Number);
  const [knownMajor = 0, knownMinor = 0] = NEWEST_KNOWN_VERSION.split('.').map(Number);
  return major > knownMajor || (major === knownMajor && minor > knownMinor);
}

function shorten(text: string | null): string {
  return (text ?? '').slice(0, MAX_NAME_LENGTH);
}

/** Replacer of `JSON.stringify`: shortens strings and omits objects, because values of the file may have any length and type. */
function shortenIdentifier(name: string, value: unknown): unknown {
  if (typeof value === 'string') return shorten(value);
  return name !== '' && typeof value === 'object' ? undefined : value;
}
