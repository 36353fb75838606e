import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { shownStatus } from '../../../api/post-status.ts';
import { useReturnFocus } from '../../../components/use-return-focus.ts';
import type { DialogProps } from '../editor-props.ts';
import classes from './actions.module.css';
import { Outcome } from './outcome.tsx';
import { PublishForm } from './publish-form.tsx';
import { PublishedPost } from './published-post.tsx';
import { ScheduledForm } from './scheduled-form.tsx';

/** The dialog that publishes, schedules or unpublishes a post, changes its schedule, and shows the result. */
export default function PublishDialog(props: DialogProps) {
  const t = useTranslations('editor');
  const { postDocument, snapshot, onClose } = props;
  const { post } = snapshot;
  const [isDone, setDone] = useState(false);
  useReturnFocus(true);
  // Keeps the status with which the dialog opened, because publishing changes the status of the post.
  const [status] = useState(post ? shownStatus(post) : 'draft');
  const isPublished = status === 'published' || status === 'sent';
  useEffect(() => {
    // A draft is saved first: the number of recipients depends on whether the stored body has a paywall. An error is ignored,
    // because `state` of the snapshot contains it, too.
    if (postDocument.savesAutomatically()) postDocument.save().catch(() => undefined);
  }, [postDocument]);
  const showOutcome = (): void => setDone(true);
  const title = isDone ? t('outcomeTitle') : t(`publishTitle.${status}`);
  return (
    <Modal.Stack>
      <Modal
        opened
        stackId="publish"
        onClose={onClose}
        size={520}
        classNames={{ content: classes['content'] ?? '' }}
        title={title}
        closeButtonProps={{ 'aria-label': t('closeDialog') }}
      >
        {isDone && post && <Outcome {...props} post={post} />}
        {!isDone && status === 'draft' && <PublishForm {...props} onDone={showOutcome} />}
        {!isDone && status === 'scheduled' && post && <ScheduledForm {...props} post={post} onDone={showOutcome} />}
        {!isDone && isPublished && post && <PublishedPost {...props} post={post} onDone={showOutcome} />}
      </Modal>
    </Modal.Stack>
  );
}
