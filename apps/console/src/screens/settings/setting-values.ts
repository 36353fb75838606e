import type { SettingValue } from '../../api/settings.ts';

export type Settings = Record<string, SettingValue>;

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

function parsed(settings: Settings, key: string): unknown {
  try {
    return JSON.parse(textSetting(settings, key) || 'null');
  } catch {
    return null;
  }
}

/** The items of a menu of the site: `navigation` or `secondary_navigation`. */
export function navigationSetting(settings: Settings, key: string): NavigationItem[] {
  const items = parsed(settings, key);
  return Array.isArray(items) ? items.filter(isItem).map(({ label, url }) => ({ label, url })) : [];
}

/** A setting that is a JSON object; other keys than the screen's own are kept. */
export function objectSetting(settings: Settings, key: string): Record<string, unknown> {
  const value = parsed(settings, key);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
