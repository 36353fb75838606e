import { Button, Checkbox, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { admin } from '../../api/admin.ts';
import { withCalendar } from '../../api/calendar.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { useIsMounted } from '../../components/use-is-mounted.ts';
import { chosenLanguage } from '../../i18n/languages.ts';
import { useRefreshItems } from './calendar-queries.ts';
import type { Slot } from './grid-events.ts';
import { addDays, DAY_MS, type Day, dayIn, LAST_DAY, timeIn } from './plain-date.ts';
import { instantOf, midnightOf, utcOf } from '../../time/zoned-time.ts';

interface Props {
  slot: Slot;
  timeZone: string;
  onDone: () => void;
}

/** The proposed time if the slot consists of whole days. */
const DEFAULT_TIME = '09:00';
const HOUR_MS = 3_600_000;

type NewItemKind = 'post' | 'event';

/** Creates a post or an event at the time that the user selected in the calendar. */
export function CreateDialog({ slot, timeZone, onDone }: Props) {
  const t = useTranslations('calendar');
  const [kind, setKind] = useState<NewItemKind>('post');
  const [title, setTitle] = useState('');
  const [day, setDay] = useState(slot.isAllDay ? slot.start : dayIn(slot.start, timeZone));
  const [time, setTime] = useState(slot.isAllDay ? DEFAULT_TIME : timeIn(slot.start, timeZone));
  const [isAllDay, setAllDay] = useState(slot.isAllDay);
  const create = useCreateItem({ slot, timeZone, onDone });
  const isTimed = kind === 'post' || !isAllDay;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    create.mutate({ kind, title, day, time, isAllDay: !isTimed });
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md">
        <SegmentedControl<NewItemKind>
          aria-label={t('kind')}
          value={kind}
          onChange={setKind}
          data={[
            { value: 'post', label: t('kinds.post') },
            { value: 'event', label: t('kinds.event') },
          ]}
        />
        <TextInput
          label={t('entryTitle')}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={255}
          required
          data-autofocus
        />
        <Group grow>
          <TextInput
            type="date"
            label={t('date')}
            value={day}
            max={LAST_DAY}
            onChange={(e) => setDay(e.currentTarget.value)}
            required
          />
          {isTimed && (
            <TextInput
              type="time"
              label={t('time')}
              value={time}
              onChange={(e) => setTime(e.currentTarget.value)}
              required
            />
          )}
        </Group>
        {kind === 'event' && (
          <Checkbox label={t('allDay')} checked={isAllDay} onChange={(e) => setAllDay(e.currentTarget.checked)} />
        )}
        <Text size="xs" c="dimmed">
          {t('inZone', { zone: timeZone })} {t(kind === 'post' ? 'createPostText' : 'createEventText')}
        </Text>
        {create.error && <ErrorNotice error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t(kind === 'post' ? 'createPost' : 'createEvent')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The values of the form. */
interface NewItem {
  kind: NewItemKind;
  title: string;
  day: Day;
  /** `HH:MM`; ignored for an all-day event. */
  time: string;
  /** Always false for a post. */
  isAllDay: boolean;
}

/**
 * The times of a new event, as instants. The event is as long as the slot, with two exceptions: an all-day event lasts one day if the slot
 * has times, and an event with times lasts one hour if the slot consists of whole days.
 */
function timesOf({ day, time, isAllDay }: NewItem, slot: Slot, timeZone: string): { start: string; end: string } {
  const slotMs = Date.parse(slot.end) - Date.parse(slot.start);
  if (isAllDay) {
    const days = slot.isAllDay ? Math.round(slotMs / DAY_MS) : 1;
    return { start: midnightOf(day, timeZone), end: midnightOf(addDays(day, days), timeZone) };
  }
  const start = instantOf(`${day}T${time}`, timeZone);
  return { start, end: utcOf(new Date(Date.parse(start) + (slot.isAllDay ? HOUR_MS : slotMs)).toISOString()) };
}

function useCreateItem({ slot, timeZone, onDone }: Props) {
  const t = useTranslations('calendar');
  const navigate = useNavigate();
  const refresh = useRefreshItems();
  const isMounted = useIsMounted();
  const createPost = async ({ title, day, time }: NewItem): Promise<void> => {
    const draft = { title, published_at: instantOf(`${day}T${time}`, timeZone) };
    const { posts } = await admin.post('/posts/', { body: { posts: [draft] } });
    // If the user has closed the dialog meanwhile, they may be writing elsewhere.
    if (!isMounted.current) notifyDone(t('postCreated', { title }));
    else if (posts[0]) await navigate({ to: '/posts/$id', params: { id: posts[0].id } });
  };
  const createEvent = async (item: NewItem): Promise<void> => {
    const input = {
      time: { timeZone, ...timesOf(item, slot, timeZone) },
      info: [{ language: chosenLanguage(), title: item.title }],
      location: {},
      meta: { tags: [] },
      status: 'confirmed',
    };
    await withCalendar((calendar) => calendar.createEvent(input));
    notifyDone(t('eventCreated', { title: item.title }));
  };
  return useMutation({
    mutationFn: (item: NewItem) => (item.kind === 'post' ? createPost(item) : createEvent(item)),
    onSuccess: async () => {
      onDone();
      await refresh();
    },
  });
}
