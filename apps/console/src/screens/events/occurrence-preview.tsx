import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useFocusOnRemoval } from '../../components/use-focus-on-removal.ts';
import { previewQuery } from './event-queries.ts';
import classes from './events.module.css';
import type { EventFormValues } from './form-model.ts';
import type { Recurrence } from './recurrence.ts';

const DEBOUNCE_MS = 250;
/** The number of occurrences that the calendar API computes for a preview by default. */
const PREVIEWED_OCCURRENCES = 10;
/** The height of a row, as in `events.module.css`. */
const ROW_HEIGHT_PX = 28;

interface Props {
  form: EventFormValues;
  onChange: (recurrence: Recurrence) => void;
}

/** An instant in the format of EXDATE: `20270302T090000Z`. */
const exdateOf = (instant: string): string => `${new Date(instant).toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`;

const dateOfExdate = (exdate: string): Date =>
  new Date(exdate.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/**
 * The first ten occurrences of the event in the form, each with a button that excludes it. After a change of the times or the
 * recurrence, the calendar API computes them again.
 */
export function OccurrencePreview({ form, onChange }: Props) {
  const t = useTranslations('events');
  const format = useFormatter();
  const headingId = useId();
  const [debouncedForm] = useDebouncedValue(form, DEBOUNCE_MS);
  const { data: occurrences, error, isPlaceholderData } = useQuery(previewQuery(debouncedForm));
  // Whether the list still shows the occurrences before the last change of the form.
  const isOutdated = isPlaceholderData || debouncedForm !== form;
  const { recurrence, timeZone, isAllDay } = form;
  const { exceptions } = recurrence;
  const textOf = (date: Date): string =>
    format.dateTime(date, {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      ...(!isAllDay && { hour: '2-digit', minute: '2-digit' }),
    });
  // After a failed refetch, the occurrences stay on the screen.
  if (!occurrences)
    return error ? <ErrorNotice error={error} /> : <Skeleton h={PREVIEWED_OCCURRENCES * ROW_HEIGHT_PX} />;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} id={headingId} tabIndex={-1}>
        {t('preview')}
      </Text>
      <ol className={classes['preview']} aria-label={t('preview')}>
        {occurrences.map(({ start }) => (
          <PreviewedOccurrence
            key={start}
            start={start}
            text={textOf(new Date(start))}
            headingId={headingId}
            isOutdated={isOutdated}
            onLeaveOut={() => onChange({ ...recurrence, exceptions: [...new Set([...exceptions, exdateOf(start)])] })}
          />
        ))}
      </ol>
      {exceptions.length > 0 && (
        <Group gap="xs" role="group" aria-label={t('exceptions')}>
          <Text size="sm">{t('exceptions')}:</Text>
          {exceptions.map((exception) => (
            <ExceptionButton
              key={exception}
              text={textOf(dateOfExdate(exception))}
              headingId={headingId}
              onInclude={() =>
                onChange({ ...recurrence, exceptions: exceptions.filter((other) => other !== exception) })
              }
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}

interface RowProps {
  /** The formatted start of the occurrence. */
  text: string;
  /** The id of the element that gets the focus when the only row disappears while it has the focus. */
  headingId: string;
}

interface PreviewedProps extends RowProps {
  start: string;
  isOutdated: boolean;
  onLeaveOut: () => void;
}

function PreviewedOccurrence({ start, text, headingId, isOutdated, onLeaveOut }: PreviewedProps) {
  const t = useTranslations('events');
  return (
    <li ref={useFocusOnRemoval<HTMLLIElement>(headingId)} className={classes['previewed']}>
      <time dateTime={start}>{text}</time>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        aria-label={t('leaveOutHint', { date: text })}
        // Not `disabled`, with which the button would lose the focus.
        aria-disabled={isOutdated}
        onClick={() => {
          if (!isOutdated) onLeaveOut();
        }}
      >
        {t('leaveOut')}
      </Button>
    </li>
  );
}

/** The button that includes an excluded occurrence again. */
function ExceptionButton({ text, headingId, onInclude }: RowProps & { onInclude: () => void }) {
  const t = useTranslations('events');
  return (
    <Button
      ref={useFocusOnRemoval<HTMLButtonElement>(headingId)}
      size="compact-xs"
      variant="default"
      aria-label={t('includeAgainHint', { date: text })}
      onClick={onInclude}
    >
      {text} ×
    </Button>
  );
}
