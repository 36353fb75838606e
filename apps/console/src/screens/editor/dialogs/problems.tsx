import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { SignInDialog } from '../../../components/sign-in-dialog.tsx';
import type { EditorProps } from '../editor-props.ts';
import { CollisionDialog } from './collision-dialog.tsx';
import { openPost } from './open-post.ts';
import { UnsavedNewPosts } from './unsaved-new-posts.tsx';

/** The notices and dialogs about changes that could not be saved, and about local copies of unsaved changes. */
export function Problems(props: EditorProps) {
  const { postDocument, snapshot } = props;
  const { state } = snapshot;
  return (
    <>
      {!snapshot.post && <UnsavedNewPosts {...props} />}
      {snapshot.restoredCopyAt !== undefined && <RestoredNotice at={snapshot.restoredCopyAt} />}
      {state.name === 'refused' && <ErrorNotice error={state.error} />}
      {state.name === 'collision' && <CollisionDialog {...props} storedPost={state.storedPost} />}
      {state.name === 'deleted' && <DeletedNotice {...props} />}
      {state.name === 'signed-out' && (
        <SignInDialog email={props.user.email ?? ''} onDone={() => postDocument.resume()} />
      )}
    </>
  );
}

/** @param props `at` is the time at which the local copy was stored, in milliseconds since 1970 */
function RestoredNotice({ at }: { at: number }) {
  const t = useTranslations('editor');
  const format = useFormatter();
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  const time = format.dateTime(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Alert mb="md" color="accent" variant="light" role="status" withCloseButton onClose={() => setShown(false)}>
      {t('restored', { time })}
    </Alert>
  );
}

function DeletedNotice({ type, postDocument }: EditorProps) {
  const t = useTranslations('editor');
  const saveAsNew = useMutation({ mutationFn: async () => openPost(type, (await postDocument.saveAsNew()).id) });
  return (
    <>
      <Alert mb="md" color="red" variant="light" role="alert" title={t('deletedTitle')}>
        <Group justify="space-between">
          <Text size="sm">{t('deletedText')}</Text>
          <Button size="xs" variant="default" loading={saveAsNew.isPending} onClick={() => saveAsNew.mutate()}>
            {t('saveAsNew')}
          </Button>
        </Group>
      </Alert>
      {saveAsNew.error && <ErrorNotice error={saveAsNew.error} />}
    </>
  );
}
