import { Box, Group, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** Buttons beside the title; at most one of them is the primary action. */
  actions?: ReactNode;
  /** Screens with forms are `narrow`, because narrow forms are easier to read. Screens with lists use the full width. */
  width?: 'narrow' | 'full';
  children: ReactNode;
}

/** The frame of a screen: its title, its actions and its content. */
export function Page({ title, actions, width = 'full', children }: Props) {
  useDocumentTitle(`${title} · Almanac`);
  return (
    <Box maw={width === 'narrow' ? 760 : undefined} px={{ base: 'md', sm: 'lg' }} py="md">
      <Group justify="space-between" mb="md" gap="sm" mih={36}>
        <Title order={1} size="h1">
          {title}
        </Title>
        {actions && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Box>
  );
}
