import { settingsSerializerOf } from '../canary/content/settings';
import type { SettingsSerializer } from '../contract';

/** Removes the second menu, which came with v3. */
export function withoutSecondaryNavigation(settings: SettingsSerializer): SettingsSerializer {
  return settingsSerializerOf(settings.settings.filter(({ name }) => name !== 'secondary_navigation'));
}
