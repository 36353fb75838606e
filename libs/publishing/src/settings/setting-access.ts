import type { Setting } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';

/** Never part of a response. */
const secrets: ReadonlySet<string> = new Set([
  'members_private_key',
  'members_session_secret',
  'members_email_auth_secret',
]);
/** Can be written, never read. */
const writeOnly: ReadonlySet<string> = new Set(['password']);
/** Can be read by key, but is not part of lists. */
const unlisted: ReadonlySet<string> = new Set(['members_public_key']);
/** Reading it is no error and returns no setting. */
const empty: ReadonlySet<string> = new Set(['force_i18n']);

/** Settings of Ghost 3 that do not exist here. Its admin sends them with each change: as null, because no list has them. */
const absent: ReadonlySet<string> = new Set(['brand', 'bulk_email_settings']);

/** Whether a change sets nothing, because the setting exists in Ghost only. */
export function isWithoutEffect({ key, value }: { key: string; value: unknown }): boolean {
  return value === null && absent.has(key);
}

/**
 * Checks that a setting exists for API clients.
 * @param unknown keys that the client's version of the API does not have
 * @throws NotFoundError, NoPermissionError
 */
export function assertKnown(
  setting: Setting | null,
  key: string,
  unknown: ReadonlySet<string>,
): asserts setting is Setting {
  if (!setting || unknown.has(key) || secrets.has(key)) throw new NotFoundError(`Problem finding setting: ${key}`);
  if (setting.type === 'core') {
    throw new NoPermissionError('Attempted to access core setting from external request');
  }
}

/** Whether a response may contain the setting. */
export function isShown({ key }: Pick<Setting, 'key'>): boolean {
  return !secrets.has(key) && !writeOnly.has(key) && !empty.has(key);
}

/** Whether the list of settings contains the setting. */
export function isListed(setting: Pick<Setting, 'key' | 'type'>): boolean {
  return setting.type !== 'core' && isShown(setting) && !unlisted.has(setting.key);
}
