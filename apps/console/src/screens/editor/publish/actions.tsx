import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './actions.module.css';

/** The buttons of the dialog, which stay in sight while its fields scroll. */
export function Actions({ children }: { children: ReactNode }) {
  return (
    <Group justify="flex-end" gap="sm" className={classes['actions']}>
      {children}
    </Group>
  );
}
