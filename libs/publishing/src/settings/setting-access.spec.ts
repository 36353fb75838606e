import { Setting } from '@almanac/entities';
import { NoPermissionError, NotFoundError } from '@almanac/errors';
import { assertKnown, isListed, isShown } from './setting-access';

const setting = (key: string, type: Setting['type'] = 'blog'): Setting => Object.assign(new Setting(), { key, type });
const check =
  (row: Setting | null, key: string, unknown: string[] = []) =>
  (): void =>
    assertKnown(row, key, new Set(unknown));

const secrets = ['members_private_key', 'members_session_secret', 'members_email_auth_secret'];

describe('assertKnown', () => {
  it('accepts a setting that clients can name', () => {
    for (const key of ['title', 'password', 'members_public_key', 'force_i18n'])
      expect(check(setting(key), key)).not.toThrow();
  });

  it.each(secrets)('throws NotFoundError for the secret %s', (key) => {
    expect(check(setting(key), key)).toThrow(new NotFoundError(`Problem finding setting: ${key}`));
  });

  it('throws NotFoundError for an absent setting, and one that the version of the API does not have', () => {
    expect(check(null, 'title')).toThrow(new NotFoundError('Problem finding setting: title'));
    expect(check(setting('lang'), 'lang', ['lang'])).toThrow(new NotFoundError('Problem finding setting: lang'));
  });

  it('throws NoPermissionError for a core setting', () => {
    expect(check(setting('db_hash', 'core'), 'db_hash')).toThrow(
      new NoPermissionError('Attempted to access core setting from external request'),
    );
  });
});

describe('responses', () => {
  const keys = [...secrets, 'password', 'members_public_key', 'force_i18n', 'title'];

  it('contain only settings that can be read', () => {
    expect(keys.filter((key) => isShown({ key }))).toEqual(['members_public_key', 'title']);
  });

  it('list only settings that are neither core nor read by key', () => {
    expect(keys.filter((key) => isListed({ key, type: 'blog' }))).toEqual(['title']);
    expect(isListed({ key: 'title', type: 'core' })).toBe(false);
  });
});
