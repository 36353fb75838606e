import type { AdminContract, Serializer } from '../contract';
import { changeField, computed, without } from '../serialization/fields';
import { booleanSchema } from '../serialization/json-schema';
import { serializerOf } from '../serialization/serializer';
import type { SettingView } from '../views';
import { settingsOfGhost5 } from './content-settings';

/** The names that settings have in Ghost 5, by their names in canary. */
const ghost5Names: Readonly<Record<string, string>> = { active_timezone: 'timezone', default_locale: 'locale' };
const canaryNames = new Map(Object.entries(ghost5Names).map(([canaryName, ghost5Name]) => [ghost5Name, canaryName]));

/**
 * The keys of `settingsOfGhost5` (the public settings that came with Ghost 4 and 5) that Almanac does not compute in the Admin API: it
 * stores the first three, and `version` is not a setting of the Admin API.
 */
const notComputedKeys: ReadonlySet<string> = new Set(['accent_color', 'labs', 'locale', 'version']);

/** Settings of Ghost 5 that Almanac computes. Clients can only read them. */
const computedKeys: ReadonlySet<string> = new Set(
  settingsOfGhost5.map(({ name }) => name).filter((name) => !notComputedKeys.has(name)),
);

/** Whether Almanac computes the setting of Ghost 5 with this key. */
export function isComputedSetting(key: string): boolean {
  return computedKeys.has(key);
}

/** The key that canary uses for a key of Ghost 5. */
export function canarySettingKey(key: string): string {
  return canaryNames.get(key) ?? key;
}

/** The settings of Ghost 5 that Almanac computes, with their values. */
export const computedSettings: AdminContract['computedSettings'] = (settings, site) =>
  settingsOfGhost5
    .filter(({ name }) => isComputedSetting(name))
    .map(({ name, read }) => {
      const value = read(settings, site);
      // As in Ghost 5, lists are JSON strings in the Admin API.
      const computed = Array.isArray(value) ? JSON.stringify(value) : value;
      return { id: name, key: name, type: 'blog', value: null, computed };
    });

/** The serializer of a setting in v5: `key` is its name in Ghost 5; it has `is_read_only`, but no id, type and times. */
export function withKeysOfGhost5(setting: Serializer<SettingView>): Serializer<SettingView> {
  const fields = changeField(setting.fields, 'key', (field) => ({
    ...field,
    read: ({ key }) => ghost5Names[key] ?? key,
  }));
  const withComputed = changeField(fields, 'value', (field) => ({
    ...field,
    schema: {},
    read: (entity, context, selection) => entity.computed ?? field.read(entity, context, selection),
  }));
  return serializerOf([
    ...without(withComputed, 'id', 'type', 'created_at', 'updated_at'),
    computed<SettingView>('is_read_only', booleanSchema, ({ key }) => isComputedSetting(key)),
  ]);
}
