import { Paper, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';

interface Props {
  label: string;
  count: number;
  /** The age of the oldest counted item. */
  ageSeconds: number;
  isProblem: boolean;
}

/** A count of waiting items, with the age of the oldest item. An icon and a colour show whether it is a problem. */
export function Measure({ label, count, ageSeconds, isProblem }: Props) {
  const t = useTranslations('health');
  const Icon = isProblem ? IconAlertTriangle : IconCheck;
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      <Text fz="xl" fw={650} my={4}>
        {count}
      </Text>
      <Text size="xs" c={isProblem ? 'var(--mantine-color-error)' : 'dimmed'}>
        <Icon size={14} aria-hidden style={{ verticalAlign: '-2px', marginInlineEnd: 4 }} />
        {count === 0 ? t('nothingWaits') : t('oldest', { duration: durationOf(ageSeconds) })}
      </Text>
    </Paper>
  );
}

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3_600;

/** A rounded duration: `45 s`, `12 min`, `3 h`. Minutes are used from 1.5 min on, and hours from 1.5 h on. */
function durationOf(seconds: number): string {
  if (seconds < 1.5 * MINUTE_SECONDS) return `${Math.round(seconds)} s`;
  if (seconds < 1.5 * HOUR_SECONDS) return `${Math.round(seconds / MINUTE_SECONDS)} min`;
  return `${Math.round(seconds / HOUR_SECONDS)} h`;
}
