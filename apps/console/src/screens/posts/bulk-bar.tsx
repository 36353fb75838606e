import { Button, Group, Menu, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Role } from '../../api/roles.ts';
import { useCurrentUser } from '../../api/session.ts';
import { postsFor, postsToMail } from './bulk-changes.ts';
import { AccessDialog, DeleteDialog, PublishDialog, ScheduleDialog, TagDialog } from './bulk-dialogs.tsx';
import { FailuresDialog } from './failures-dialog.tsx';
import danger from '../../components/danger.module.css';
import type { ListedPost, PostKind } from './posts-queries.ts';
import { useBulkActions } from './use-bulk-actions.ts';
import classes from './posts.module.css';

interface Props {
  kind: PostKind;
  /** The selected posts. */
  posts: readonly ListedPost[];
  onClear: () => void;
}

const ACTIONS = ['publish', 'schedule', 'unpublish', 'addTag', 'access', 'feature', 'delete'] as const;
type BarAction = (typeof ACTIONS)[number];
/** The actions without a dialog. `publish` has one if some of the posts are mailed to members. */
const DIRECT_ACTIONS: readonly BarAction[] = ['publish', 'unpublish', 'feature'];

/**
 * The actions that the bar offers to a role. `access` changes the visibility, which the server does not let authors change.
 * Contributors get only the deletion of their drafts, although the server also lets them feature these drafts and change their visibility.
 */
function actionsOf(role: Role): readonly BarAction[] {
  if (role === 'Contributor') return ['delete'];
  return role === 'Author' ? ACTIONS.filter((action) => action !== 'access') : ACTIONS;
}

/**
 * The bar with the actions on the selected posts. It is at the bottom of the screen, so that the list does not move when the bar
 * appears.
 */
export function BulkBar({ kind, posts, onClear }: Props) {
  const t = useTranslations('posts');
  const { role } = useCurrentUser();
  const [dialog, setDialog] = useState<BarAction | null>(null);
  const bulk = useBulkActions(kind, posts, () => {
    setDialog(null);
    onClear();
  });
  const choose = (action: BarAction): void => {
    bulk.reset();
    const isMailed = action === 'publish' && postsToMail(action, kind, posts).length > 0;
    // If the action applies to none of the posts, no dialog opens: `run` shows a notice that says so.
    const changesNothing = postsFor(action, posts).length === 0;
    if (changesNothing || (DIRECT_ACTIONS.includes(action) && !isMailed)) bulk.run({ action });
    else setDialog(action);
  };
  const dialogProps = { kind, posts, bulk, onClose: () => setDialog(null) };
  return (
    <>
      {posts.length > 0 && (
        <Group className={classes['bar']} gap="sm" role="region" aria-label={t('selection')}>
          <Text size="sm" fw={550} aria-live="polite">
            {t('selected', { count: posts.length })}
          </Text>
          <ActionButtons actions={actionsOf(role)} isDisabled={bulk.isPending} onChoose={choose} />
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onClear}>
            {t('clearSelection')}
          </Button>
        </Group>
      )}
      {dialog === 'publish' && <PublishDialog {...dialogProps} />}
      {dialog === 'schedule' && <ScheduleDialog {...dialogProps} />}
      {dialog === 'addTag' && <TagDialog {...dialogProps} />}
      {dialog === 'access' && <AccessDialog {...dialogProps} />}
      {dialog === 'delete' && <DeleteDialog {...dialogProps} />}
      <FailuresDialog failures={bulk.failures} onClose={bulk.clearFailures} />
    </>
  );
}

interface ActionsProps {
  actions: readonly BarAction[];
  isDisabled: boolean;
  onChoose: (action: BarAction) => void;
}

/** A button for each action; on a narrow screen a menu. */
function ActionButtons({ actions, isDisabled, onChoose }: ActionsProps) {
  const t = useTranslations('posts');
  return (
    <>
      <Group gap="sm" visibleFrom="sm">
        {actions.map((action) => (
          <Button
            key={action}
            size="compact-sm"
            variant="default"
            className={action === 'delete' ? danger['danger'] : undefined}
            disabled={isDisabled}
            onClick={() => onChoose(action)}
          >
            {t(`actions.${action}`)}
          </Button>
        ))}
      </Group>
      <Menu position="top">
        <Menu.Target>
          <Button hiddenFrom="sm" size="compact-sm" variant="default" disabled={isDisabled}>
            {t('actionsLabel')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map((action) => (
            <Menu.Item
              key={action}
              className={action === 'delete' ? danger['danger'] : undefined}
              onClick={() => onChoose(action)}
            >
              {t(`actions.${action}`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
