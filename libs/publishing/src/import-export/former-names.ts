import type { ImportedTable } from './export-limits';
import type { ImportedRecord } from './imported-row';

/** The current name of each column that older versions of Ghost named differently, by the former name. */
const formerColumns: Partial<Record<ImportedTable, Readonly<Record<string, string>>>> = {
  posts: { image: 'feature_image', language: 'locale' },
  tags: { image: 'feature_image' },
  users: { image: 'profile_image', cover: 'cover_image', language: 'locale', last_login: 'last_seen' },
};

/** The name in Almanac of each setting that another version of Ghost names differently, by that name. */
const settingNames: Readonly<Record<string, string>> = {
  activeTheme: 'active_theme',
  activeTimezone: 'active_timezone',
  cover: 'cover_image',
  defaultLang: 'default_locale',
  forceI18n: 'force_i18n',
  ghost_foot: 'codeinjection_foot',
  ghost_head: 'codeinjection_head',
  isPrivate: 'is_private',
  lang: 'default_locale',
  locale: 'default_locale',
  timezone: 'active_timezone',
};

/** The row with the current names of its columns. If a column has both names, the value under the current one is used unless it is null. */
export function withCurrentNames(table: ImportedTable, row: ImportedRecord): ImportedRecord {
  const names = formerColumns[table];
  if (names === undefined || !Object.keys(names).some((name) => row[name] !== undefined)) return row;
  const current: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(row)) {
    const renamed = Object.hasOwn(names, name) ? names[name] : undefined;
    if (renamed === undefined) current[name] = value ?? current[name] ?? null;
    else current[renamed] ??= value;
  }
  return current;
}

/** The key in Almanac of a setting, by its key in any version of Ghost. */
export function almanacSettingKey(key: string): string {
  return Object.hasOwn(settingNames, key) ? (settingNames[key] ?? key) : key;
}
