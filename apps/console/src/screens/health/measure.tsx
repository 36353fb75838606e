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

/** A count with the age of its oldest item. An icon and a colour show whether it is a problem. */
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

/** A duration in its largest fitting unit: `45 s`, `12 min`, `3 h`. */
function durationOf(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} min`;
  return `${Math.round(seconds / 3600)} h`;
}
