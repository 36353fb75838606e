import type { RsvpCounts, RsvpSettings, RsvpState } from '@almanac/client';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { withCalendar } from '../../../api/calendar.ts';
import { ErrorNotice } from '../../../components/error-notice.tsx';
import { notifyError } from '../../../components/notify.tsx';
import { saveBlob } from '../../../components/save-blob.ts';
import { SkeletonRows } from '../../../components/skeleton-rows.tsx';
import { dayIn } from '../../calendar/plain-date.ts';
import { ResponseCounts } from './response-counts.tsx';
import { responsesQuery } from './response-queries.ts';
import { ResponsesTable } from './responses-table.tsx';
import { GuestLink } from './guest-link.tsx';
import type { OccurrenceOption } from './occurrences.ts';
import { RSVP_STATES } from './states.ts';
import { useResponsesView } from './use-responses-view.ts';

interface Props {
  occurrence: OccurrenceOption;
  /** The zone of the event. */
  timeZone: string;
  settings: RsvpSettings;
}

/** The answers to an occurrence: the numbers of guests by state, the URL of the page on which guests answer, and the list of guests. */
export function OccurrenceResponses({ occurrence, timeZone, settings }: Props) {
  const t = useTranslations();
  const { view, showView } = useResponsesView();
  const state = view.answer;
  const showState = (answer: RsvpState | undefined): void =>
    showView({ occurrence: occurrence.id, ...(answer && { answer }) });
  const list = useInfiniteQuery(responsesQuery(occurrence.id, state));
  const { data, error, isPending, isPlaceholderData, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = list;
  const counts = data?.pages[0]?.counts;
  const responses = data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  const hasGuests = counts !== undefined && guestCountOf(counts) > 0;
  return (
    <>
      {counts && hasGuests && <ResponseCounts counts={counts} capacity={settings.capacity} />}
      <GuestLink occurrence={occurrence} acceptsResponses={settings.isOpen} />
      {(hasGuests || state !== undefined) && (
        <Group justify="space-between" gap="sm" wrap="nowrap">
          <NativeSelect
            size="xs"
            flex={1}
            maw={220}
            aria-label={t('answers.answer')}
            value={state ?? ''}
            onChange={({ currentTarget: { value } }) => showState(RSVP_STATES.find((known) => known === value))}
            data={[
              { value: '', label: t('answers.all') },
              ...RSVP_STATES.map((value) => ({ value, label: t(`answers.groups.${value}`) })),
            ]}
          />
          <DownloadButton id={occurrence.id} day={dayIn(occurrence.start, timeZone)} />
        </Group>
      )}
      {isPending && <SkeletonRows rows={4} height={48} />}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {responses.length > 0 && <ResponsesTable responses={responses} />}
      {data && !isPlaceholderData && responses.length === 0 && (
        <Text size="sm" c="dimmed" py="sm">
          {t(state === undefined ? 'answers.noneYet' : 'answers.noneOfState')}
        </Text>
      )}
      {hasNextPage && (
        <Group>
          <Button size="xs" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('common.more')}
          </Button>
        </Group>
      )}
    </>
  );
}

/** The number of guests who have answered or got a link by mail. */
function guestCountOf({ attending, maybe, declined, waiting, unanswered }: RsvpCounts): number {
  return attending + maybe + declined + waiting + unanswered;
}

/** @param day the day of the occurrence, for the name of the file */
function DownloadButton({ id, day }: { id: string; day: string }) {
  const t = useTranslations('answers');
  const download = useMutation({
    mutationFn: () => withCalendar((calendar) => calendar.rsvpResponsesCsv(id)),
    onSuccess: (csv) => saveBlob(new Blob([csv], { type: 'text/csv;charset=utf-8' }), `${t('fileName', { day })}.csv`),
    onError: (error) => notifyError(t('notDownloaded'), error),
  });
  return (
    <Button
      size="xs"
      variant="default"
      flex="none"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {t('download')}
    </Button>
  );
}
