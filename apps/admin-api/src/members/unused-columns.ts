/** A column of a file that is not imported, with the number of its values. */
export type UnusedColumn = { column: string; values: number };

/** The maximum number of counted columns; it bounds the time for each row. */
const MAX_COLUMNS = 100;
const MAX_TITLE_LENGTH = 100;

/** Counts the values of a file that are not imported, so that the report of the import names them. */
export class UnusedColumns {
  #columns: (UnusedColumn & { position: number })[] = [];

  /** Sets the columns to count: those of the header whose position is not in `used`. */
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

  /** The columns with values. */
  get withValues(): UnusedColumn[] {
    return this.#columns.filter(({ values }) => values > 0).map(({ column, values }) => ({ column, values }));
  }
}
