import { AlmanacError, BadRequestError, RequestEntityTooLargeError, ValidationError } from '@almanac/errors';
import { TokenParser, TokenType } from '@streamparser/json';
import { ExactTokenizer, type Token } from './exact-tokenizer';
import {
  type ImportedTable,
  maxRowsOfTable,
  isImportedTable,
  MAX_DEPTH,
  MAX_EXPORT_BYTES,
  MAX_ROW_BYTES,
  MAX_ROW_TOKENS,
  MAX_ROWS,
  MAX_TABLES,
} from './export-limits';
import type { ImportedRecord } from './imported-row';

/** The JSON paths of rows: in `{db: [{data}]}`, in `{db: {data}}` of conversion tools, or in `{data}` of older exports. */
const ROW_PATHS = ['$.db.0.data.*.*', '$.db.data.*.*', '$.data.*.*'];
const VERSION_PATHS = ['$.db.0.meta.version', '$.db.meta.version', '$.meta.version'];
const SCALARS = new Set<TokenType>([TokenType.STRING, TokenType.NUMBER, TokenType.TRUE, TokenType.FALSE]);
const PARSE_HELP = 'The file must be JSON in UTF-8, such as an export of Ghost.';
const SEVERAL_EXPORTS_HELP = 'Import them one by one.';
const MAX_VERSION_LENGTH = 50;
const STRING_BUFFER_BYTES = 64 * 1024;
const NUMBER_BUFFER_BYTES = 1024;

/**
 * Parses an export in pieces and passes each row of an imported table to `onRow`. The limits of `export-limits.ts` are checked while
 * parsing, so that the memory is bounded by the maximum size of a row.
 */
