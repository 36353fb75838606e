import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useReturnFocus } from '../../../components/use-return-focus.ts';
import type { EditorProps } from '../editor-props.ts';

/**
 * Saves a draft before the user leaves the editor. If changes are still unsaved, or a file is being uploaded, a dialog offers to discard or
 * save the changes, or to stay.
 */
export function LeaveDialog({ postDocument, snapshot, isUploading }: EditorProps) {
  const t = useTranslations();
  const [isSaving, setSaving] = useState(false);
  const blocker = useBlocker({
    withResolver: true,
    enableBeforeUnload: () => postDocument.getSnapshot().hasChanges || isUploading,
    shouldBlockFn: async ({ current, next }) => {
      // The router opens the sign-in screen when the session has ended. A save would fail then, and the browser has a local copy.
      if (current.pathname === next.pathname || next.pathname.endsWith('/signin')) return false;
      if (postDocument.getSnapshot().hasChanges && postDocument.savesAutomatically())
        await postDocument.save().catch(() => undefined);
      return postDocument.getSnapshot().hasChanges || isUploading;
    },
  });
  useReturnFocus(blocker.status === 'blocked');
  if (blocker.status !== 'blocked') return null;
  const saveAndLeave = async (): Promise<void> => {
    setSaving(true);
    const isSaved = await postDocument.save().then(
      () => true,
      () => false,
    );
    setSaving(false);
    if (isSaved) blocker.proceed();
    else blocker.reset();
  };
  const unsavedText = snapshot.post ? 'common.leaveText' : 'editor.leaveNewText';
  return (
    <Modal
      opened
      onClose={blocker.reset}
      title={t('common.leaveTitle')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <Text size="sm">{t(isUploading ? 'editor.leaveUploadText' : unsavedText)}</Text>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={() => void postDocument.close().then(blocker.proceed)}>
            {t('common.leaveDiscard')}
          </Button>
          <Button variant="default" onClick={blocker.reset}>
            {t('common.leaveStay')}
          </Button>
          <Button disabled={isUploading} loading={isSaving} onClick={() => void saveAndLeave()}>
            {t('editor.leaveSave')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
