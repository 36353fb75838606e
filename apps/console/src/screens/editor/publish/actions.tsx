import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import classes from './actions.module.css';

interface Props {
  /** Whether a file is being uploaded. The row then shows why the buttons that publish or save are disabled. */
  isUploading: boolean;
  children: ReactNode;
}

/** The row of buttons at the end of the publish dialog. It stays visible while the fields above it scroll. */
export function Actions({ isUploading, children }: Props) {
  const t = useTranslations('editor');
  return (
    <div className={classes['actions']}>
      <Text size="sm" role="status" {...(isUploading && { mb: 'xs' })}>
        {isUploading && t('uploadRuns')}
      </Text>
      <Group justify="flex-end" gap="sm">
        {children}
      </Group>
    </div>
  );
}
