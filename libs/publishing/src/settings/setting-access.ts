import type { Setting } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';

/** Never given out, to nobody. */
const secrets: ReadonlySet<string> = new Set([
  'members_private_key',
  'members_session_secret',
  'members_email_auth_secret',
]);
/** May be set, and is never given out. */
const writeOnly: ReadonlySet<string> = new Set(['password']);
/** Given out by name, not in lists. */
const unlisted: ReadonlySet<string> = new Set(['members_public_key']);
/** Asking for it is no error, and answered with nothing. */
const silent: ReadonlySet<string> = new Set(['force_i18n']);

/**
 * Whether a setting by that name may be spoken of from outside.
 * @param unknown what the caller's version of the API does not know
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

/** Whether an answer that names the setting may show it. */
export function isShown({ key }: Pick<Setting, 'key'>): boolean {
  return !secrets.has(key) && !writeOnly.has(key) && !silent.has(key);
}

/** Whether a list of all settings has it. */
export function isListed(setting: Pick<Setting, 'key' | 'type'>): boolean {
  return setting.type !== 'core' && isShown(setting) && !unlisted.has(setting.key);
}
