import { Skeleton, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';

/** Rows of the height of those that follow, so that nothing moves when they arrive. */
export function SkeletonRows({ rows = 8, height = 44 }: { rows?: number; height?: number }) {
  const t = useTranslations('common');
  return (
    <Stack gap="xs" role="status" aria-label={t('loading')}>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  );
}
