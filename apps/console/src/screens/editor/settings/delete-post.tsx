import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import type { PostType } from '../model/fields.ts';
import type { PostDocument } from '../model/post-document.ts';

interface Props {
  type: PostType;
  postDocument: PostDocument;
  title: string;
}

/** The button that deletes the post after a confirmation. */
export function DeletePost({ type, postDocument, title }: Props) {
  const t = useTranslations();
  const navigate = useNavigate();
  const [isOpen, dialog] = useDisclosure();
  const name = title || t('editor.untitled');
  const remove = useMutation({
    mutationFn: () => postDocument.delete(),
    onSuccess: () => {
      notifyDone(t('editor.deleted', { title: name }));
      void navigate({ to: type === 'posts' ? '/posts' : '/pages', ignoreBlocker: true });
    },
  });
  return (
    <>
      <Button variant="subtle" color="red" onClick={dialog.open} style={{ alignSelf: 'flex-start' }}>
        {t(type === 'posts' ? 'editor.deletePost' : 'editor.deletePage')}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        isDangerous
        title={t('editor.deleteTitle', { title: name })}
        action={t('common.delete')}
        isPending={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate()}
        onClose={dialog.close}
      >
        <Text size="sm">{t('editor.deleteText')}</Text>
      </ConfirmDialog>
    </>
  );
}
