import type { RsvpSettings } from '@almanac/client';
import { Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { useSetRsvp } from './response-queries.ts';

/** The limits of the calendar API. */
const MAX_CAPACITY = 1_000_000;
const MAX_PARTY_SIZE = 100;

interface Props {
  eventId: string;
  /** Null when the event has never taken answers. */
  settings: RsvpSettings | null;
  isOpen: boolean;
  onClose: () => void;
}

/** The dialog that lets an event take answers, or changes its places and waiting list. */
export function SettingsDialog({ isOpen, ...props }: Props) {
  // The form is mounted anew each time the dialog opens, so that it starts with the stored settings.
  return isOpen && <SettingsForm {...props} />;
}

function SettingsForm({ eventId, settings, onClose }: Omit<Props, 'isOpen'>) {
  const t = useTranslations('answers');
  const [capacity, setCapacity] = useState(settings?.capacity?.toString() ?? '');
  const [partySize, setPartySize] = useState(String(settings?.maxPartySize ?? 1));
  const [hasWaitingList, setWaitingList] = useState(settings?.hasWaitingList ?? true);
  const set = useSetRsvp(eventId);
  const places = capacity.trim() === '' ? { unlimited: true } : { capacity: Number(capacity) };
  const save = (): void =>
    set.mutate(
      { ...places, maxPartySize: Number(partySize), hasWaitingList },
      {
        onSuccess: () => {
          notifyDone(t(settings ? 'saved' : 'opened'));
          onClose();
        },
      },
    );
  return (
    <ConfirmDialog
      isOpen
      title={t('settingsTitle')}
      action={t(settings ? 'save' : 'take')}
      isPending={set.isPending}
      error={set.error}
      onConfirm={save}
      onClose={onClose}
    >
      <TextInput
        type="number"
        label={t('capacity')}
        description={t('capacityHelp')}
        placeholder={t('anyNumber')}
        min={1}
        max={MAX_CAPACITY}
        value={capacity}
        onChange={({ currentTarget: { value } }) => setCapacity(value)}
        data-autofocus
      />
      <TextInput
        type="number"
        label={t('partySize')}
        description={t('partySizeHelp')}
        min={1}
        max={MAX_PARTY_SIZE}
        value={partySize}
        onChange={({ currentTarget: { value } }) => setPartySize(value)}
        required
      />
      <Checkbox
        label={t('waitingList')}
        description={t('waitingListHelp')}
        checked={hasWaitingList}
        onChange={({ currentTarget: { checked } }) => setWaitingList(checked)}
      />
    </ConfirmDialog>
  );
}
