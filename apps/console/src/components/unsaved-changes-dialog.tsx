import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useKeepDrawerOpen } from './side-drawer.tsx';
import { useReturnFocus } from './use-return-focus.ts';

/** The dialog of `UnsavedChanges`. It loads when the user leaves a form with unsaved changes. */
export default function UnsavedChangesDialog({ onDecide }: { onDecide: (isLeaving: boolean) => void }) {
  const t = useTranslations('common');
  useKeepDrawerOpen(true);
  useReturnFocus(true);
  const stay = (): void => onDecide(false);
  return (
    <Modal opened onClose={stay} title={t('leaveTitle')} closeButtonProps={{ 'aria-label': t('close') }}>
      <Stack gap="md">
        <Text size="sm">{t('leaveText')}</Text>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={() => onDecide(true)}>
            {t('leaveDiscard')}
          </Button>
          <Button onClick={stay}>{t('leaveStay')}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
