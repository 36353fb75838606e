import type { EventDetails } from '@almanac/client';
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { withCalendar } from '../../api/calendar.ts';
import { closeUnlessPending } from '../../components/close-unless-pending.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useIsMounted } from '../../components/use-is-mounted.ts';
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
  const isMounted = useIsMounted();
  const remove = useMutation({
    mutationFn: () => withCalendar((calendar) => calendar.deleteEventWithReport(event.id)),
    onSuccess: async ({ overrides }) => {
      // The user can have left the screen, e.g. by a button of the browser.
      if (isMounted.current) await navigate({ to: '/events', ignoreBlocker: true });
      notifyDone(t('deleted', { title, count: overrides }));
      await refresh();
    },
  });
  const close = (): void => {
    remove.reset();
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      {...closeUnlessPending(remove.isPending, close)}
      title={t('deleteTitle', { title })}
      centered
    >
      <Stack gap="md">
        <Text size="sm">{t(event.time.recurrence ? 'deleteSeriesText' : 'deleteText')}</Text>
        {remove.error && <ErrorNotice error={remove.error} />}
        <Group justify="flex-end">
          <Button variant="default" disabled={remove.isPending} onClick={close} data-autofocus>
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
