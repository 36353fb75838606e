import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  title: string;
  text?: string;
  /** A button or link with the next step. */
  action?: ReactNode;
}

/** A message instead of the content: explains why a screen or list is empty, and can offer the next step. */
export function Message({ title, text, action }: Props) {
  return (
    <Stack align="center" gap="sm" py={64} px="md" ta="center">
      <Title order={2} size="h2">
        {title}
      </Title>
      {text && (
        <Text c="dimmed" maw={480}>
          {text}
        </Text>
      )}
      {action}
    </Stack>
  );
}
