import type { Occurrence } from '@almanac/client';
import { Button, Group, Modal, Radio, Stack, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { withCalendar } from '../../api/calendar.ts';
import { hasFields } from '../../api/changed-fields.ts';
import { closeUnlessPending } from '../../components/close-unless-pending.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useReturnFocus } from '../../components/use-return-focus.ts';
import { useRefreshEvents } from './event-queries.ts';
import { instantsOf } from './event-input.ts';
import {
  changesOfOccurrence,
  fieldsOfOccurrence,
  type OccurrenceChanges,
  type OccurrenceFields,
  type Scope,
} from './occurrence-changes.ts';
import { TimeFields } from './time-fields.tsx';
import { useExplainedRefusal } from './use-explained-refusal.ts';
import { useLanguageName } from './use-language-name.ts';

/** The dialog that changes one occurrence of a series, or the occurrence and all that follow it. */
export function OccurrenceDialog({ node, onClose }: { node: Occurrence; onClose: () => void }) {
  const t = useTranslations('events');
  const [fields, setFields] = useState(() => fieldsOfOccurrence(node));
  const [scope, setScope] = useState<Scope>('this');
  const change = (values: Partial<OccurrenceFields>): void => setFields((old) => ({ ...old, ...values }));
  const { times, info, place } = fields;
  const save = useSave(node, onClose);
  const submit = (): void => {
    const changes = changesOfOccurrence(node, fields, scope);
    if (hasFields(changes)) save.mutate({ changes, scope });
    else onClose();
  };
  const explain = useExplainedRefusal();
  useReturnFocus(true);
  return (
    <Modal opened {...closeUnlessPending(save.isPending, onClose)} title={t('changeTitle')} centered size="lg">
      <form
        onSubmit={(formEvent) => {
          formEvent.preventDefault();
          submit();
        }}
      >
        <Stack gap="md">
          <TitleFields info={info} onChange={(changed) => change({ info: changed })} />
          <TimeFields
            times={times}
            canChooseZone={false}
            onChange={(values) => change({ times: { ...times, ...values } })}
          />
          <TextInput
            label={t('place')}
            value={place}
            onChange={({ currentTarget: { value } }) => change({ place: value })}
          />
          <Radio.Group
            label={t('scope')}
            value={scope}
            onChange={(value) => setScope(value === 'following' ? 'following' : 'this')}
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

interface TitleProps {
  info: OccurrenceFields['info'];
  onChange: (info: OccurrenceFields['info']) => void;
}

/** One field for the title in each language of the event. */
function TitleFields({ info, onChange }: TitleProps) {
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
    mutationFn: async ({ changes, scope }: { changes: OccurrenceChanges; scope: Scope }) => {
      const { times, ...details } = changes;
      // For times from midnight to midnight, the API rejects `allDay: false`. With null, it derives `allDay` from the times.
      const time = times && { ...instantsOf(times), allDay: times.isAllDay || null };
      const input = { id, ...(time && { time }), ...details };
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
