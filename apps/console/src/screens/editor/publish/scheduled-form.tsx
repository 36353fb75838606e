import { Button, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import type { DialogProps } from '../editor-props.ts';
import type { Post, PostInput } from '../model/fields.ts';
import { Newsletter } from '../newsletter/newsletter.tsx';
import { useNewsletter } from '../newsletter/use-newsletter.ts';
import { ZonedDateField } from '../time/zoned-date-field.tsx';
import { Actions } from './actions.tsx';
import { isTooSoon } from './minimum-notice.ts';

/** The form that changes the time and the newsletter of a scheduled post, publishes it now, or makes it a draft. */
export function ScheduledForm(props: DialogProps & { post: Post; onDone: () => void }) {
  const { postDocument, snapshot, post, onDone } = props;
  const t = useTranslations('editor');
  const [at, setAt] = useState(snapshot.fields.published_at);
  const [wasSubmitted, setSubmitted] = useState(false);
  const newsletter = useNewsletter(props);
  const change = useMutation({ mutationFn: (action: PostInput) => postDocument.save(action), onSuccess: onDone });
  const hasNewTime = at !== post.published_at;
  // The drawer with the settings of the post also has a field for the time, and its change can be unsaved. `save` would send the time of
  // that field if the action had no `published_at`.
  const sendsTime = hasNewTime || snapshot.fields.published_at !== post.published_at;
  const isRejected = hasNewTime && isTooSoon(at, new Date());
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setSubmitted(true);
    if (!isRejected) change.mutate({ ...(sendsTime && { published_at: at }), ...newsletter.input });
  };
  // For null, the Admin API stores the current time of the server. The clock of the browser can be wrong.
  const publishNow = (): void => change.mutate({ status: 'published', published_at: null, ...newsletter.input });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <ZonedDateField
          label={t('publishAt')}
          value={at}
          onChange={setAt}
          {...(wasSubmitted && isRejected && { error: t('tooSoon') })}
        />
        <Newsletter {...props} newsletter={newsletter} />
        {change.error && <ErrorNotice error={change.error} />}
        <Actions>
          <Button variant="default" disabled={change.isPending} onClick={() => change.mutate({ status: 'draft' })}>
            {t('backToDraft')}
          </Button>
          <Button variant="default" disabled={change.isPending} onClick={publishNow}>
            {newsletter.isMailed ? newsletter.sendText : t('publishNow')}
          </Button>
          <Button type="submit" disabled={!sendsTime && !newsletter.isChanged} loading={change.isPending}>
            {t('saveSchedule')}
          </Button>
        </Actions>
      </Stack>
    </form>
  );
}
