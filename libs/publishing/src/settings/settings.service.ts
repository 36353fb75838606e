import { Setting } from '@almanac/entities';
import { BadRequestError, ValidationError } from '@almanac/errors';
import { toRelativeUrl } from '@almanac/rendering';
import type { SettingInput } from '@almanac/validation';
import { type EntityManager, In } from 'typeorm';
import { assertColumns } from '../columns/assert-columns';
import type { Actor } from '../permissions/actor';
import { authorize, reachOf } from '../permissions/authorize';
import type { PublishingContext } from '../publishing-context';
import { recordSiteChanged } from '../site-changed';
import { inTransaction } from '../write-scope';
import { imageSettings } from './image-settings';
import { readLabs } from './labs';
import { assertSender, MEMBER_SUBSCRIPTION_SETTINGS } from './member-subscription-settings';
import { assertKnown, isListed, isShown, isWithoutEffect } from './setting-access';
import { settingColumnRule } from './setting-column-rules';
import { externalServiceSettings, withoutSecrets, withStoredSecrets } from './setting-secrets';
import { readSiteTitle } from './site-title';

/** The maximum number of settings in one request. It is more than twice the number of existing settings. */
const MAX_SETTINGS = 100;

/** The settings that `GET site/` returns without authentication. */
const identityKeys = ['title', 'description', 'logo', 'icon', 'cover_image', 'accent_color', 'default_locale'] as const;

/** Operations on the site's settings. `unknownKeys` are the keys that the client's version of the API does not have. */
export class SettingsService {
  constructor(private readonly context: PublishingContext) {}

  /**
   * The settings that the actor may list, in the order of their ids, without secrets.
   * @param types if present, only settings of these types
   * @throws NoPermissionError
   */
  async list(actor: Actor, unknownKeys: ReadonlySet<string>, types?: readonly string[]): Promise<Setting[]> {
    authorize(actor, 'settings.browse');
    const settings = await this.context.dataSource.manager.find(Setting, { order: { id: 'ASC' } });
    return settings
      .filter((setting) => isListed(setting) && !unknownKeys.has(setting.key) && !isHiddenFrom(actor, setting))
      .filter(({ type }) => types === undefined || types.includes(type))
      .map(withoutSecrets);
  }

  /**
   * The values of all settings by key, from which API versions compute settings of their own. They include secrets, so they must not be
   * part of a response.
   * @throws NoPermissionError
   */
  async storedValuesWithSecrets(actor: Actor): Promise<ReadonlyMap<string, string | null>> {
    authorize(actor, 'settings.browse');
    const settings = await this.context.dataSource.manager.find(Setting);
    return new Map(settings.map(({ key, value }) => [key, value]));
  }

  /**
   * One setting by its key, as a list, without secrets. The list is empty for a setting that can be written but not read, and for
   * `force_i18n`.
   * @throws NotFoundError; NoPermissionError, also for a setting of the type `core`
   */
  async read(actor: Actor, key: string, unknownKeys: ReadonlySet<string>): Promise<Setting[]> {
    authorize(actor, 'settings.read');
    const stored = await this.context.dataSource.manager.findOneBy(Setting, { key });
    const setting = stored && isHiddenFrom(actor, stored) ? null : stored;
    assertKnown(setting, key, unknownKeys);
    return isShown(setting) ? [withoutSecrets(setting)] : [];
  }

  /**
   * Changes settings in one transaction. Records `site.changed` only if a value differs.
   * @returns the settings of the request with their new values, except settings that are not shown
   * @throws NotFoundError for an unknown key; BadRequestError for `active_theme`; NoPermissionError, ValidationError
   */
  async edit(actor: Actor, changes: readonly SettingInput[], unknownKeys: ReadonlySet<string>): Promise<Setting[]> {
    authorize(actor, 'settings.edit');
    const inputs = changes.filter((change) => !isWithoutEffect(change));
    if (changes.length > MAX_SETTINGS) {
      throw new ValidationError(`At most ${MAX_SETTINGS} settings can be changed at once.`, { property: 'settings' });
    }
    return inTransaction(this.context.dataSource, this.context, async (scope) => {
      const { manager } = scope;
      const settings = await lockSettings(manager, inputs);
      let isChanged = false;
      for (const input of inputs) {
        const setting = settings.get(input.key) ?? null;
        assertKnown(setting, input.key, unknownKeys);
        isChanged = (await this.store(manager, setting, input)) || isChanged;
      }
      if (isChanged) await recordSiteChanged(scope);
      return [...new Set(inputs.map(({ key }) => key))]
        .flatMap((key) => settings.get(key) ?? [])
        .filter(isShown)
        .map(withoutSecrets);
    });
  }

  /** The title of the site; it is public. */
  siteTitle(): Promise<string> {
    return readSiteTitle(this.context.dataSource.manager);
  }

  /** The settings that describe the site, by key; they are public. */
  async siteIdentity(): Promise<Map<string, string | null>> {
    const settings = await this.context.dataSource.manager.findBy(Setting, { key: In([...identityKeys]) });
    return new Map(settings.map(({ key, value }) => [key, value]));
  }

  /** The feature flags in the setting `labs`: by name, whether the flag is on. */
  labs(): Promise<Record<string, boolean>> {
    return readLabs(this.context.dataSource.manager);
  }

  /** Stores the new value of a setting. @returns whether it differs from the stored value */
  private async store(manager: EntityManager, setting: Setting, input: SettingInput): Promise<boolean> {
    if (setting.key === 'active_theme') {
      throw new BadRequestError('Attempted to change active_theme via settings API', {
        help: 'Please activate theme via the themes API endpoints instead',
      });
    }
    const given = this.toStoredValue(input);
    const value = given === null ? null : withStoredSecrets(setting.key, given, setting.value);
    assertColumns('settings', { value }, { value: settingColumnRule(setting.key) });
    if (setting.key === MEMBER_SUBSCRIPTION_SETTINGS) assertSender(value, setting.value);
    if (value === setting.value) return false;
    setting.value = value;
    setting.updatedAt = this.context.clock.now();
    await manager.update(Setting, { id: setting.id }, { value, updatedAt: setting.updatedAt });
    return true;
  }

  private toStoredValue({ key, value }: SettingInput): string | null {
    if (value === null) return null;
    const text = String(value);
    return imageSettings.has(key) ? toRelativeUrl(text, this.context.siteUrl) : text;
  }
}

/** Whether the actor may not read the setting: it belongs to an external service, and the actor may not edit settings. */
function isHiddenFrom(actor: Actor, { key }: Pick<Setting, 'key'>): boolean {
  return externalServiceSettings.has(key) && reachOf(actor.role, 'settings.edit') === 'none';
}

/** The settings of the inputs by key; their rows are locked until the transaction ends. */
async function lockSettings(manager: EntityManager, inputs: readonly SettingInput[]): Promise<Map<string, Setting>> {
  const keys = inputs.map(({ key }) => key);
  const settings = await manager
    .createQueryBuilder(Setting, 'setting')
    .setLock('pessimistic_write')
    .where('setting.key = any(:keys)', { keys })
    .orderBy('setting.id')
    .getMany();
  return new Map(settings.map((setting) => [setting.key, setting]));
}
