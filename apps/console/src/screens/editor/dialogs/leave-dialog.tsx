import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { PostDocument } from '../model/post-document.ts';
import type { Snapshot } from '../model/snapshot.ts';

interface Props {
  postDocument: PostDocument;
  snapshot: Snapshot;
}

/** Saves a draft before the user leaves the editor, and asks when changes are still unsaved. */
export function LeaveDialog({ postDocument, snapshot }: Props) {
  const t = useTranslations('editor');
  const [isSaving, setSaving] = useState(false);
  const leaving = useBlocker({
    withResolver: true,
    enableBeforeUnload: () => postDocument.getSnapshot().hasChanges,
    shouldBlockFn: async ({ current, next }) => {
      if (current.pathname === next.pathname || next.pathname.endsWith('/signin')) return false;
      if (postDocument.getSnapshot().hasChanges && postDocument.savesAutomatically())
        await postDocument.save().catch(() => undefined);
      return postDocument.getSnapshot().hasChanges;
    },
  });
  if (leaving.status !== 'blocked') return null;
  const saveAndLeave = async (): Promise<void> => {
    setSaving(true);
    const isSaved = await postDocument.save().then(
      () => true,
      () => false,
    );
    setSaving(false);
    if (isSaved) leaving.proceed();
    else leaving.reset();
  };
  return (
    <Modal opened onClose={leaving.reset} title={t('leaveTitle')}>
      <Stack gap="md">
        <Text size="sm">{t(snapshot.post ? 'leaveText' : 'leaveNewText')}</Text>
        <Group justify="flex-end">
          <Button variant="subtle" color="red" onClick={() => void postDocument.discard().then(leaving.proceed)}>
            {t('leaveDiscard')}
          </Button>
          <Button variant="default" onClick={leaving.reset}>
            {t('leaveStay')}
          </Button>
          <Button loading={isSaving} onClick={() => void saveAndLeave()}>
            {t('leaveSave')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
