import type { Setting } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';

/** Settings that are never part of a response. For clients, they do not exist (404). */
const secrets: ReadonlySet<string> = new Set([
  'members_private_key',
  'members_session_secret',
  'members_email_auth_secret',
]);
/** Settings that can be written, but not read. */
const writeOnly: ReadonlySet<string> = new Set(['password']);
/** Settings that can be read by key, but are not part of lists. */
const unlisted: ReadonlySet<string> = new Set(['members_public_key']);
/** Settings that are not part of lists. A read by key returns an empty list, and no error. */
const readAsEmpty: ReadonlySet<string> = new Set(['force_i18n']);

/** Settings of Ghost 3 that Almanac does not have. Ghost's admin client (version 3) sends them as null with every change. */
const ghostOnlySettings: ReadonlySet<string> = new Set(['brand', 'bulk_email_settings']);

/** Whether a change has no effect, because only Ghost has the setting. */
export function isWithoutEffect({ key, value }: { key: string; value: unknown }): boolean {
  return value === null && ghostOnlySettings.has(key);
}

/**
 * Checks that a setting exists, and that API clients may know of it.
 * @param setting the stored setting with this key; null if there is none
 * @param unknownKeys keys that the client's version of the API does not have
 * @throws NotFoundError; NoPermissionError for a setting of the type `core`
 */
export function assertKnown(
  setting: Setting | null,
  key: string,
  unknownKeys: ReadonlySet<string>,
): asserts setting is Setting {
  if (!setting || unknownKeys.has(key) || secrets.has(key)) throw new NotFoundError(`Problem finding setting: ${key}`);
  if (setting.type === 'core') {
    throw new NoPermissionError('Attempted to access core setting from external request');
  }
}

/** Whether a response may contain the setting. */
export function isShown({ key }: Pick<Setting, 'key'>): boolean {
  return !secrets.has(key) && !writeOnly.has(key) && !readAsEmpty.has(key);
}

/** Whether the list of settings contains the setting. */
export function isListed(setting: Pick<Setting, 'key' | 'type'>): boolean {
  return setting.type !== 'core' && isShown(setting) && !unlisted.has(setting.key);
}
