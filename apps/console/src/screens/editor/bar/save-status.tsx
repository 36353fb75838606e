import { Button, Group, Text } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import { shownStatus } from '../../../api/post-status.ts';
import type { Post } from '../model/fields.ts';
import type { SaveState } from '../model/save-state.ts';
import type { Snapshot } from '../model/snapshot.ts';

interface Props {
  snapshot: Snapshot;
  isUploading: boolean;
  onRetry: () => void;
}

/** The states in which saving works. They are hidden during an upload; the other states need the attention of the user. */
const REGULAR_STATES: readonly SaveState['name'][] = ['saved', 'unsaved', 'saving'];

/** The status of the post or page, and whether its changes are saved. */
export function SaveStatus({ snapshot, isUploading, onRetry }: Props) {
  const t = useTranslations();
  const status = useStatusText(snapshot.post);
  const { name } = snapshot.state;
  const isNewWithoutChanges = !snapshot.post && name === 'saved' && !isUploading;
  const progress = isUploading && REGULAR_STATES.includes(name) ? t('editor.uploading') : t(`editor.state.${name}`);
  return (
    <Group gap="xs" wrap="nowrap" miw={0}>
      <Text size="sm" c="dimmed" truncate role="status">
        {isNewWithoutChanges ? status : `${status} · ${progress}`}
      </Text>
      {(name === 'unreachable' || name === 'refused') && (
        <Button size="compact-xs" variant="default" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      )}
    </Group>
  );
}

function useStatusText(post: Post | undefined): string {
  const t = useTranslations('editor');
  const statusText = useTranslations('posts.statuses');
  const format = useFormatter();
  if (post?.status === 'published') return statusText(shownStatus(post));
  if (post?.status !== 'scheduled' || !post.published_at) return t(post ? 'draft' : 'new');
  const at = format.dateTime(new Date(post.published_at), { dateStyle: 'medium', timeStyle: 'short' });
  return t('scheduledFor', { at });
}
