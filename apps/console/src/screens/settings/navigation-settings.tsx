import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { MenuEditor } from './menu-editor.tsx';
import { navigationSetting, type Settings } from './setting-values.ts';
import { SettingsForm } from './settings-form.tsx';

/** The section of the settings with the two menus of the site. */
export function NavigationSettings({ settings }: { settings: Settings }) {
  const t = useTranslations('settings');
  const [primary, setPrimary] = useState(() => navigationSetting(settings, 'navigation'));
  const [secondary, setSecondary] = useState(() => navigationSetting(settings, 'secondary_navigation'));
  const toSettings = (): Settings => ({
    navigation: JSON.stringify(primary),
    secondary_navigation: JSON.stringify(secondary),
  });
  return (
    <SettingsForm toSettings={toSettings}>
      <Stack gap="xl">
        <MenuEditor title={t('primaryMenu')} items={primary} onChange={setPrimary} />
        <MenuEditor title={t('secondaryMenu')} items={secondary} onChange={setSecondary} />
      </Stack>
    </SettingsForm>
  );
}