export class ExportParser {
  #bytes = 0;
  #rowCount = 0;
  #version: string | null = null;
  readonly #rowsByTable = new Map<string, number>();
  /** The table of the last row. */
  #table: unknown;
  #tableCount = 0;
  #depth = 0;
  #lastString = '';
  /** Whether the last token was a colon, so that the next one begins a value. */
  #followsColon = false;
  /** The last property name of the object at each depth; an empty string in a list. */
  readonly #keys: string[] = [];
  /** Whether the object with the tables (`data`) was found. */
  #isExport = false;
  #bytesAtLastRow = 0;
  #tokensSinceRow = 0;
  readonly #tokenizer = new ExactTokenizer({
    stringBufferSize: STRING_BUFFER_BYTES,
    numberBufferSize: NUMBER_BUFFER_BYTES,
  });
  readonly #parser = new TokenParser({ paths: [...ROW_PATHS, ...VERSION_PATHS], keepStack: false });

  constructor(private readonly onRow: (table: ImportedTable, row: ImportedRecord) => void) {
    // JavaScript rounds large integers, e.g. in ids. `restoreDigits` replaces them by strings with all digits.
    this.#tokenizer.onToken = (token) => this.#readToken(this.#tokenizer.restoreDigits(token));
    this.#parser.onValue = ({ value, key, stack }) => {
      if (this.#isIn('meta')) this.#readVersion(value);
      else this.#readRow(stack.at(-1)?.key, key, value);
    };
  }

  /** The number of rows that were read so far, of all tables. */
  get rows(): number {
    return this.#rowCount;
  }

  /** The version in the file; null before it is read, and if the file has none. */
  get version(): string | null {
    return this.#version;
  }

  /** The number of rows that were read so far, by table, also of tables that are not imported. */
  get rowsByTable(): ReadonlyMap<string, number> {
    return this.#rowsByTable;
  }

  /**
   * Parses the next piece of the file.
   * @throws BadRequestError for invalid JSON; RequestEntityTooLargeError when a limit is exceeded; ValidationError when the file
   *   contains several exports
   */
  write(chunk: Uint8Array): void {
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_EXPORT_BYTES) throw tooLarge(`is larger than ${MAX_EXPORT_BYTES / 2 ** 20} MB`);
    runParser(() => this.#tokenizer.write(chunk));
    if (this.#bytes - this.#bytesAtLastRow > MAX_ROW_BYTES) {
      throw tooLarge(`has a row of more than ${MAX_ROW_BYTES / 2 ** 20} MB`);
    }
  }

  /**
   * Has to be called after the last piece.
   * @throws BadRequestError for incomplete JSON; ValidationError for JSON that is not an export
   */
  end(): void {
    runParser(() => {
      this.#tokenizer.end();
      if (!this.#parser.isEnded) throw new Error('The JSON is incomplete.');
    });
    if (this.#isExport) return;
    throw new ValidationError('The file is not an export of Ghost.', {
      property: 'importfile',
      help: 'An export is JSON of the form {"db": [{"data": {"posts": […]}}]}.',
    });
  }

  #readToken(token: Token): void {
    if (this.#followsColon && SCALARS.has(token.token) && this.#isIn('data')) {
      // The value of the table is not a list of rows. It counts as one row, which the report lists as unreadable.
      this.#readRow(this.#keys[this.#depth], 0, token.value);
    }
    this.#followsColon = token.token === TokenType.COLON;
    switch (token.token) {
      case TokenType.STRING:
        this.#lastString = String(token.value);
        break;
      case TokenType.COLON:
        this.#keys[this.#depth] = this.#lastString;
        break;
      case TokenType.LEFT_BRACE:
        this.#enter();
        if (this.#isIn('data')) this.#enterExport();
        break;
      case TokenType.LEFT_BRACKET:
        this.#enter();
        break;
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        this.#depth -= 1;
        break;
    }
    this.#tokensSinceRow += 1;
    if (this.#tokensSinceRow > MAX_ROW_TOKENS) throw tooLarge(`has a row of more than ${MAX_ROW_TOKENS} JSON tokens`);
    this.#parser.write(token);
  }

  #enter(): void {
    this.#depth += 1;
    this.#keys[this.#depth] = '';
    if (this.#depth > MAX_DEPTH) throw tooLarge(`is nested deeper than ${MAX_DEPTH} levels`);
  }

  #enterExport(): void {
    if (this.#isExport)
      throw new ValidationError('The file contains several exports.', {
        property: 'importfile',
        help: SEVERAL_EXPORTS_HELP,
      });
    this.#isExport = true;
  }

  /** Whether the parser is in the object `data` (of the tables) or `meta` (of the version), not in one of its values, see `ROW_PATHS`. */
  #isIn(name: 'data' | 'meta'): boolean {
    // Depth 1 is the document; a list counts as a level.
    const [, root, inDb, inList] = this.#keys;
    if (this.#depth === 2) return root === name;
    return root === 'db' && ((this.#depth === 3 && inDb === name) || (this.#depth === 4 && inList === name));
  }

  #readVersion(value: unknown): void {
    if (typeof value === 'string' || typeof value === 'number')
      this.#version = String(value).slice(0, MAX_VERSION_LENGTH);
  }

  #enterTable(table: unknown): void {
    if (table === this.#table) return;
    this.#table = table;
    this.#tableCount += 1;
    if (this.#tableCount > MAX_TABLES) throw tooLarge(`has more than ${MAX_TABLES} tables`);
  }

  #readRow(table: unknown, index: unknown, value: unknown): void {
    this.#bytesAtLastRow = this.#bytes;
    this.#tokensSinceRow = 0;
    this.#rowCount += 1;
    if (this.#rowCount > MAX_ROWS) throw tooLarge(`has more than ${MAX_ROWS} rows`);
    this.#enterTable(table);
    if (typeof table !== 'string' || index === undefined) return;
    const count = (this.#rowsByTable.get(table) ?? 0) + 1;
    this.#rowsByTable.set(table, count);
    if (!isImportedTable(table)) return;
    if (count > maxRowsOfTable[table]) throw tooLarge(`has more than ${maxRowsOfTable[table]} rows of ${table}`);
    if (isRow(value)) this.onRow(table, value);
  }
}

/** Runs a step of the JSON parser. Errors of the parser become a BadRequestError. */
function runParser(step: () => void): void {
  try {
    step();
  } catch (cause) {
    if (cause instanceof AlmanacError) throw cause;
    const context = cause instanceof Error ? cause.message : undefined;
    throw new BadRequestError('Failed to parse the import JSON file.', { context, cause, help: PARSE_HELP });
  }
}

function tooLarge(reason: string): RequestEntityTooLargeError {
  return new RequestEntityTooLargeError(`The export ${reason}.`, {
    help: 'Import it in several files, or leave out the tables that are not needed.',
  });
}

function isRow(value: unknown): value is ImportedRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
