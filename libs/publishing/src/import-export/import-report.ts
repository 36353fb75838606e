import type { ImportedRecord } from './imported-row';

/** Something of a file that was left out or changed, and why. */
export interface ImportProblem {
  message: string;
  /** What kind of thing it is about, e.g. `Post`. */
  help: string;
  /** Which one: what identifies it, as JSON. */
  context: string;
}

const MAX_PROBLEMS = 10_000;

/** Collects what an import has to tell: the first 10,000 problems in full, the others as a number. */
export class ImportReport {
  readonly #problems: ImportProblem[] = [];
  #others = 0;

  get problems(): ImportProblem[] {
    if (this.#others === 0) return this.#problems;
    return [...this.#problems, { message: `${this.#others} more rows have problems.`, help: 'Import', context: '{}' }];
  }

  /** Notes a problem of one row. */
  note(kind: string, { id, slug, email, key }: ImportedRecord, message: string): void {
    this.#add({ message, help: kind, context: JSON.stringify({ id, slug, email, key }, shortened) });
  }

  /** Notes that a whole table was left out. */
  noteTable(table: string, rows: number, message: string): void {
    this.#add({ message, help: 'Table', context: JSON.stringify({ table, rows }) });
  }

  #add(problem: ImportProblem): void {
    if (this.#problems.length < MAX_PROBLEMS) this.#problems.push(problem);
    else this.#others += 1;
  }
}

const MAX_IDENTIFIER_LENGTH = 200;

/** What identifies a row comes from the file and may be of any length and kind. */
function shortened(name: string, value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, MAX_IDENTIFIER_LENGTH);
  return name !== '' && typeof value === 'object' ? undefined : value;
}
