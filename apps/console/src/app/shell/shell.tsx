import { AppShell, Box, Burger, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { currentUserQuery, ShellUser, useCurrentUser } from '../../api/session.ts';
import { settingsQuery } from '../../api/settings.ts';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { SignInRedirect } from '../../components/sign-in-redirect.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Navigation } from './navigation.tsx';
import classes from './shell.module.css';
import { usePalette } from './use-palette.tsx';

const SignInDialog = lazyPart(async () => ({
  default: (await import('../../components/sign-in-dialog.tsx')).SignInDialog,
}));

/**
 * The layout for signed-in users. When the session ends, it stays on the screen with a sign-in dialog, so that forms keep what the user has
 * typed. When another user signs in, e.g. in another tab, the screen is mounted again: they must not see these forms.
 */
export function Shell() {
  const { data: user } = useQuery(currentUserQuery);
  const [lastUser, setLastUser] = useState(user);
  if (user && user !== lastUser) setLastUser(user);
  if (!lastUser) return <SignInRedirect />;
  return (
    <ShellUser value={lastUser}>
      <Frame key={lastUser.id} />
      {user === null && (
        <PartBoundary>
          <SignInDialog email={lastUser.email ?? ''} />
        </PartBoundary>
      )}
    </ShellUser>
  );
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
      <AppShell.Navbar className={classes['navbar']} mod={{ closed: !isOpen }} aria-label={t('navigation.label')}>
        <Navigation siteTitle={title} onSearch={palette.open} onNavigate={menu.close} />
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
