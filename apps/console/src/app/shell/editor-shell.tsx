import { Box } from '@mantine/core';
import { getRouteApi, Outlet } from '@tanstack/react-router';
import { Suspense, useMemo } from 'react';
import { IntlProvider, useLocale, useMessages } from 'use-intl';
import { useUserAtMount } from '../../api/session.ts';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { usePalette } from './use-palette.tsx';

const route = getRouteApi('/editor-shell');

/** The layout of the editor. It stays on the screen when the session ends: the editor itself shows a sign-in dialog. */
export function EditorShell() {
  const palette = usePalette(useUserAtMount());
  const [sharedMessages, editorMessages] = [useMessages(), route.useLoaderData()];
  const messages = useMemo(() => ({ ...sharedMessages, ...editorMessages }), [sharedMessages, editorMessages]);
  return (
    <IntlProvider locale={useLocale()} messages={messages}>
      <Suspense
        fallback={
          <Box p="lg" maw={760} mx="auto">
            <SkeletonRows />
          </Box>
        }
      >
        <Outlet />
      </Suspense>
      {palette.element}
    </IntlProvider>
  );
}
