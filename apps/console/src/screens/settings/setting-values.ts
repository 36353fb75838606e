import type { SettingValue } from '../../api/settings.ts';

/** Settings by key. */
export type Settings = Record<string, SettingValue>;

/** The value of a setting; the empty string if the setting is absent or its value is not a string. */
export const textSetting = (settings: Settings, key: string): string => {
  const value = settings[key];
  return typeof value === 'string' ? value : '';
};

/** An item of a menu of the site. */
export interface NavigationItem {
  label: string;
  url: string;
}

const isItem = (item: unknown): item is NavigationItem =>
  typeof item === 'object' && item !== null && 'label' in item && 'url' in item;

/** The parsed JSON of a setting; null if the setting is absent, empty or not JSON. */
function parseJsonSetting(settings: Settings, key: string): unknown {
  try {
    return JSON.parse(textSetting(settings, key) || 'null');
  } catch {
    return null;
  }
}

/** The items of a menu of the site. @param key `navigation` or `secondary_navigation` */
export function navigationSetting(settings: Settings, key: string): NavigationItem[] {
  const items = parseJsonSetting(settings, key);
  return Array.isArray(items) ? items.filter(isItem).map(({ label, url }) => ({ label, url })) : [];
}

/**
 * The value of a setting that is a JSON object; an empty object for any other value. The object also contains the keys that no form
 * shows, because a form saves the whole object.
 */
export function objectSetting(settings: Settings, key: string): Record<string, unknown> {
  const value = parseJsonSetting(settings, key);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
