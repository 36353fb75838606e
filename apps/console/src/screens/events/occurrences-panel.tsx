import type { Occurrence } from '@almanac/client';
import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { withCalendar } from '../../api/calendar.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { notifyDone, notifyError, notifyUndoable } from '../../components/notify.tsx';
import { useFocusOnRemoval } from '../../components/use-focus-on-removal.ts';
import { titleOf } from '../calendar/items.ts';
import { allOverridesQuery, SHOWN_OVERRIDES, useRefreshEvents } from './event-queries.ts';
import classes from './events.module.css';

const OccurrenceDialog = lazyPart(async () => ({
  default: (await import('./occurrence-dialog.tsx')).OccurrenceDialog,
}));

/** The id of the heading of the next occurrences. */
const NEXT_HEADING_ID = 'next-occurrences';

interface Props {
  details: { event: { id: string }; overrides: Occurrence[]; nextOccurrences: Occurrence[] };
  /** Whether the user is the owner of the event, and may change its occurrences. */
  isOwn: boolean;
}

/** The next occurrences of a series, and its changed and cancelled occurrences. */
export function OccurrencesPanel({ details: { event, overrides, nextOccurrences }, isOwn }: Props) {
  const t = useTranslations('events');
  const [edited, setEdited] = useState<Occurrence>();
  const cancel = useCancel();
  // A request can end when the user has closed its dialog and opened that of another occurrence.
  const close = (): void => setEdited((current) => (current === edited ? undefined : current));
  return (
    <Stack gap="md" mt="xl">
      <section aria-labelledby={NEXT_HEADING_ID}>
        <Title order={2} size="h2" id={NEXT_HEADING_ID} tabIndex={-1} mb="xs">
          {t('next')}
        </Title>
        {nextOccurrences.length === 0 && <Text size="sm">{t('noNext')}</Text>}
        {nextOccurrences.map((node) => (
          <OccurrenceRow key={node.occurrence.id} node={node}>
            {isOwn && (
              <>
                <Button size="compact-sm" variant="default" onClick={() => setEdited(node)}>
                  {t('change')}
                </Button>
                <Button size="compact-sm" variant="default" onClick={() => cancel(node)}>
                  {t('cancelOccurrence')}
                </Button>
              </>
            )}
          </OccurrenceRow>
        ))}
      </section>
      {overrides.length > 0 && <ChangedOccurrences eventId={event.id} overrides={overrides} isOwn={isOwn} />}
      {edited && (
        <PartBoundary>
          <OccurrenceDialog node={edited} onClose={close} />
        </PartBoundary>
      )}
    </Stack>
  );
}

interface ChangedProps {
  eventId: string;
  /** The first overrides of the event: at most `SHOWN_OVERRIDES` and one more. */
  overrides: Occurrence[];
  isOwn: boolean;
}

/** The changed and cancelled occurrences. If there are more than `SHOWN_OVERRIDES`, a button loads all of them. */
function ChangedOccurrences({ eventId, overrides, isOwn }: ChangedProps) {
  const t = useTranslations('events');
  const restore = useRestore('restored', (id: string) => withCalendar((calendar) => calendar.restoreOccurrence(id)));
  const [isAllRequested, setAllRequested] = useState(false);
  const hasMore = overrides.length > SHOWN_OVERRIDES;
  const { data: all, error, refetch } = useQuery({ ...allOverridesQuery(eventId), enabled: hasMore && isAllRequested });
  const shown = hasMore && all ? all : overrides.slice(0, SHOWN_OVERRIDES);
  return (
    <section aria-labelledby="changed-occurrences">
      <Title order={2} size="h2" id="changed-occurrences" mb="xs">
        {t('changedOccurrences')}
      </Title>
      {shown.map((node) => (
        <OccurrenceRow key={node.occurrence.id} node={node}>
          {isOwn && (
            <Button size="compact-sm" variant="default" onClick={() => restore.mutate(node.occurrence.id)}>
              {t('restore')}
            </Button>
          )}
        </OccurrenceRow>
      ))}
      {hasMore && !all && (
        <Group mt="sm">
          <Text size="sm">{t('firstChanged', { count: SHOWN_OVERRIDES })}</Text>
          <Button
            size="compact-sm"
            variant="default"
            loading={isAllRequested && !error}
            onClick={() => setAllRequested(true)}
          >
            {t('showAllChanged')}
          </Button>
        </Group>
      )}
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
    </section>
  );
}

/** The mutation that calls `restore` and reports the result. @param doneText the key of the text that reports the success */
function useRestore<Variable>(doneText: 'restored' | 'uncancelled', restore: (variable: Variable) => Promise<unknown>) {
  const t = useTranslations('events');
  const refresh = useRefreshEvents();
  return useMutation({
    mutationFn: restore,
    onSuccess: () => notifyDone(t(doneText)),
    onError: (error) => notifyError(t('changeFailed'), error),
    onSettled: refresh,
  });
}

/** @returns a function that cancels an occurrence, and then offers to undo the cancellation */
function useCancel(): (node: Occurrence) => void {
  const t = useTranslations('events');
  const refresh = useRefreshEvents();
  // Setting the old status ends the cancellation. Other changes of the occurrence stay; `restoreOccurrence` would delete them.
  const undoCancel = useRestore('uncancelled', ({ occurrence: { id }, status }: Occurrence) =>
    withCalendar((calendar) => calendar.changeOccurrence({ id, status })),
  );
  const cancel = useMutation({
    mutationFn: ({ occurrence: { id } }: Occurrence) => withCalendar((calendar) => calendar.cancelOccurrence(id)),
    onSuccess: (_, node) => notifyUndoable(t('cancelled'), t('undo'), () => undoCancel.mutate(node)),
    onError: (error) => notifyError(t('changeFailed'), error),
    onSettled: refresh,
  });
  return cancel.mutate;
}

function OccurrenceRow({ node, children }: { node: Occurrence; children: ReactNode }) {
  const t = useTranslations('events');
  const format = useFormatter();
  const { start, timeZone } = node.occurrence;
  const options = node.isAllDay
    ? ({ timeZone, dateStyle: 'full' } as const)
    : ({ timeZone, dateStyle: 'full', timeStyle: 'short' } as const);
  return (
    <div ref={useFocusOnRemoval<HTMLDivElement>(NEXT_HEADING_ID)} className={classes['occurrence']}>
      <div>
        <Text size="sm" td={node.status === 'cancelled' ? 'line-through' : undefined}>
          {format.dateTime(new Date(start), options)}
        </Text>
        <Text size="xs" c="dimmed">
          {titleOf(node.info, navigator.languages)}
          {node.status === 'cancelled' && (
            <Badge ml="xs" size="sm" variant="default">
              {t('statuses.cancelled')}
            </Badge>
          )}
        </Text>
      </div>
      <Group gap="xs" wrap="nowrap">
        {children}
      </Group>
    </div>
  );
}
