import { Setting } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { toRelativeUrl } from '@almanac/rendering';
import { assertColumns } from '../columns/assert-columns';
import { settingColumn } from '../settings/setting-columns';
import type { WriteScope } from '../write-scope';
import { allRows, idIn, type ImportedRecord, type ImportedTables, instantIn } from './imported-row';
import type { ImportLog } from './import-log';

/** Names of settings in Ghost 2. */
const formerNames: Record<string, string> = { ghost_head: 'codeinjection_head', ghost_foot: 'codeinjection_foot' };
/** Settings of the installation; they are not imported. */
const excluded: ReadonlySet<string> = new Set(['labs', 'force_i18n', 'amp', 'slack', 'unsplash']);
const images: ReadonlySet<string> = new Set(['logo', 'icon', 'cover_image', 'og_image', 'twitter_image']);

/**
 * Imports the settings of the site, without keys, passwords and switches. A setting takes the id of the file unless another
 * setting has it.
 */
export async function importSettings(
  { manager, settings: { siteUrl } }: WriteScope,
  tables: ImportedTables,
  log: ImportLog,
): Promise<void> {
  const settings = await allRows(tables, 'settings');
  const known = new Map((await manager.find(Setting)).map((setting) => [setting.key, setting]));
  const given = new Set(settings.map(({ key }) => key));
  const ids = new Set([...known.values()].map(({ id }) => id));
  for (const row of settings) {
    const name = String(row.key);
    const former = formerNames[name];
    // An export of Ghost 2 may have both names; the newer one wins.
    const key = former === undefined || given.has(former) ? name : former;
    const setting = known.get(key);
    if (setting === undefined || setting.type !== 'blog' || excluded.has(key)) continue;
    try {
      const change = changeOf(row, key, siteUrl);
      const id = idIn(row);
      const takesId = id !== undefined && !ids.has(id);
      await manager.update(Setting, { key }, { ...change, ...(takesId && { id }) });
      if (takesId) ids.add(id);
    } catch (error) {
      if (!(error instanceof ValidationError)) throw error;
      log.note('settings', row, error.message);
    }
  }
}

function changeOf(row: ImportedRecord, key: string, siteUrl: string): Partial<Setting> {
  const text = row.value === null || row.value === undefined ? null : String(row.value).replaceAll('\0', '');
  const value = text !== null && images.has(key) ? toRelativeUrl(text, siteUrl) : text;
  assertColumns('settings', { value }, { value: settingColumn(key) });
  return {
    value,
    createdAt: instantIn(row, 'created_at') ?? undefined,
    updatedAt: instantIn(row, 'updated_at'),
  };
}
