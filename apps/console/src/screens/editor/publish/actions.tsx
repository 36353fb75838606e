import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './actions.module.css';

/** The row of buttons at the end of the publish dialog. It stays visible while the fields above it scroll. */
export function Actions({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm" className={classes['actions']}>
      {children}
    </Group>
  );
}
