import { Button, Checkbox, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTimeZone, useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import type { DialogProps } from '../editor-props.ts';
import type { Fields, PostInput } from '../model/fields.ts';
import { Newsletter } from '../newsletter/newsletter.tsx';
import { useNewsletter } from '../newsletter/use-newsletter.ts';
import { ZonedDateField } from '../time/zoned-date-field.tsx';
import { suggestedTime } from '../time/suggested-time.ts';
import { Actions } from './actions.tsx';
import { isTooSoon } from './minimum-notice.ts';
import { publishNowInput } from './publish-now-input.ts';

/**
 * The form that publishes or schedules a draft: the times of publication and of unpublishing, the destination (site, mail or both) and the
 * recipients. It is not a `form` element: Enter in a field would press its submit button.
 */
export function PublishForm(props: DialogProps & { onDone: () => void }) {
  const { postDocument, snapshot, isUploading, onClose, onDone } = props;
  const t = useTranslations('editor');
  const time = usePublishTime(snapshot.fields);
  const newsletter = useNewsletter(props);
  const [wasSubmitted, setSubmitted] = useState(false);
  const publish = useMutation({
    mutationFn: () => postDocument.save({ ...time.input, ...newsletter.input }),
    onSuccess: onDone,
  });
  const submit = (): void => {
    setSubmitted(true);
    if (!time.isTooSoon() && !time.isEndMissing) publish.mutate();
  };
  const publishText = newsletter.isMailed ? newsletter.sendText : t('publishNow');
  return (
    <Stack gap="lg">
      <PublishTimeFields time={time} wasSubmitted={wasSubmitted} />
      <Newsletter {...props} newsletter={newsletter} />
      {publish.error && <ErrorNotice error={publish.error} />}
      <Actions isUploading={isUploading}>
        <Button variant="default" onClick={onClose}>
          {t('notYet')}
        </Button>
        <Button disabled={isUploading} loading={publish.isPending} onClick={submit}>
          {time.isLater ? t('schedule') : publishText}
        </Button>
      </Actions>
    </Stack>
  );
}

/**
 * The state of the time fields. `at` is the time of publication; it is used if `isLater` is true. At first it is the stored time, e.g. of a
 * post that was created in the calendar, if this time is not too soon. `end` is the time of unpublishing; it is used if `hasEnd` is true.
 * Both are ISO 8601; null while the field is empty.
 */
function usePublishTime({ published_at: storedTime, unpublish_at: storedEnd }: Fields) {
  const [isLater, setLater] = useState(false);
  const timeZone = useTimeZone() ?? 'UTC';
  const [at, setAt] = useState(() => initialTime(storedTime, timeZone));
  const [end, setEnd] = useState(storedEnd);
  const [hasEnd, setHasEnd] = useState(Boolean(storedEnd));
  const input: PostInput = {
    ...(isLater ? { status: 'scheduled', published_at: at } : publishNowInput(storedTime, new Date())),
    unpublish_at: hasEnd ? end : null,
  };
  return {
    isLater,
    setLater,
    at,
    setAt,
    end,
    setEnd,
    hasEnd,
    setHasEnd,
    input,
    isTooSoon: (): boolean => isLater && isTooSoon(at, new Date()),
    isEndMissing: hasEnd && !end,
  };
}

function initialTime(storedTime: string | null, timeZone: string): string | null {
  const now = new Date();
  return isTooSoon(storedTime, now) ? suggestedTime(now, timeZone) : storedTime;
}

interface TimeProps {
  time: ReturnType<typeof usePublishTime>;
  wasSubmitted: boolean;
}

function PublishTimeFields({ time, wasSubmitted }: TimeProps) {
  const t = useTranslations('editor');
  const { isLater, setLater, at, setAt, end, setEnd, hasEnd, setHasEnd } = time;
  return (
    <Stack gap="md">
      <Radio.Group
        label={t('when')}
        value={isLater ? 'later' : 'now'}
        onChange={(value) => setLater(value === 'later')}
      >
        <Stack gap="sm" mt="xs">
          <Radio value="now" label={t('rightNow')} data-autofocus />
          <Radio value="later" label={t('atATime')} />
        </Stack>
      </Radio.Group>
      {isLater && (
        <ZonedDateField
          label={t('publishAt')}
          value={at}
          onChange={setAt}
          {...(wasSubmitted && time.isTooSoon() && { error: t('tooSoon') })}
        />
      )}
      <Checkbox label={t('withEnd')} checked={hasEnd} onChange={(event) => setHasEnd(event.currentTarget.checked)} />
      {hasEnd && (
        <ZonedDateField
          label={t('unpublishAt')}
          value={end}
          onChange={setEnd}
          {...(wasSubmitted && time.isEndMissing && { error: t('endMissing') })}
        />
      )}
    </Stack>
  );
}
