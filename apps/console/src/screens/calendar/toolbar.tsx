import { ActionIcon, Button, Group, SegmentedControl, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { type CalendarView, VIEWS } from './calendar-search.ts';
import classes from './toolbar.module.css';
import { addDays, type Day } from './plain-date.ts';
import type { CalendarState } from './use-calendar-state.ts';

/** The name of the period on the screen, e.g. "November 2026" or "16 – 22 Nov 2026". */
function usePeriodName({ view, date, span }: CalendarState): string {
  const format = useFormatter();
  const utcMidnight = (day: Day): Date => new Date(`${day}T00:00:00Z`);
  if (view === 'month') return format.dateTime(utcMidnight(date), { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const options = { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' } as const;
  return format.dateTimeRange(utcMidnight(span.from), utcMidnight(addDays(span.to, -1)), options);
}

/** Shows the period, the buttons that change it, and the choice of the view. `children` are further controls of the screen. */
export function Toolbar({ state, children }: { state: CalendarState; children: ReactNode }) {
  const t = useTranslations('calendar');
  const { view, change, showNext, showPrevious } = state;
  return (
    <Group component="header" justify="space-between" gap="sm" mb="sm" className={classes['toolbar']}>
      <Group gap="xs" wrap="nowrap">
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={showPrevious} aria-label={t(`previous.${view}`)}>
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" size="lg" onClick={showNext} aria-label={t(`next.${view}`)}>
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
        <Title order={1} size="h1" className={classes['period']} aria-live="polite">
          {usePeriodName(state)}
        </Title>
      </Group>
      <Group gap="sm" className={classes['actions']}>
        <Button variant="default" size="xs" onClick={() => change({ date: undefined })}>
          {t('today')}
        </Button>
        <SegmentedControl<CalendarView>
          size="xs"
          aria-label={t('view')}
          value={view}
          onChange={(value) => change({ view: value })}
          data={VIEWS.map((value) => ({ value, label: t(`views.${value}`) }))}
        />
        {children}
      </Group>
    </Group>
  );
}
