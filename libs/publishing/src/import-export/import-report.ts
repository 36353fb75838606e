import type { ImportedRecord } from './imported-row';

/** Something of a file that was left out or changed, and why. */
export interface ImportProblem {
  message: string;
  /** What kind of thing it is about, e.g. `Post`. */
  help: string;
  /** Which one: what identifies it, as JSON. */
  context: string;
}

/** Collects what an import has to tell. */
export class ImportReport {
  readonly problems: ImportProblem[] = [];

  note(kind: string, { id, slug, email, key }: ImportedRecord, message: string): void {
    this.problems.push({ message, help: kind, context: JSON.stringify({ id, slug, email, key }) });
  }
}
