import type { ImportedTable } from './export-limits';
import { relativeSetting, relativeValue } from './former-address';
import type { ImportLog } from './import-log';
import type { ImportedRecord, ImportedTables } from './imported-row';
import { withoutPlaceholder } from './site-placeholder';

const IS_RELATIVE = 'Addresses of the old site are relative now.';
const IS_IN_TEXT = 'The value names the old site outside of links. These places are unchanged.';

interface FormerSite {
  /** The URL under which the site was, without a trailing slash. */
  formerSiteUrl: string;
  /** The URL of this site. */
  siteUrl: string;
}

/** The tables of a file, with URLs of the former site made relative to its root. The log counts the changed values by column. */
export class TablesOfFormerSite implements ImportedTables {
  /** The URL of the former site without its protocol: content may refer to it by http or https. */
  readonly #hostAndPath: string;

  constructor(
    private readonly tables: ImportedTables,
    private readonly site: FormerSite,
    private readonly log: ImportLog,
  ) {
    this.#hostAndPath = site.formerSiteUrl.slice(site.formerSiteUrl.indexOf('//') + 2);
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
    if (!Object.values(row).some((value) => this.#mentionsSite(value))) return row;
    const entries = Object.entries(withoutPlaceholder(row, this.site.siteUrl));
    return Object.fromEntries(entries.map(([column, value]) => [column, this.#relative(table, column, value, row)]));
  }

  #relative(table: ImportedTable, column: string, value: unknown, row: ImportedRecord): unknown {
    if (!this.#mentionsSite(value)) return value;
    const { formerSiteUrl } = this.site;
    const isSetting = table === 'settings' && column === 'value';
    const relative = isSetting
      ? relativeSetting(String(row.key), value, formerSiteUrl)
      : relativeValue(column, value, formerSiteUrl);
    if (relative !== value) this.log.countField(table, column, IS_RELATIVE);
    if (this.#mentionsSite(relative)) this.log.countField(table, column, IS_IN_TEXT);
    return relative;
  }

  #mentionsSite(value: unknown): boolean {
    return typeof value === 'string' && value.includes(this.#hostAndPath);
  }
}
