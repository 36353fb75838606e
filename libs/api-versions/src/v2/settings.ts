import { settingsSerializerOf } from '../canary/content/settings';
import type { SettingsSerializer } from '../contract';

/** The second menu came with v3. */
export function withoutSecondaryNavigation(settings: SettingsSerializer): SettingsSerializer {
  return settingsSerializerOf(settings.settings.filter(({ name }) => name !== 'secondary_navigation'));
}
