import type { SettingValue } from '../../api/settings.ts';

/** Settings by key. */
export type Settings = Record<string, SettingValue>;

/** @returns the empty string for a setting that is absent or not a string */
export const textSetting = (settings: Settings, key: string): string => {
  const value = settings[key];
  return typeof value === 'string' ? value : '';
};

export interface NavigationItem {
  label: string;
  url: string;
}

const isItem = (item: unknown): item is NavigationItem =>
  typeof item === 'object' && item !== null && 'label' in item && 'url' in item;

/** @returns null for a setting that is empty or not JSON */
function parseJsonSetting(settings: Settings, key: string): unknown {
  try {
    return JSON.parse(textSetting(settings, key) || 'null');
  } catch {
    return null;
  }
}

/** The items of a menu of the site: `navigation` or `secondary_navigation`. */
export function navigationSetting(settings: Settings, key: string): NavigationItem[] {
  const items = parseJsonSetting(settings, key);
  return Array.isArray(items) ? items.filter(isItem).map(({ label, url }) => ({ label, url })) : [];
}

/** The value of a setting that is a JSON object. It has all keys, because a form also saves those that it does not show. */
export function objectSetting(settings: Settings, key: string): Record<string, unknown> {
  const value = parseJsonSetting(settings, key);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
