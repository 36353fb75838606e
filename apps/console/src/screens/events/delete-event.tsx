import type { EventDetails } from '@almanac/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { withCalendar } from '../../api/calendar.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { titleOf } from '../calendar/items.ts';
import { useRefreshEvents } from './event-queries.ts';

/** Deletes an event after it was confirmed, and says what was deleted with it. */
export function DeleteEvent({ details: { event } }: { details: EventDetails }) {
  const t = useTranslations('events');
  const navigate = useNavigate();
  const refresh = useRefreshEvents();
  const [isOpen, dialog] = useDisclosure();
  const title = titleOf(event.info, navigator.languages);
  const remove = useMutation({
    mutationFn: () => withCalendar((calendar) => calendar.deleteEventWithReport(event.id)),
    onSuccess: async ({ overrides }) => {
      await navigate({ to: '/events' });
      notifyDone(t('deleted', { title, count: overrides }));
      await refresh();
    },
  });
  return (
    <>
      <Button size="sm" variant="default" leftSection={<IconTrash size={16} aria-hidden />} onClick={dialog.open}>
        {t('delete')}
      </Button>
      <Modal opened={isOpen} onClose={dialog.close} title={t('deleteTitle', { title })} centered>
        <Stack gap="md">
          <Text size="sm">{t(event.time.recurrence ? 'deleteSeriesText' : 'deleteText')}</Text>
          {remove.error && <ErrorNotice error={remove.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={dialog.close} data-autofocus>
              {t('keep')}
            </Button>
            <Button color="red" loading={remove.isPending} onClick={() => remove.mutate()}>
              {t('delete')}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
