import { Chip, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { monospaceInput } from '../../components/monospace-input.ts';
import { addDays, dayIn, isDay, LAST_DAY } from '../calendar/plain-date.ts';
import { CountInput } from './count-input.tsx';
import type { EventFormValues } from './form-model.ts';
import { OccurrencePreview } from './occurrence-preview.tsx';
import { ordinalOf, type Recurrence, type SimpleRule, type Weekday, WEEKDAYS, weekdayOf } from './recurrence.ts';
import { useRecurrenceText, useWeekdayName } from './use-recurrence-text.ts';

interface Props {
  form: EventFormValues;
  onChange: (recurrence: Recurrence) => void;
}

/** The highest interval and the highest number of occurrences that the calendar accepts. */
const MAX_INTERVAL = 10_000;
const MAX_COUNT = 100_000;
/** The default for the last day of a rule, in days after the first day; in days after today while the first day is incomplete. */
const DEFAULT_UNTIL_DAYS = 365;
/** The default number of occurrences. */
const DEFAULT_COUNT = 10;

/** The fields of a recurrence rule, the rule as a sentence, and the first occurrences. */
export default function RuleSection({ form, onChange }: Props) {
  const t = useTranslations('events');
  const textOf = useRecurrenceText();
  const { recurrence } = form;
  // `form.startDay` can be incomplete, or contain a year of five digits.
  const startDay = isDay(form.startDay) ? form.startDay : '';
  const { mode, simple, raw } = recurrence;
  const change = (values: Partial<Recurrence>): void => onChange({ ...recurrence, ...values });
  const changeRule = (values: Partial<SimpleRule>): void => change({ simple: { ...simple, ...values } });
  return (
    <>
      {mode === 'simple' && <RuleFields rule={simple} day={startDay} onChange={changeRule} />}
      {mode === 'raw' && (
        <Textarea
          label={t('rawLabel')}
          description={t('rawHelp')}
          value={raw}
          onChange={(event) => change({ raw: event.currentTarget.value })}
          autosize
          required
          styles={monospaceInput}
        />
      )}
      <Text fw={600} role="status">
        {startDay && textOf(recurrence, startDay)}
      </Text>
      <OccurrencePreview form={form} onChange={onChange} />
    </>
  );
}

interface RuleProps {
  rule: SimpleRule;
  /** The first day of the event; empty while it is incomplete. */
  day: string;
  onChange: (values: Partial<SimpleRule>) => void;
}

function RuleFields({ rule, day, onChange }: RuleProps) {
  const t = useTranslations('events');
  const weekdayName = useWeekdayName();
  const { frequency, interval, weekdays, monthly } = rule;
  const isWeekday = (name: string): name is Weekday => WEEKDAYS.some((known) => known === name);
  return (
    <Stack gap="sm">
      <CountInput
        label={t(`intervals.${frequency}`)}
        value={interval}
        max={MAX_INTERVAL}
        onChange={(value) => onChange({ interval: value })}
        w={160}
      />
      {frequency === 'WEEKLY' && (
        <Chip.Group multiple value={weekdays} onChange={(names) => onChange({ weekdays: names.filter(isWeekday) })}>
          <Group gap="xs" role="group" aria-label={t('weekdays')}>
            {WEEKDAYS.map((name) => (
              <Chip key={name} value={name} size="xs">
                {weekdayName(name, 'short')}
              </Chip>
            ))}
          </Group>
        </Chip.Group>
      )}
      {frequency === 'MONTHLY' && day && (
        <NativeSelect
          label={t('monthlyBy')}
          value={monthly}
          onChange={({ currentTarget }) => onChange({ monthly: currentTarget.value === 'weekday' ? 'weekday' : 'day' })}
          w={320}
          data={[
            { value: 'day', label: t('rules.monthlyDay', { interval: 1, day: Number(day.slice(8)) }) },
            {
              value: 'weekday',
              label: t('rules.monthlyWeekday', {
                interval: 1,
                ordinal: String(ordinalOf(day)),
                weekday: weekdayName(weekdayOf(day)),
              }),
            },
          ]}
        />
      )}
      <EndFields rule={rule} day={day} onChange={onChange} />
    </Stack>
  );
}

function EndFields({ rule: { end }, day, onChange }: RuleProps) {
  const t = useTranslations('events');
  const choose = (type: string): void => {
    const firstDay = day || dayIn(new Date(), 'UTC');
    if (type === 'until') onChange({ end: { type, day: addDays(firstDay, DEFAULT_UNTIL_DAYS) } });
    else if (type === 'count') onChange({ end: { type, count: DEFAULT_COUNT } });
    else onChange({ end: { type: 'never' } });
  };
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label={t('repeatEnds')}
        value={end.type}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        w={240}
        data={[
          { value: 'never', label: t('endNever') },
          { value: 'until', label: t('endUntil') },
          { value: 'count', label: t('endCount') },
        ]}
      />
      {end.type === 'until' && (
        <TextInput
          type="date"
          aria-label={t('endUntil')}
          value={end.day}
          min={day}
          max={LAST_DAY}
          // While the date is incomplete, the value is empty.
          onChange={(event) => onChange({ end: { type: 'until', day: event.currentTarget.value } })}
          required
        />
      )}
      {end.type === 'count' && (
        <CountInput
          aria-label={t('endCount')}
          value={end.count}
          max={MAX_COUNT}
          w={120}
          onChange={(count) => onChange({ end: { type: 'count', count } })}
        />
      )}
    </Group>
  );
}
