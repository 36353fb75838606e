import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
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
  // While the dialog fades out, `failures` is already empty.
  const [shown, setShown] = useState(failures);
  if (failures.length > 0 && shown !== failures) setShown(failures);
  return (
    <Modal
      opened={failures.length > 0}
      onClose={onClose}
      title={
        <Text span fw={650} fz="lg">
          {t('failuresTitle', { count: shown.length })}
        </Text>
      }
      closeButtonProps={{ 'aria-label': common('close') }}
      centered
    >
      <Stack gap="md">
        {shown.map(({ id, title, message, context }) => (
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
