import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { rsvpQuery } from './response-queries.ts';
import type { EventWithNextOccurrences } from './occurrences.ts';

/**
 * Shows the places of the next occurrence to a user who does not own the event: how many are taken, the capacity, and the number of
 * answers on the waiting list.
 */
export function TakenPlaces({ details: { event, nextOccurrences } }: { details: EventWithNextOccurrences }) {
  const t = useTranslations('answers');
  const [next] = nextOccurrences;
  return (
    <>
      {next && <Places occurrenceId={next.occurrence.id} />}
      <Text size="sm" c="dimmed">
        {t('foreignText', { name: event.owner.name })}
      </Text>
    </>
  );
}

function Places({ occurrenceId }: { occurrenceId: string }) {
  const t = useTranslations('answers');
  const { data, error, isPending, refetch } = useQuery(rsvpQuery(occurrenceId));
  // After a failed refetch, the previous result stays on the screen.
  if (error && data === undefined) return <ErrorNotice error={error} onRetry={() => void refetch()} />;
  if (isPending) return <Skeleton h={24} />;
  if (!data) return null;
  const { capacity, placesTaken: places, waiting } = data;
  return (
    <Text size="sm">
      {t('next')}: {capacity === null ? t('placesTaken', { places }) : t('placesTakenOf', { places, capacity })}
      {waiting > 0 && `, ${t('waitingCount', { count: waiting })}`}
    </Text>
  );
}
