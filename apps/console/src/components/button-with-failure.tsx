import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** A button, and the notice that what it opens could not be loaded. */
export function ButtonWithFailure({ children }: { children: ReactNode }) {
  const t = useTranslations('common');
  return (
    <Stack gap={4}>
      {children}
      <Text size="xs" c="red" role="alert">
        {t('fieldFailed')}
      </Text>
    </Stack>
  );
}
