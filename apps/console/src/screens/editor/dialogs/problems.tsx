import { Alert, Button, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import type { EditorProps } from '../editor-props.ts';
import { CollisionDialog } from './collision-dialog.tsx';
import { Leftovers } from './leftovers.tsx';
import { SignInDialog } from './sign-in-dialog.tsx';

/** The reasons why changes are not saved, with the possible actions. */
export function Problems(props: EditorProps) {
  const { document, snapshot } = props;
  const { state } = snapshot;
  return (
    <>
      {!snapshot.post && <Leftovers {...props} />}
      {snapshot.restoredFrom !== undefined && <Restored at={snapshot.restoredFrom} />}
      {state.name === 'refused' && <ErrorNotice error={state.error} />}
      {state.name === 'collision' && <CollisionDialog {...props} theirs={state.theirs} />}
      {state.name === 'deleted' && <Deleted {...props} />}
      {state.name === 'signed-out' && <SignInDialog email={props.user.email ?? ''} onDone={() => document.resume()} />}
    </>
  );
}

function Restored({ at }: { at: number }) {
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

function Deleted({ type, document }: EditorProps) {
  const t = useTranslations('editor');
  const open = (): void => void document.saveAsNew().then(({ id }) => openPost(type, id));
  return (
    <Alert mb="md" color="red" variant="light" role="alert" title={t('deletedTitle')}>
      <Group justify="space-between">
        <Text size="sm">{t('deletedText')}</Text>
        <Button size="xs" variant="default" onClick={open}>
          {t('saveAsNew')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Opens another post in a new editor. */
export function openPost(type: EditorProps['type'], id: string): void {
  window.location.assign(`/console/${type}/${id}`);
}
