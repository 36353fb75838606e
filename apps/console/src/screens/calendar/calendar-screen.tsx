import { Box, Button, Skeleton, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { lazyPart, PartBoundary } from '../../components/lazy-part.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { Agenda } from './agenda.tsx';
import { useItems } from './calendar-queries.ts';
import type { DialogState } from './dialog-state.ts';
import { FilterButton } from './filter-button.tsx';
import type { Move, Slot } from './grid-events.ts';
import { type CalendarItem, isRecurring } from './items.ts';
import { useMoves } from './use-moves.ts';
import { MonthView } from './month/month-view.tsx';
import { OverdueNotice } from './overdue-notice.tsx';
import { addDays, type Day } from './plain-date.ts';
import { Toolbar } from './toolbar.tsx';
import { useCalendarState } from './use-calendar-state.ts';

const Dialogs = lazyPart(async () => ({ default: (await import('./dialogs.tsx')).Dialogs }));
// FullCalendar is large, and only the week view needs it.
const WeekGrid = lazyPart(async () => ({ default: (await import('./week-grid.tsx')).WeekGrid }));

/** The start page: posts, pages, newsletters and events by month, by week or as a list. */
export function CalendarScreen() {
  const t = useTranslations('calendar');
  const state = useCalendarState();
  const { view, date, zone, span, search, change } = state;
  const { items, isLoading, isComplete, errors, retry } = useItems(span, search);
  const [dialog, setDialog] = useState<DialogState>();
  const handleMove = useMoveHandler(zone, setDialog);
  const open = (item: CalendarItem): void => setDialog({ type: 'item', item });
  const gridProps = {
    date,
    timeZone: zone,
    items,
    onOpen: open,
    onMove: handleMove,
    onDateChange: (day: Day) => change({ date: day }),
    onCreate: (slot: Slot) => setDialog({ type: 'create', slot }),
  };
  useDocumentTitle(`${t('title')} · Almanac`);
  return (
    <Box px={{ base: 'md', sm: 'lg' }} py="md">
      <Toolbar state={state}>
        <FilterButton state={state} />
        <Button
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setDialog({ type: 'create', slot: { start: date, end: addDays(date, 1), isAllDay: true } })}
        >
          {t('new')}
        </Button>
      </Toolbar>
      <OverdueNotice onOpen={open} />
      {errors.map((error, index) => (
        <ErrorNotice key={index} error={error} onRetry={retry} />
      ))}
      {!isComplete && (
        <Text size="sm" mb="sm" role="status">
          {t('incomplete')}
        </Text>
      )}
      {view === 'agenda' && isLoading && <SkeletonRows />}
      {view === 'agenda' && !isLoading && (items.length > 0 || errors.length === 0) && (
        <Agenda items={items} from={span.from} to={span.to} timeZone={zone} onOpen={open} />
      )}
      {view === 'month' && (
        <MonthView
          {...gridProps}
          from={span.from}
          isLoading={isLoading}
          onOpenDay={(day, itemsOfDay) => setDialog({ type: 'day', day, items: itemsOfDay })}
        />
      )}
      {view === 'week' && (
        <PartBoundary fallback={<Skeleton h="calc(100dvh - 84px)" />}>
          <WeekGrid {...gridProps} />
        </PartBoundary>
      )}
      {dialog && (
        <PartBoundary>
          <Dialogs state={dialog} timeZone={zone} onChange={setDialog} />
        </PartBoundary>
      )}
    </Box>
  );
}

/** @returns a function that saves a move. For a series it opens a dialog, in which the user chooses the occurrences to move */
function useMoveHandler(zone: string, openDialog: (dialog: DialogState) => void): (move: Move) => void {
  const moves = useMoves(zone);
  return (move) => {
    const { item, start, end = start, isAllDay, revert } = move;
    if (item.dated) void moves.moveDated(item.dated, { start, isAllDay }, revert);
    else if (isRecurring(item)) openDialog({ type: 'scope', move: { ...move, item } });
    else void moves.moveOccurrences(item, { start, end, isAllDay }, 'this', revert);
  };
}
