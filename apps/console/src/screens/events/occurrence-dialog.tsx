import type { Occurrence } from '@almanac/client';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { withCalendar } from '../../api/calendar.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useReturnFocus } from '../../components/use-return-focus.ts';
import { useRefreshEvents } from './event-queries.ts';
import { instantsOf } from './event-input.ts';
import { type LocalTimes, localTimes } from './form-model.ts';
import { TimeFields } from './time-fields.tsx';
import { useExplainedRefusal } from './use-explained-refusal.ts';
import { useLanguageName } from './use-language-name.ts';

interface Changes {
  /** Undefined until the user changes a time. The fields show no seconds, so the shown times can differ from the stored ones. */
  times?: LocalTimes;
  info: { language: string; title: string; description: string | null }[];
  place: string;
  /** `following`: the occurrence and all that follow it. */
  scope: 'this' | 'following';
}

/** The dialog that changes one occurrence of a series, or the occurrence and all that follow it. */
export function OccurrenceDialog({ node, onClose }: { node: Occurrence; onClose: () => void }) {
  const t = useTranslations('events');
  const { utcStart, utcEnd, event } = node.occurrence;
  const zone = event.time.timeZone ?? 'UTC';
  const [changes, setChanges] = useState<Changes>({
    info: node.info.filter((entry) => entry !== null),
    place: node.location.name ?? '',
    scope: 'this',
  });
  const change = (values: Partial<Changes>): void => setChanges((old) => ({ ...old, ...values }));
  const times = changes.times ?? localTimes(utcStart, utcEnd, node.isAllDay, zone);
  const save = useSave(node, onClose);
  const explain = useExplainedRefusal();
  useReturnFocus(true);
  return (
    <Modal opened onClose={onClose} title={t('changeTitle')} centered size="lg">
      <form
        onSubmit={(formEvent) => {
          formEvent.preventDefault();
          save.mutate(changes);
        }}
      >
        <Stack gap="md">
          <TitleFields info={changes.info} onChange={(info) => change({ info })} />
          <TimeFields
            times={times}
            canChooseZone={false}
            onChange={(values) => change({ times: { ...times, ...values } })}
          />
          <TextInput
            label={t('place')}
            value={changes.place}
            onChange={({ currentTarget: { value } }) => change({ place: value })}
          />
          <Radio.Group
            label={t('scope')}
            value={changes.scope}
            onChange={(scope) => change({ scope: scope === 'following' ? 'following' : 'this' })}
          >
            <Stack gap="xs" mt="xs">
              <Radio value="this" label={t('scopeThis')} />
              <Radio value="following" label={t('scopeFollowing')} />
            </Stack>
          </Radio.Group>
          {save.error && <ErrorNotice error={explain(save.error)} />}
          <Group justify="flex-end">
            <Button type="submit" loading={save.isPending}>
              {t('submit')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

/** One field for the title in each language of the event. */
function TitleFields({ info, onChange }: { info: Changes['info']; onChange: (info: Changes['info']) => void }) {
  const t = useTranslations('events');
  const nameOf = useLanguageName();
  return info.map(({ language, title }, index) => (
    <TextInput
      key={language}
      label={info.length > 1 ? t('titleIn', { language: nameOf(language) }) : t('eventTitle')}
      lang={language}
      value={title}
      onChange={({ currentTarget: { value } }) =>
        onChange(info.map((entry, other) => (other === index ? { ...entry, title: value } : entry)))
      }
      required
    />
  ));
}

function useSave(node: Occurrence, onClose: () => void) {
  const t = useTranslations('events');
  const refresh = useRefreshEvents();
  const { id } = node.occurrence;
  return useMutation({
    mutationFn: async ({ times, info, place, scope }: Changes) => {
      const location = { name: place.trim() || null, address: node.location.address };
      // For times from midnight to midnight, the API rejects `allDay: false`. With null, it derives `allDay` from the times.
      const time = times && { ...instantsOf(times), allDay: times.isAllDay || null };
      const input = { id, ...(time && { time }), info, location };
      await withCalendar<unknown>((calendar) =>
        scope === 'this' ? calendar.changeOccurrence(input) : calendar.changeSeriesFrom(input),
      );
    },
    onSuccess: async () => {
      notifyDone(t('saved'));
      onClose();
      await refresh();
    },
  });
}
