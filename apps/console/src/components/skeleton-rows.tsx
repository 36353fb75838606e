import { Skeleton, Stack } from '@mantine/core';
import { useTranslations } from 'use-intl';

/** Placeholders for rows that load. `height` is the height of a row in px, so that nothing moves when the rows replace them. */
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
