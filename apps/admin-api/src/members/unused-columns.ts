/** A column that an import does not use, with the number of its values that are not blank. */
export type UnusedColumn = { column: string; values: number };

/** The maximum number of counted columns; it bounds the time for each row. */
const MAX_COLUMNS = 100;
/** In characters; longer titles are truncated. */
const MAX_TITLE_LENGTH = 100;

/** Counts the values in columns that an import does not use, so that the report of the import names these columns. */
export class UnusedColumns {
  #columns: (UnusedColumn & { position: number })[] = [];

  /** Sets the columns to count: the columns of the header whose position is not in `used`. */
  start(header: readonly string[], used: readonly number[]): void {
    this.#columns = header
      .map((title, position) => ({ column: title.trim().slice(0, MAX_TITLE_LENGTH), values: 0, position }))
      .filter(({ position }) => !used.includes(position))
      .slice(0, MAX_COLUMNS);
  }

  /** Counts the values of one row. */
  count(values: readonly string[]): void {
    for (const column of this.#columns) {
      if ((values[column.position] ?? '').trim() !== '') column.values += 1;
    }
  }

  /** The counted columns that have values. */
  get withValues(): UnusedColumn[] {
    return this.#columns.filter(({ values }) => values > 0).map(({ column, values }) => ({ column, values }));
  }
}
