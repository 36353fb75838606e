import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLanguage, IconLogout, IconMoon, IconSun, IconUserEdit } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCurrentUser, useSignOut } from '../../api/session.ts';
import { notifyError } from '../../components/notify.tsx';
import { useLazyDropdown } from '../../components/use-lazy-dropdown.ts';
import { AccountButton } from './account-button.tsx';
import { chooseLanguage, LANGUAGES, type Language } from '../../i18n/languages.ts';

const languageNames = Object.entries(LANGUAGES) as [Language, string][];

/**
 * The account menu: profile, appearance, language and sign-out. It loads when its button is pressed, so it opens as soon as it is mounted.
 */
export function AccountDropdown() {
  const t = useTranslations('navigation');
  const tCommon = useTranslations('common');
  const user = useCurrentUser();
  const signOut = useSignOut();
  const { setColorScheme } = useMantineColorScheme();
  const { target, isOpen, setOpen } = useLazyDropdown();
  const requestSignOut = (): void =>
    signOut.mutate(undefined, { onError: (error) => notifyError(tCommon('errorTitle'), error) });
  return (
    <Menu position="top-start" width={240} opened={isOpen} onChange={setOpen}>
      <Menu.Target>
        <AccountButton ref={target} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.name}</Menu.Label>
        <Menu.Item
          leftSection={<IconUserEdit size={16} />}
          renderRoot={(props) => <Link {...props} to="/staff/$slug" params={{ slug: user.slug }} />}
        >
          {t('profile')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('theme')}</Menu.Label>
        <Menu.Item leftSection={<IconSun size={16} />} onClick={() => setColorScheme('light')}>
          {t('themeLight')}
        </Menu.Item>
        <Menu.Item leftSection={<IconMoon size={16} />} onClick={() => setColorScheme('dark')}>
          {t('themeDark')}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceDesktop size={16} />} onClick={() => setColorScheme('auto')}>
          {t('themeAuto')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('language')}</Menu.Label>
        {languageNames.map(([language, name]) => (
          <Menu.Item
            key={language}
            lang={language}
            leftSection={<IconLanguage size={16} />}
            onClick={() => chooseLanguage(language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={requestSignOut}>
          {t('signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
