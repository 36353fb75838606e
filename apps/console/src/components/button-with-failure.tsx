import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';

/** A button with a notice below it: the part of the screen that the button opens could not be loaded. */
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
