import type { ColumnRule } from '../columns/assert-columns';
import { oneOf } from '../columns/assert-columns';

const isJson = (text: string, isWanted: (value: unknown) => boolean): boolean => {
  try {
    return isWanted(JSON.parse(text));
  } catch {
    return false;
  }
};
const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

const isNavigationItem = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  'label' in value &&
  typeof value.label === 'string' &&
  'url' in value &&
  typeof value.url === 'string';
const isNavigation = (value: unknown): boolean => Array.isArray(value) && value.every(isNavigationItem);

const aJsonObject: ColumnRule['check'] = { name: 'isJSON', passes: (text) => isJson(text, isObject) };
const aJsonList: ColumnRule['check'] = { name: 'isJSON', passes: (text) => isJson(text, Array.isArray) };
const aNavigation: ColumnRule['check'] = { name: 'isJSON', passes: (text) => isJson(text, isNavigation) };
const aTimeZone: ColumnRule['check'] = { name: 'isTimezone', passes: isTimeZone };

function isTimeZone(name: string): boolean {
  // Intl takes offsets such as +01:00 too; a site's zone has a name.
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const upTo = (maxLength: number): Omit<ColumnRule, 'column'> => ({ maxLength });

/** What the settings take; one that is not here takes any text. */
const rules: Readonly<Record<string, Omit<ColumnRule, 'column'>>> = {
  title: upTo(150),
  description: upTo(200),
  default_locale: { isRequired: true, maxLength: 35 },
  active_timezone: { isRequired: true, check: aTimeZone },
  labs: { isRequired: true, check: aJsonObject },
  navigation: { isRequired: true, check: aNavigation },
  secondary_navigation: { isRequired: true, check: aNavigation },
  slack: { isRequired: true, check: aJsonList },
  unsplash: { isRequired: true, check: aJsonObject },
  members_subscription_settings: { isRequired: true, check: aJsonObject },
  default_content_visibility: { isRequired: true, check: oneOf('public', 'members', 'paid') },
  amp: { isRequired: true, check: oneOf('true', 'false') },
  force_i18n: { isRequired: true, check: oneOf('true', 'false') },
  is_private: { isRequired: true, check: oneOf('true', 'false') },
  meta_title: upTo(300),
  meta_description: upTo(500),
  og_title: upTo(300),
  og_description: upTo(500),
  twitter_title: upTo(300),
  twitter_description: upTo(500),
};

/** The rule of one setting. */
export function settingColumn(key: string): ColumnRule {
  return { maxLength: 65_535, ...rules[key], column: key };
}
