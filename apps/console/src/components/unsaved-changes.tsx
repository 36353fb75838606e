import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';

interface Props {
  /** Whether the form has changes that are not saved. Called when the user leaves it. */
  hasChanges: () => boolean;
}

/** Asks the user before a form with unsaved changes is left. It does not ask when the session has ended and the sign-in screen opens. */
export function UnsavedChanges({ hasChanges }: Props) {
  const t = useTranslations('common');
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: hasChanges,
    shouldBlockFn: ({ next }) => !next.pathname.endsWith('/signin') && hasChanges(),
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <Modal opened onClose={blocker.reset} title={t('leaveTitle')} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="md">
        <Text size="sm">{t('leaveText')}</Text>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={blocker.proceed}>
            {t('leaveDiscard')}
          </Button>
          <Button onClick={blocker.reset}>{t('leaveStay')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
