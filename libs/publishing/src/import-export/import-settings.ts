import { ImportedSetting, Setting } from '@almanac/entities';
import { ValidationError } from '@almanac/errors';
import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { assertColumns } from '../columns/assert-columns';
import { settingColumnRule } from '../settings/setting-column-rules';
import type { WriteScope } from '../write-scope';
import { almanacSettingKey } from './former-names';
import type { ImportLog } from './import-log';
import { importedSettingValue } from './imported-setting-value';
import { flagIn, type ImportedRecord, type ImportedTables, instantIn, objectIdIn, textIn } from './imported-row';
import { allRowsOf } from './read-rows';

/** Settings of the installation, which are not imported: switches, settings of external services, and the password of a private site. */
const excludedKeys: ReadonlySet<string> = new Set([
  'labs',
  'force_i18n',
  'amp',
  'slack',
  'unsplash',
  'is_private',
  'password',
]);
/** The types of the settings that are imported. */
const importedTypes: ReadonlySet<string> = new Set(['blog', 'theme']);
/** Settings that are imported although their type is not. Their type `members` is not imported, because it also contains secrets. */
const importedKeys: ReadonlySet<string> = new Set(['default_content_visibility']);

const IS_UNKNOWN = 'Almanac has no such setting.';
const IS_OF_INSTALLATION =
  'Secrets, switches and settings of external services belong to the installation, and are not imported.';
const IS_DUPLICATE = 'Another row of the file for this setting is used.';
const WAS_PRIVATE = 'The site of the file was private, with a password. The password is not imported.';

/**
 * Imports the settings of the site, without secrets, switches and settings of external services. A stored setting gets the id in the
 * file unless another setting has it. A value that the last import stored is not stored again, so that later changes by staff stay.
 */
export async function importSettings(
  { manager, settings: { siteUrl } }: WriteScope,
  tables: ImportedTables,
  log: ImportLog,
): Promise<void> {
  const rows = await allRowsOf(tables, 'settings', siteUrl);
  const stored = await storedSettings(manager);
  const effective = effectiveRows(rows);
  for (const row of rows) {
    const name = textIn(row, 'key') ?? '';
    const key = almanacSettingKey(name);
    const reason = effective.get(key) === row ? reasonToLeaveOut(key, stored) : IS_DUPLICATE;
    if (key === 'is_private' && flagIn(row, 'value')) log.warn(WAS_PRIVATE);
    if (reason === undefined) await importSetting(manager, { row, key, stored, siteUrl, log });
    else {
      log.leaveOut('settings', reason);
      log.countField('settings', name, reason);
    }
  }
}

/**
 * For each key of Almanac, the row to import: the last row with this key, else the last row with the key that another version of Ghost uses
 * for the setting.
 */
function effectiveRows(rows: readonly ImportedRecord[]): Map<string, ImportedRecord> {
  const keyed = rows.map((row) => ({ row, name: textIn(row, 'key') ?? '' }));
  const withOtherKey = keyed.filter(({ name }) => almanacSettingKey(name) !== name);
  const withKey = keyed.filter(({ name }) => almanacSettingKey(name) === name);
  return new Map([...withOtherKey, ...withKey].map(({ row, name }) => [almanacSettingKey(name), row]));
}

interface StoredSettings {
  byKey: ReadonlyMap<string, Setting>;
  /** The digests of the values that imports stored last, by key. */
  importedDigests: ReadonlyMap<string, string>;
  /** The ids of the stored settings. */
  ids: Set<string>;
}

async function storedSettings(manager: EntityManager): Promise<StoredSettings> {
  const settings = await manager.find(Setting);
  const imported = await manager.find(ImportedSetting);
  return {
    byKey: new Map(settings.map((setting) => [setting.key, setting])),
    importedDigests: new Map(imported.map(({ key, valueDigest }) => [key, valueDigest])),
    ids: new Set(settings.map(({ id }) => id)),
  };
}

function reasonToLeaveOut(key: string, { byKey }: StoredSettings): string | undefined {
  const setting = byKey.get(key);
  if (setting === undefined) return IS_UNKNOWN;
  if (importedKeys.has(key)) return undefined;
  return excludedKeys.has(key) || !importedTypes.has(setting.type) ? IS_OF_INSTALLATION : undefined;
}

interface SettingImport {
  row: ImportedRecord;
  key: string;
  stored: StoredSettings;
  siteUrl: string;
  log: ImportLog;
}

async function importSetting(manager: EntityManager, { row, key, stored, siteUrl, log }: SettingImport): Promise<void> {
  const value = importedSettingValue(key, row.value, siteUrl);
  const valueDigest = createHash('sha256').update(JSON.stringify(value)).digest('hex');
  if (stored.importedDigests.get(key) === valueDigest) return log.countPresent('settings', row);
  try {
    assertColumns('settings', { value }, { value: settingColumnRule(key) });
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return log.addFailedRow('settings', row, error.message);
  }
  const id = objectIdIn(row);
  const takesId = id !== undefined && !stored.ids.has(id);
  const dates = { createdAt: instantIn(row, 'created_at') ?? undefined, updatedAt: instantIn(row, 'updated_at') };
  await manager.update(Setting, { key }, { value, ...dates, ...(takesId && { id }) });
  await manager.upsert(ImportedSetting, { key, valueDigest }, ['key']);
  if (takesId) takeId(stored, key, id);
  log.countStored('settings');
}

/** Records that a setting has a new id. Its old id is free now. */
function takeId({ byKey, ids }: StoredSettings, key: string, id: string): void {
  const setting = byKey.get(key);
  if (setting) ids.delete(setting.id);
  ids.add(id);
}
