import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { type CalendarItem, isRecurring } from './items.ts';
import type { Scope } from './move-items.ts';
import { addDays, DAY_MS, dayIn, LAST_DAY, timeIn } from './plain-date.ts';
import { ScopeChoice } from './scope-form.tsx';
import { useMoves } from './use-moves.ts';
import { instantOf } from '../../time/zoned-time.ts';

interface Props {
  item: CalendarItem;
  timeZone: string;
  onDone: () => void;
}

/** A form for the date and time of an item. It moves the item without dragging. */
export function RescheduleForm({ item, timeZone, onDone }: Props) {
  const t = useTranslations('calendar');
  const moves = useMoves(timeZone);
  const [day, setDay] = useState(item.isAllDay ? item.start : dayIn(item.start, timeZone));
  const [time, setTime] = useState(item.isAllDay ? '00:00' : timeIn(item.start, timeZone));
  const [scope, setScope] = useState<Scope>('this');
  const [isSaving, setSaving] = useState(false);
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const start = item.isAllDay ? day : instantOf(`${day}T${time}`, timeZone);
    setSaving(true);
    const outcome = item.dated
      ? await moves.moveDated(item.dated, { start, isAllDay: item.isAllDay })
      : await moves.moveOccurrences(item, { start, end: endOf(item, start), isAllDay: item.isAllDay }, scope);
    setSaving(false);
    // The form also closes for an outdated item: its `updated_at` is old, so the server would refuse each further attempt.
    if (outcome !== 'failed') onDone();
  };
  return (
    <form onSubmit={(event) => void save(event)}>
      <Stack gap="md">
        <Text size="sm">{item.title}</Text>
        <Group grow align="flex-start">
          <TextInput
            type="date"
            label={t('date')}
            value={day}
            max={LAST_DAY}
            onChange={(event) => setDay(event.currentTarget.value)}
            required
            data-autofocus
          />
          {!item.isAllDay && (
            <TextInput
              type="time"
              label={t('time')}
              value={time}
              onChange={(event) => setTime(event.currentTarget.value)}
              required
            />
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {t('inZone', { zone: timeZone })}
        </Text>
        {item.node && isRecurring(item) && <ScopeChoice value={scope} onChange={setScope} />}
        <Group justify="flex-end">
          <Button type="submit" loading={isSaving}>
            {t('move')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** The new end of an item that is moved to `start` and keeps its length. */
function endOf(item: CalendarItem, start: string): string {
  const lengthMs = Date.parse(item.end ?? item.start) - Date.parse(item.start);
  if (item.isAllDay) return addDays(start, Math.round(lengthMs / DAY_MS));
  return new Date(Date.parse(start) + lengthMs).toISOString();
}
