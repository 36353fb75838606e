import { postVisibilities } from '@almanac/resource-fields';
import { toRelativeUrl } from '@almanac/rendering';
import { parseJson } from '../parse-json';
import { imageSettings } from '../settings/image-settings';

const navigationKeys: ReadonlySet<string> = new Set(['navigation', 'secondary_navigation']);

/**
 * The value of a setting as its column stores it: a string without NUL characters, or null. URLs of images and of the navigation that
 * belong to the site become relative. An unknown `default_content_visibility` becomes `paid`, the visibility with the fewest readers.
 * @param key the key in Almanac
 * @param value the value in the file: a string, or any other JSON value
 */
export function importedSettingValue(key: string, value: unknown, siteUrl: string): string | null {
  if (value === null || value === undefined) return null;
  const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll('\0', '');
  if (imageSettings.has(key)) return toRelativeUrl(text, siteUrl);
  if (navigationKeys.has(key)) return navigationOf(text, siteUrl);
  if (key === 'default_content_visibility') return postVisibilities.find((one) => one === text) ?? 'paid';
  return text;
}

/** Normalizes a navigation: in files, labels may be numbers, and the list may be an object. A string that is not JSON stays unchanged. */
function navigationOf(text: string, siteUrl: string): string {
  const parsed = parseJson(text);
  if (typeof parsed !== 'object' || parsed === null) return text;
  const items: unknown[] = Object.values(parsed);
  return JSON.stringify(items.filter(isRecord).map((item) => itemOf(item, siteUrl)));
}

function itemOf(item: Readonly<Record<string, unknown>>, siteUrl: string) {
  return { ...item, label: textOf(item.label), url: toRelativeUrl(textOf(item.url), siteUrl) };
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
