import { Box } from '@mantine/core';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useUserAtMount } from '../../api/session.ts';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { usePalette } from './use-palette.tsx';

/** The layout of the editor. It stays on the screen when the session ends: the editor itself shows a sign-in dialog. */
export function EditorShell() {
  const palette = usePalette(useUserAtMount());
  return (
    <>
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
    </>
  );
}
