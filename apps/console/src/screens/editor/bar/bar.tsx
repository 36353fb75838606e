import { ActionIcon, Button, Group } from '@mantine/core';
import { IconEye, IconLayoutSidebarRight } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { shownStatus } from '../../../api/post-status.ts';
import type { PostType } from '../model/fields.ts';
import type { Snapshot } from '../model/snapshot.ts';
import type { EditorPermissions } from '../permissions.ts';
import { BackLink } from './back-link.tsx';
import { SaveStatus } from './save-status.tsx';
import classes from './bar.module.css';

interface Props {
  type: PostType;
  snapshot: Snapshot;
  isUploading: boolean;
  permissions: EditorPermissions;
  onSave: () => void;
  onPreview: () => void;
  onPublish: () => void;
  onSettings: () => void;
}

/** The bar with the status of the post or page and the actions of the editor. At most one action is a filled button. */
export function Bar({ type, snapshot, isUploading, permissions, onSave, onPreview, onPublish, onSettings }: Props) {
  const t = useTranslations('editor');
  const statusText = useTranslations('posts.statuses');
  const { post, state, hasChanges } = snapshot;
  const status = post ? shownStatus(post) : 'draft';
  const isDraft = status === 'draft';
  const isNewWithoutChanges = !post && !hasChanges;
  return (
    <div className={classes['bar']}>
      <Group gap="xs" wrap="nowrap" miw={0}>
        <BackLink type={type} />
        <SaveStatus snapshot={snapshot} isUploading={isUploading} onRetry={onSave} />
      </Group>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('preview')}
          title={t('preview')}
          disabled={isNewWithoutChanges}
          onClick={onPreview}
        >
          <IconEye size={20} aria-hidden />
        </ActionIcon>
        {!isDraft && (
          <Button
            variant={hasChanges ? 'filled' : 'default'}
            disabled={!hasChanges || isUploading}
            loading={state.name === 'saving'}
            onClick={onSave}
          >
            {t('update')}
          </Button>
        )}
        {permissions.publish && (
          <Button
            variant={isDraft ? 'filled' : 'default'}
            disabled={isNewWithoutChanges || (isDraft && isUploading)}
            onClick={onPublish}
          >
            {isDraft ? t('publish') : statusText(status)}
          </Button>
        )}
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('settings')} onClick={onSettings}>
          <IconLayoutSidebarRight size={20} aria-hidden />
        </ActionIcon>
      </Group>
    </div>
  );
}
