import { type ColumnCheck, type ColumnRule, oneOf } from '../columns/assert-columns';

const isJson = (text: string, isValid: (value: unknown) => boolean): boolean => {
  try {
    return isValid(JSON.parse(text));
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

const jsonObjectCheck: ColumnCheck = { name: 'isJSON', passes: (text) => isJson(text, isObject) };
const jsonListCheck: ColumnCheck = { name: 'isJSON', passes: (text) => isJson(text, Array.isArray) };
const navigationCheck: ColumnCheck = { name: 'isJSON', passes: (text) => isJson(text, isNavigation) };
const colourCheck: ColumnCheck = { name: 'isHexColor', passes: (text) => /^#[0-9a-f]{6}$/i.test(text) };
const timeZoneCheck: ColumnCheck = { name: 'isTimezone', passes: isTimeZone };

function isTimeZone(name: string): boolean {
  // `Intl` also accepts offsets such as +01:00, but the time zone of a site needs a name.
  if (!/^[A-Za-z][\w+\-/]*$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const maxLengthRule = (maxLength: number): Omit<ColumnRule, 'column'> => ({ maxLength });

/** The rules of the values, by key. Settings without a rule accept null, and any string of at most 65,535 UTF-16 code units. */
const rules: Readonly<Record<string, Omit<ColumnRule, 'column'>>> = {
  title: maxLengthRule(150),
  description: maxLengthRule(200),
  accent_color: { isRequired: true, check: colourCheck },
  default_locale: { isRequired: true, maxLength: 35 },
  active_timezone: { isRequired: true, check: timeZoneCheck },
  labs: { isRequired: true, check: jsonObjectCheck },
  navigation: { isRequired: true, check: navigationCheck },
  secondary_navigation: { isRequired: true, check: navigationCheck },
  slack: { isRequired: true, check: jsonListCheck },
  unsplash: { isRequired: true, check: jsonObjectCheck },
  members_subscription_settings: { isRequired: true, check: jsonObjectCheck },
  default_content_visibility: { isRequired: true, check: oneOf('public', 'members', 'paid') },
  amp: { isRequired: true, check: oneOf('true', 'false') },
  force_i18n: { isRequired: true, check: oneOf('true', 'false') },
  is_private: { isRequired: true, check: oneOf('true', 'false') },
  meta_title: maxLengthRule(300),
  meta_description: maxLengthRule(500),
  og_title: maxLengthRule(300),
  og_description: maxLengthRule(500),
  twitter_title: maxLengthRule(300),
  twitter_description: maxLengthRule(500),
};

/** The rule of the value of one setting. Its `column` is the key, which appears in error messages. */
export function settingColumnRule(key: string): ColumnRule {
  return { maxLength: 65_535, ...rules[key], column: key };
}
