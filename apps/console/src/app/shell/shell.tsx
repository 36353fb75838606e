import { AppShell, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { currentUserQuery, useCurrentUser } from '../../api/session.ts';
import { settingsQuery } from '../../api/settings.ts';
import { SignInRedirect } from '../../components/sign-in-redirect.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';
import { usePalette } from './use-palette.tsx';

/** The layout for signed-in users. It redirects to the sign-in screen when the session has ended. */
export function Shell() {
  const { data: user } = useQuery(currentUserQuery);
  return user === null ? <SignInRedirect /> : <Frame />;
}

/** Navigation, command palette and content. */
function Frame() {
  const t = useTranslations();
  const [isOpen, menu] = useDisclosure();
  const palette = usePalette(useCurrentUser());
  const url = useRouterState({ select: ({ location }) => location.href });
  const { data: settings } = useQuery(settingsQuery);
  useEffect(() => menu.close(), [url]);
  const title = typeof settings?.['title'] === 'string' ? settings['title'] : 'Almanac';
  return (
    <AppShell
      navbar={{ width: 224, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      header={{ height: { base: 52, sm: 0 } }}
    >
      <a className={classes['skip']} href="#content">
        {t('common.skipToContent')}
      </a>
      <AppShell.Header hiddenFrom="sm">
        <Group h="100%" px="md" gap="sm">
          <Burger
            size="sm"
            opened={isOpen}
            onClick={menu.toggle}
            aria-label={isOpen ? t('navigation.closeMenu') : t('navigation.openMenu')}
          />
          <Text fw={650}>{title}</Text>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes['navbar']} aria-label={t('navigation.label')}>
        <Navigation siteTitle={title} onSearch={palette.open} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1}>
        <Suspense
          fallback={
            <Box p="lg">
              <SkeletonRows />
            </Box>
          }
        >
          <Outlet />
        </Suspense>
      </AppShell.Main>
      {palette.element}
    </AppShell>
  );
}
