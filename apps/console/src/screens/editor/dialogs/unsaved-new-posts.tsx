import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useFormatter, useTranslations } from 'use-intl';
import type { EditorProps } from '../editor-props.ts';
import { type LocalCopy, localCopies } from '../model/local-copy.ts';
import { copyKeyPrefix, NEW_POST_ID } from '../use-post-document.ts';

/** The local copies of new posts that the server has not stored, each with buttons to restore or delete it. */
export function UnsavedNewPosts({ type, postDocument, snapshot, user }: EditorProps) {
  const t = useTranslations();
  const format = useFormatter();
  const queryClient = useQueryClient();
  const prefix = `${copyKeyPrefix(user, type)}${NEW_POST_ID}:`;
  const queryKey = ['editor', 'unsaved-new-posts', prefix];
  // Read only once, when the editor opens: later, the list would contain the local copy of the post in this editor.
  const { data: copies = [] } = useQuery({
    queryKey,
    queryFn: () => localCopies.list(prefix),
    staleTime: Infinity,
    gcTime: 0,
  });
  const remove = async ({ key }: LocalCopy): Promise<void> => {
    await localCopies.remove(key);
    queryClient.setQueryData(queryKey, (before: LocalCopy[] = []) => before.filter((copy) => copy.key !== key));
  };
  // The button is disabled after a change in this editor, because the restored copy would replace the change.
  const restore = (copy: LocalCopy): void => {
    postDocument.applyCopiedChanges(copy.changes);
    void remove(copy);
  };
  return copies.map((copy) => (
    <Alert key={copy.key} mb="md" color="accent" variant="light" role="status">
      <Group justify="space-between">
        <Text size="sm">
          {t('editor.unsavedNew', {
            title: copy.changes.title || t('editor.untitled'),
            time: format.dateTime(new Date(copy.keptAt), { dateStyle: 'medium', timeStyle: 'short' }),
          })}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" disabled={snapshot.hasChanges} onClick={() => restore(copy)}>
            {t('editor.unsavedNewOpen')}
          </Button>
          <Button size="xs" variant="subtle" color="gray" onClick={() => void remove(copy)}>
            {t('editor.unsavedNewDiscard')}
          </Button>
        </Group>
      </Group>
    </Alert>
  ));
}
