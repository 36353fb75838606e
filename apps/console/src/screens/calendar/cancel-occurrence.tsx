import type { Occurrence } from '@almanac/client';
import { Button, Group } from '@mantine/core';
import { IconCalendarOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { withCalendar } from '../../api/calendar.ts';
import { notifyDone, notifyError, notifyUndoable } from '../../components/notify.tsx';
import { useRefreshItems } from './calendar-queries.ts';
import { titleOf } from './items.ts';

/** The button that cancels one occurrence of a series. A notification then offers to undo the cancellation. */
export function CancelOccurrence({ node, onDone }: { node: Occurrence; onDone: () => void }) {
  const t = useTranslations('calendar');
  const { id } = node.occurrence;
  const title = titleOf(node.info, navigator.languages);
  const onSettled = useRefreshItems();
  const onError = (error: Error): void => notifyError(t('changeFailed', { title }), error);
  const undoCancel = useMutation({
    // Setting the old status ends the cancellation. Other changes of the occurrence, e.g. of its time, stay.
    mutationFn: () => withCalendar((calendar) => calendar.changeOccurrence({ id, status: node.status })),
    onSuccess: () => notifyDone(t('undone', { title })),
    onSettled,
    onError,
  });
  const cancel = useMutation({
    mutationFn: () => withCalendar((calendar) => calendar.cancelOccurrence(id)),
    onSuccess: () => {
      notifyUndoable(t('occurrenceCancelled', { title }), t('undo'), () => undoCancel.mutate());
      onDone();
    },
    onSettled,
    onError,
  });
  return (
    <Group>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconCalendarOff size={16} aria-hidden />}
        loading={cancel.isPending}
        onClick={() => cancel.mutate()}
      >
        {t('cancelOccurrence')}
      </Button>
    </Group>
  );
}
