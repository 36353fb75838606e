import type { RsvpSettings } from '@almanac/client';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { answeredOccurrencesQuery } from './response-queries.ts';
import { OccurrenceResponses } from './occurrence-responses.tsx';
import { OccurrenceChoice } from './occurrence-choice.tsx';
import { useResponsesView } from './use-responses-view.ts';
import { defaultOccurrence, type EventWithNextOccurrences, occurrenceOptions } from './occurrences.ts';

/** The answers to one occurrence, as the owner of the event sees them, and the field to choose another occurrence of a series. */
export function ResponsesToOwnEvent({
  details,
  settings,
}: {
  details: EventWithNextOccurrences;
  settings: RsvpSettings;
}) {
  const t = useTranslations('answers');
  const { view, showView } = useResponsesView();
  // The time of the first render: it does not change, so that no occurrence becomes past while the screen is open.
  const [now] = useState(() => Date.now());
  const { event, isAllDay } = details;
  const { data: answered, error, refetch } = useQuery(answeredOccurrencesQuery(event.id));
  // After a failed refetch, the answers stay on the screen.
  if (!answered)
    return error ? <ErrorNotice error={error} onRetry={() => void refetch()} /> : <SkeletonRows rows={3} />;
  const options = occurrenceOptions(details, answered, now);
  const shown = options.find(({ id }) => id === view.occurrence) ?? defaultOccurrence(options);
  if (!shown)
    return (
      <Text size="sm" c="dimmed">
        {t('noOccurrence')}
      </Text>
    );
  const timeZone = event.time.timeZone ?? 'UTC';
  return (
    <>
      {options.length > 1 && (
        <OccurrenceChoice
          options={options}
          value={shown.id}
          timeZone={timeZone}
          isAllDay={isAllDay}
          onChange={(occurrence) => showView({ occurrence })}
        />
      )}
      <OccurrenceResponses key={shown.id} occurrence={shown} timeZone={timeZone} settings={settings} />
    </>
  );
}
