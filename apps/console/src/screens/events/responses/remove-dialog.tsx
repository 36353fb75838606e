import type { RsvpResponse } from '@almanac/client';
import { Text } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { useRemoveResponse } from './response-queries.ts';

/** Asks before an answer is removed. */
export function RemoveDialog({ response, onClose }: { response: RsvpResponse; onClose: () => void }) {
  const t = useTranslations('answers');
  const { id, name, state } = response;
  const remove = useRemoveResponse(() => {
    notifyDone(t('removed', { name }));
    onClose();
  });
  // Guests who declined or never answered get no mail.
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
