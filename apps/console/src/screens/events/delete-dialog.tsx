import type { EventDetails } from '@almanac/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { withCalendar } from '../../api/calendar.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useReturnFocus } from '../../components/use-return-focus.ts';
import { titleOf } from '../calendar/items.ts';
import { useRefreshEvents } from './event-queries.ts';

interface Props {
  details: EventDetails;
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog that deletes an event after a confirmation. The notice afterwards says how many overrides were deleted with it. */
export function DeleteDialog({ details: { event }, isOpen, onClose }: Props) {
  const t = useTranslations('events');
  const navigate = useNavigate();
  const refresh = useRefreshEvents();
  useReturnFocus(isOpen);
  const title = titleOf(event.info, navigator.languages);
  const remove = useMutation({
    mutationFn: () => withCalendar((calendar) => calendar.deleteEventWithReport(event.id)),
    onSuccess: async ({ overrides }) => {
      await navigate({ to: '/events', ignoreBlocker: true });
      notifyDone(t('deleted', { title, count: overrides }));
      await refresh();
    },
  });
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('deleteTitle', { title })} centered>
      <Stack gap="md">
        <Text size="sm">{t(event.time.recurrence ? 'deleteSeriesText' : 'deleteText')}</Text>
        {remove.error && <ErrorNotice error={remove.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {t('keep')}
          </Button>
          <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('delete')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
