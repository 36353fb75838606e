import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
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
      <Modal opened={isOpen} onClose={dialog.close} title={t('editor.deleteTitle', { title: name })}>
        <Stack gap="md">
          <Text size="sm">{t('editor.deleteText')}</Text>
          {remove.error && <ErrorNotice error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {t('common.cancel')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('common.delete')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
