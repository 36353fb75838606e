import { Checkbox, Group, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useTimeZone, useTranslations } from 'use-intl';
import { DeferredSelect } from '../../components/deferred-select.tsx';
import { LAST_DAY } from '../calendar/plain-date.ts';
import { type LocalTimes, moveStartDay } from './form-model.ts';

interface Props {
  times: LocalTimes;
  onChange: (values: Partial<LocalTimes>) => void;
  /** Whether the user can choose the zone. False for an occurrence: it has the zone of its event. */
  canChooseZone?: boolean;
}

/** The fields for the start and end of an event, and for its zone. */
export function TimeFields({ times, onChange, canChooseZone = true }: Props) {
  const t = useTranslations('events');
  const { isAllDay, startDay, startTime, endDay, endTime, timeZone } = times;
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 2, sm: isAllDay ? 2 : 4 }} spacing="sm">
        <TextInput
          type="date"
          label={t('starts')}
          value={startDay}
          max={LAST_DAY}
          onChange={(event) => onChange(moveStartDay(times, event.currentTarget.value))}
          required
        />
        {!isAllDay && (
          <TextInput
            type="time"
            label={t('startTime')}
            value={startTime}
            onChange={(event) => onChange({ startTime: event.currentTarget.value })}
            required
          />
        )}
        <TextInput
          type="date"
          label={t('ends')}
          value={endDay}
          min={startDay}
          max={LAST_DAY}
          onChange={(event) => onChange({ endDay: event.currentTarget.value })}
          required
        />
        {!isAllDay && (
          <TextInput
            type="time"
            label={t('endTime')}
            value={endTime}
            onChange={(event) => onChange({ endTime: event.currentTarget.value })}
            required
          />
        )}
      </SimpleGrid>
      <Group gap="md" align="center">
        <Checkbox
          label={t('allDay')}
          checked={isAllDay}
          onChange={(event) => onChange({ isAllDay: event.currentTarget.checked })}
        />
        {canChooseZone && <ZoneField value={timeZone} onChange={(zone) => onChange({ timeZone: zone })} />}
      </Group>
    </Stack>
  );
}

function ZoneField({ value, onChange }: { value: string; onChange: (zone: string) => void }) {
  const t = useTranslations('events');
  const siteZone = useTimeZone() ?? 'UTC';
  const zones = [...new Set([value, siteZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  return (
    <DeferredSelect
      aria-label={t('zone')}
      data={zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))}
      value={value}
      onChange={onChange}
      limit={50}
      w={240}
    />
  );
}
