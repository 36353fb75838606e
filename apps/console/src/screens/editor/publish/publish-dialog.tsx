import { Modal } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { DialogProps } from '../editor-props.ts';
import classes from './actions.module.css';
import { Outcome } from './outcome.tsx';
import { PublishForm } from './publish-form.tsx';
import { PublishedPost } from './published-post.tsx';
import { ScheduledForm } from './scheduled-form.tsx';

/** Publishes or schedules a post, changes a schedule, and shows the result. */
export default function PublishDialog(props: DialogProps) {
  const t = useTranslations('editor');
  const { document, snapshot, permissions, onClose } = props;
  const { post } = snapshot;
  const [isDone, setDone] = useState(false);
  const [status] = useState(post?.status ?? 'draft');
  useEffect(() => {
    // Who gets a newsletter depends on the body that the server has. The state of the editor shows an error.
    if (document.isSavedByItself()) document.save().catch(() => undefined);
  }, [document]);
  const done = (): void => setDone(true);
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
        {isDone && post && <Outcome post={post} permissions={permissions} onClose={onClose} />}
        {!isDone && status === 'draft' && <PublishForm {...props} onDone={done} />}
        {!isDone && status === 'scheduled' && post && <ScheduledForm {...props} post={post} onDone={done} />}
        {!isDone && status === 'published' && post && <PublishedPost {...props} post={post} onDone={done} />}
      </Modal>
    </Modal.Stack>
  );
}
