import { AppShell, Button, Group, Kbd, NavLink, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouterState } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { configQuery } from '../../api/config.ts';
import { useCurrentUser } from '../../api/session.ts';
import { AccountMenu } from './account-menu.tsx';
import { SCREEN_GROUPS, SCREENS } from './screens.ts';
import classes from './shell.module.css';

/** Whether the device is from Apple, so that its keyboard has a ⌘ key. */
const isApple = (): boolean => /Mac|iPad|iPhone/.test(navigator.userAgent);

const isCurrent = (path: string, to: string): boolean => (to === '/' ? path === '/' : path.startsWith(to));

interface Props {
  siteTitle: string;
  /** Opens the command palette. */
  onSearch: () => void;
  /** Called when the user clicks the link of a screen, also that of the current screen. */
  onNavigate: () => void;
}

export function Navigation({ siteTitle, onSearch, onNavigate }: Props) {
  const t = useTranslations('navigation');
  const { data: config } = useSuspenseQuery(configQuery);
  return (
    <>
      <AppShell.Section p="md" pb="xs" visibleFrom="sm">
        <Text fw={650} truncate>
          {siteTitle}
        </Text>
      </AppShell.Section>
      <AppShell.Section px="sm" py="sm">
        <Button
          fullWidth
          variant="default"
          size="xs"
          classNames={{ label: classes['search'] }}
          leftSection={<IconSearch size={14} aria-hidden />}
          rightSection={<Kbd size="xs">{isApple() ? '⌘K' : 'Ctrl K'}</Kbd>}
          onClick={onSearch}
        >
          {t('openPalette')}
        </Button>
      </AppShell.Section>
      <AppShell.Section grow px="sm" className={classes['screens']}>
        <ScreenLinks onClick={onNavigate} />
      </AppShell.Section>
      <AppShell.Section p="sm">
        <Group gap="xs" justify="space-between" wrap="nowrap">
          <AccountMenu />
          <Button
            component="a"
            href={config.siteUrl}
            target="_blank"
            rel="noopener"
            size="compact-sm"
            variant="subtle"
            color="gray"
            rightSection={<IconExternalLink size={14} aria-hidden />}
          >
            {t('viewSite')}
          </Button>
        </Group>
      </AppShell.Section>
    </>
  );
}

function ScreenLinks({ onClick }: { onClick: () => void }) {
  const t = useTranslations('navigation');
  const { role } = useCurrentUser();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const groups = SCREEN_GROUPS.map((group) =>
    SCREENS.filter((screen) => screen.group === group && screen.roles.includes(role)),
  );
  return groups
    .filter((screens) => screens.length > 0)
    .map((screens) => (
      <Stack key={screens[0]?.group} gap={2} mb="md">
        {screens.map(({ name, to, icon: Icon }) => (
          <NavLink
            key={name}
            className={classes['link']}
            renderRoot={(props) => <Link {...props} to={to} />}
            onClick={onClick}
            label={t(name)}
            leftSection={<Icon size={17} stroke={1.7} aria-hidden />}
            active={isCurrent(path, to)}
            aria-current={isCurrent(path, to) ? 'page' : undefined}
          />
        ))}
      </Stack>
    ));
}
