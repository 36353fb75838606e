import { NativeSelect } from '@mantine/core';
import { useFormatter, useTranslations } from 'use-intl';
import type { OccurrenceOption } from './occurrences.ts';

interface Props {
  options: readonly OccurrenceOption[];
  /** The id of the chosen occurrence. */
  value: string;
  /** The zone of the event. */
  timeZone: string;
  isAllDay: boolean;
  onChange: (id: string) => void;
}

/** The field in which the owner of a series chooses the occurrence whose answers are shown. */
export function OccurrenceChoice({ options, value, timeZone, isAllDay, onChange }: Props) {
  const t = useTranslations('answers');
  const format = useFormatter();
  const labelOf = ({ start, isCancelled, places }: OccurrenceOption): string => {
    const date = format.dateTime(new Date(start), {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'long',
      year: 'numeric',
      ...(!isAllDay && { hour: '2-digit', minute: '2-digit' }),
    });
    const count = places > 0 ? t('placeCount', { places }) : undefined;
    return [date, count, isCancelled ? t('cancelled') : undefined].filter(Boolean).join(' · ');
  };
  const group = (label: string, isPast: boolean) => ({
    group: label,
    items: options
      .filter((option) => option.isPast === isPast)
      .map((option) => ({ value: option.id, label: labelOf(option) })),
  });
  return (
    <NativeSelect
      label={t('occurrence')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={[group(t('toCome'), false), group(t('past'), true)].filter(({ items }) => items.length > 0)}
      maw={420}
    />
  );
}
