import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';

/** A post that the server refused to change. */
export interface Failure {
  id: string;
  title: string;
  /** The error text of the server. */
  message: string;
  /** An explanation of the error by the server. */
  context?: string;
}

interface Props {
  failures: readonly Failure[];
  onClose: () => void;
}

/** The dialog that lists the posts that the server refused to change, each with the reason. */
export function FailuresDialog({ failures, onClose }: Props) {
  const t = useTranslations('posts');
  const common = useTranslations('common');
  return (
    <Modal
      opened={failures.length > 0}
      onClose={onClose}
      title={
        <Text span fw={650} fz="lg">
          {t('failuresTitle', { count: failures.length })}
        </Text>
      }
      closeButtonProps={{ 'aria-label': common('close') }}
      centered
    >
      <Stack gap="md">
        {failures.map(({ id, title, message, context }) => (
          <div key={id}>
            <Text size="sm" fw={550}>
              {title}
            </Text>
            <Text size="sm">{message}</Text>
            {context && (
              <Text size="sm" c="dimmed">
                {context}
              </Text>
            )}
          </div>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {common('close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
