import type { RsvpResponse } from '@almanac/client';
import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { useRemoveResponse } from './response-queries.ts';

/** The dialog that removes an answer after a confirmation. */
export function RemoveDialog({ response, onClose }: { response: RsvpResponse; onClose: () => void }) {
  const t = useTranslations('answers');
  const { id, name, state } = response;
  const remove = useRemoveResponse(() => {
    notifyDone(t('removed', { name }));
    onClose();
  });
  // The server mails no notice to guests who declined or never answered.
  const isMailed = state !== 'DECLINED' && state !== 'UNANSWERED';
  return (
    <ConfirmDialog
      isOpen
      title={t('removeTitle', { name })}
      action={t('remove')}
      isDangerous
      isPending={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutate(id)}
      onClose={onClose}
    >
      <Text size="sm">{t(isMailed ? 'removeText' : 'removeSilentText')}</Text>
    </ConfirmDialog>
  );
}
