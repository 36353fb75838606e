import type { ImportedRecord } from './imported-row';

/** A row of a file that was ignored or changed, with the reason. */
export interface ImportProblem {
  message: string;
  /** The kind of row, e.g. `Post`. */
  help: string;
  /** The identifying fields of the row, as JSON. */
  context: string;
}

const MAX_PROBLEMS = 10_000;

/** Collects the problems of an import: the first 10,000 in full, the others as a number. */
export class ImportReport {
  readonly #problems: ImportProblem[] = [];
  #others = 0;

  get problems(): ImportProblem[] {
    if (this.#others === 0) return this.#problems;
    return [...this.#problems, { message: `${this.#others} more rows have problems.`, help: 'Import', context: '{}' }];
  }

  /** Adds a problem of one row. */
  note(kind: string, { id, slug, email, key }: ImportedRecord, message: string): void {
    this.#add({ message, help: kind, context: JSON.stringify({ id, slug, email, key }, shortened) });
  }

  /** Adds an ignored table. */
  noteTable(table: string, rows: number, message: string): void {
    this.#add({ message, help: 'Table', context: JSON.stringify({ table, rows }) });
  }

  #add(problem: ImportProblem): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem);
    else this.#others += 1;
  }
}

const MAX_IDENTIFIER_LENGTH = 200;

/** Values of the file may have any length and type. */
function shortened(name: string, value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_IDENTIFIER_LENGTH);
  return name !== '' && typeof value === 'object' ? undefined : value;
}
