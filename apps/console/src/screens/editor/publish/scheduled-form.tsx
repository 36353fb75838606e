import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import type { DialogProps } from '../editor-props.ts';
import type { Post, PostInput } from '../model/fields.ts';
import { Newsletter } from '../newsletter/newsletter.tsx';
import { useNewsletter } from '../newsletter/use-newsletter.ts';
import { ZonedDateField } from '../time/zoned-date-field.tsx';
import { Actions } from './actions.tsx';
import { isTooSoon } from './minimum-notice.ts';

/**
 * The form that changes the time and the newsletter of a scheduled post, publishes it now, or makes it a draft. As in `PublishForm`, Enter
 * in a field has no effect.
 */
export function ScheduledForm(props: DialogProps & { post: Post; onDone: () => void }) {
  const { postDocument, snapshot, isUploading, post, onDone } = props;
  const t = useTranslations('editor');
  const [at, setAt] = useState(snapshot.fields.published_at);
  const [wasSubmitted, setSubmitted] = useState(false);
  const newsletter = useNewsletter(props);
  const change = useMutation({ mutationFn: (action: PostInput) => postDocument.save(action), onSuccess: onDone });
  const hasNewTime = at !== post.published_at;
  // The drawer with the settings of the post also has a field for this time. If the user has changed that field and not saved the change,
  // `save` would send the time of that field if the action had no `published_at`.
  const sendsTime = hasNewTime || snapshot.fields.published_at !== post.published_at;
  const isRejected = hasNewTime && isTooSoon(at, new Date());
  const submit = (): void => {
    setSubmitted(true);
    if (!isRejected) change.mutate({ ...(sendsTime && { published_at: at }), ...newsletter.input });
  };
  // For null, the Admin API stores the current time of the server. The clock of the browser can be wrong.
  const publishNow = (): void => change.mutate({ status: 'published', published_at: null, ...newsletter.input });
  return (
    <Stack gap="lg">
      <ZonedDateField
        label={t('publishAt')}
        value={at}
        onChange={setAt}
        {...(wasSubmitted && isRejected && { error: t('tooSoon') })}
      />
      <Newsletter {...props} newsletter={newsletter} />
      {change.error && <ErrorNotice error={change.error} />}
      <Actions isUploading={isUploading}>
        <Button variant="default" disabled={change.isPending} onClick={() => change.mutate({ status: 'draft' })}>
          {t('backToDraft')}
        </Button>
        <Button variant="default" disabled={change.isPending || isUploading} onClick={publishNow}>
          {newsletter.isMailed ? newsletter.sendText : t('publishNow')}
        </Button>
        <Button
          disabled={isUploading || (!sendsTime && !newsletter.isChanged)}
          loading={change.isPending}
          onClick={submit}
        >
          {t('saveSchedule')}
        </Button>
      </Actions>
    </Stack>
  );
}
