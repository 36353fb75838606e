import { domainToUnicode } from 'node:url';
import type { ImportedTable } from './export-limits';
import { relativeSetting, relativeValue, subdirectoryOf } from './old-site-urls';
import type { ImportLog } from './import-log';
import type { ImportedRecord, ImportedTables } from './imported-row';

const IS_RELATIVE = 'Addresses of the old site are relative now.';
const IS_IN_TEXT = 'The value names the old site outside of links. These places are unchanged.';

/** An object or a list as JSON text; other values unchanged. In some files, a document is an object, or the navigation is a list. */
function textOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** The tables of a file. URLs of the old site become relative to the root of this site. The log counts the changed values by column. */
export class TablesOfOldSite implements ImportedTables {
  /**
   * Matches the URL of the old site without its protocol, because content may contain it with http or https. Does not match mail addresses,
   * or other hosts in ASCII that contain this one.
   */
  readonly #hostAndPath: RegExp;
  readonly #subdirectory: string;

  /** @param oldSiteUrl the result of `oldSiteUrlFrom` */
  constructor(
    private readonly tables: ImportedTables,
    private readonly oldSiteUrl: string,
    private readonly log: ImportLog,
  ) {
    const { hostname } = new URL(oldSiteUrl);
    const hostAndPath = oldSiteUrl.slice(oldSiteUrl.indexOf('//') + 2);
    // Content may contain a host with letters outside ASCII also in its readable form.
    const forms = [hostAndPath, hostAndPath.replace(hostname, domainToUnicode(hostname))];
    const escaped = forms.map((form) => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
    this.#hostAndPath = new RegExp(`(?<![\\w.@-])(?:${escaped})(?![\\w-]|\\.[\\w-]|:\\d)`, 'iu');
    this.#subdirectory = subdirectoryOf(oldSiteUrl);
  }

  get version(): string | null {
    return this.tables.version;
  }

  get totals(): ReadonlyMap<string, number> {
    return this.tables.totals;
  }

  count(table: ImportedTable): number {
    return this.tables.count(table);
  }

  async *rows(table: ImportedTable): AsyncGenerator<readonly ImportedRecord[]> {
    for await (const rows of this.tables.rows(table)) yield rows.map((row) => this.#relativeRow(table, row));
  }

  #relativeRow(table: ImportedTable, row: ImportedRecord): ImportedRecord {
    const entries = Object.entries(row);
    return Object.fromEntries(entries.map(([column, value]) => [column, this.#relative(table, column, value, row)]));
  }

  #relative(table: ImportedTable, column: string, value: unknown, row: ImportedRecord): unknown {
    const text = textOf(value);
    if (!this.#mayHaveUrl(text)) return value;
    const isSetting = table === 'settings' && column === 'value';
    const relative = isSetting
      ? relativeSetting(String(row.key), text, this.oldSiteUrl)
      : relativeValue(column, text, this.oldSiteUrl);
    if (relative !== text) this.log.countField(table, column, IS_RELATIVE);
    if (this.#mentionsSite(relative)) this.log.countField(table, column, IS_IN_TEXT);
    return relative;
  }

  /** Whether a value may contain a URL of the old site. Up to version 3, Ghost stored paths that begin with the subdirectory. */
  #mayHaveUrl(value: unknown): boolean {
    const hasPath = this.#subdirectory !== '' && typeof value === 'string' && value.includes(`${this.#subdirectory}/`);
    return hasPath || this.#mentionsSite(value);
  }

  #mentionsSite(value: unknown): boolean {
    return typeof value === 'string' && this.#hostAndPath.test(value);
  }
}
